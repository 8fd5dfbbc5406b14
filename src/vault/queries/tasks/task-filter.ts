import type { TFile } from 'obsidian';
import type { TaskRules, StatusType } from '../../../markdown/tasks/task-rules';
import { type IndexedTask, taskDates, type TaskFields } from '../../index/tasks/indexed-task';
import type { UnreadableFields } from '../unreadable';
import type { TaskNote } from '../../plugins/tasks/task-notes';
import { dayOfDate } from '../../../markdown/tasks/completion/calendar-days';
import { type DateClock, parseDay, requireRange } from '../../../utils/dates';
import { foldTag, tagCovers, wantedTag } from '../../../utils/properties/property-names';
import { bareHeading, meansHeading } from '../../../utils/text/pieces';
import { foldPath } from '../../../utils/text/folding';
import { TextNeedle } from '../../../utils/text/text-search';

interface NoteTask extends Pick<IndexedTask, 'file' | 'line' | 'text' | 'tags'> {
  readonly status: StatusType;
  readonly fields: TaskFields;
  readonly statusChar?: undefined;
  readonly bullet?: undefined;
  readonly versionId?: undefined;
  readonly heading?: undefined;
  readonly parentLine?: undefined;
}

/** A task as tools see it. Tasks of lines are not copied: there may be tens of thousands. */
export type TaskRow = IndexedTask | NoteTask;

export interface FoundTasks {
  readonly rows: readonly TaskRow[];
  /** How many lines lack the global filter of the Tasks plugin. */
  readonly unfiltered: number;
  /** How many tasks in progress or on hold were left out, since open ones were asked for. */
  readonly underway: number;
  /** How many are in a folder of templates. */
  readonly inTemplates: number;
  /** Notes that may be tasks of TaskNotes but whose properties cannot be read. */
  readonly unreadable: UnreadableFields;
}

export function statusOf(row: TaskRow, { statuses }: TaskRules): StatusType {
  return row.statusChar === undefined ? row.status : statuses.of(row.statusChar).type;
}

export function rowOfNote(file: TFile, tags: readonly string[], note: TaskNote): NoteTask {
  const { text, status, due, scheduled, done, created, priority, recurrence } = note;
  const absent = { start: undefined, id: undefined, dependsOn: undefined };
  const fields = { due, scheduled, done, created, priority, recurrence, ...absent };
  return { file, line: 1, text, tags, status, fields };
}

/** Adds the scheduled dates that file names give the tasks. */
export function withFileDates({ fileDate }: TaskRules): ((row: IndexedTask) => IndexedTask) | undefined {
  if (fileDate === undefined) return undefined;
  const known = new Map<TFile, string | undefined>();
  return row => {
    const { due, scheduled, start } = row.fields;
    if ((due ?? scheduled ?? start) !== undefined) return row;
    if (!known.has(row.file)) known.set(row.file, fileDate(row.file.path));
    const date = known.get(row.file);
    return date === undefined ? row : { ...row, fields: { ...row.fields, scheduled: date } };
  };
}

type TaskDate = (typeof taskDates)[number];
/** Inclusive, in ISO or plain words. */
type DateBounds = { readonly [Name in `${TaskDate}${'Before' | 'After'}`]?: string | undefined };

export interface TaskConditions extends DateBounds {
  readonly status: string;
  readonly priority?: string | undefined;
  readonly tag?: string | undefined;
  readonly text?: string | undefined;
  readonly recurring?: boolean | undefined;
  readonly heading?: string | undefined;
}

export interface TaskTest {
  readonly argument: string;
  readonly holds: (row: TaskRow) => boolean;
}

/** @throws ToolFailure `invalid_query` for a date that cannot be read */
export function taskTests(query: TaskConditions, rules: TaskRules, clock: DateClock): TaskTest[] {
  const { priority, recurring, doneBefore, doneAfter } = query;
  // Asking for the date on which tasks were done means done tasks.
  const status = query.status === 'open' && (doneBefore ?? doneAfter) !== undefined ? 'any' : query.status;
  const test = (argument: string, isAsked: boolean, holds: TaskTest['holds']): TaskTest[] =>
    isAsked ? [{ argument, holds }] : [];
  return [
    ...test('status', status !== 'any', row => statusOf(row, rules) === status),
    ...taskDates.flatMap(field => dateTests(query, field, clock)),
    ...test('priority', priority !== undefined, row => (row.fields.priority ?? 'none') === priority),
    ...test('recurring', recurring !== undefined, row => (row.fields.recurrence !== undefined) === recurring),
    ...textTests(query),
  ];
}

function dateTests(query: TaskConditions, field: TaskDate, clock: DateClock): TaskTest[] {
  const direction = field === 'done' || field === 'created' ? 'past' : 'ahead';
  const [before, after] = [`${field}Before`, `${field}After`] as const;
  const dayOf = (argument: typeof before | typeof after, edge: 'first' | 'last'): string | undefined => {
    const text = query[argument];
    return text === undefined ? undefined : parseDay(text, edge, direction, clock, argument);
  };
  const last = dayOf(before, 'last');
  const first = dayOf(after, 'first');
  requireRange([after, first], [before, last]);
  const test = (argument: string, fits: (date: string) => boolean): TaskTest => ({
    argument,
    holds: ({ fields: { [field]: date } }) =>
      date !== undefined && fits(date) && dayOfDate(date) !== undefined,
  });
  return [
    ...(last === undefined ? [] : [test(before, date => date <= last)]),
    ...(first === undefined ? [] : [test(after, date => date >= first)]),
  ];
}

function textTests({ tag, text, heading }: TaskConditions): TaskTest[] {
  const tests: TaskTest[] = [];
  if (tag !== undefined) {
    const wanted = wantedTag(tag);
    tests.push({ argument: 'tag', holds: ({ tags }) => tags.some(one => tagCovers(wanted, foldTag(one))) });
  }
  if (text !== undefined) {
    const needle = new TextNeedle(foldPath(text.trim()));
    tests.push({ argument: 'text', holds: row => needle.indexIn(foldPath(row.text)) >= 0 });
  }
  if (heading !== undefined) {
    const whole = [foldHeading(heading)];
    const nested = heading
      .split(/::| > |#+/u)
      .map(foldHeading)
      .filter(Boolean)
      .reverse();
    const holds = (row: TaskRow): boolean => isBelow(row.heading, whole) || isBelow(row.heading, nested);
    tests.push({ argument: 'heading', holds });
  }
  return tests;
}

/** @param wanted nested headings, innermost first */
function isBelow(heading: TaskRow['heading'], wanted: readonly string[]): boolean {
  const left = [...wanted];
  for (let at = heading; at !== undefined; at = at.parent)
    if (meansHeading(left[0] ?? '', foldHeading(at.text))) left.shift();
  return wanted.length > 0 && left.length === 0;
}

/** With or without the marks around it. */
function foldHeading(heading: string): string {
  return foldPath(bareHeading(heading));
}
