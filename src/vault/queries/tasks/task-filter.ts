import { type DateClock, parseDay } from '../../../utils/dates';
import { foldTag, tagCovers } from '../../../utils/properties/property-names';
import { bareHeading } from '../../../utils/text/pieces';
import { foldPath } from '../../../utils/text/folding';
import type { TaskRules } from '../../../markdown/tasks/task-rules';
import { statusOf, type TaskRow } from './task-row';
import { TextNeedle } from '../../../utils/text/text-search';

/** Dates are inclusive, in ISO or plain words. */
export interface TaskConditions {
  readonly status: string;
  readonly dueBefore?: string | undefined;
  readonly dueAfter?: string | undefined;
  readonly scheduledBefore?: string | undefined;
  readonly scheduledAfter?: string | undefined;
  readonly startBefore?: string | undefined;
  readonly startAfter?: string | undefined;
  readonly doneBefore?: string | undefined;
  readonly doneAfter?: string | undefined;
  readonly createdBefore?: string | undefined;
  readonly createdAfter?: string | undefined;
  readonly priority?: string | undefined;
  readonly tag?: string | undefined;
  readonly text?: string | undefined;
  readonly recurring?: boolean | undefined;
  readonly heading?: string | undefined;
}

/** One condition of a query. */
export interface TaskTest {
  /** The argument that sets it. */
  readonly argument: string;
  readonly holds: (row: TaskRow) => boolean;
}

const dateFields = ['due', 'scheduled', 'start', 'done', 'created'] as const;

/** @throws ToolFailure `invalid_query` for a date that cannot be read */
export function taskTests(query: TaskConditions, rules: TaskRules, clock: DateClock): TaskTest[] {
  const { status, priority, recurring } = query;
  const test = (argument: string, isAsked: boolean, holds: TaskTest['holds']): TaskTest[] =>
    isAsked ? [{ argument, holds }] : [];
  return [
    ...test('status', status !== 'any', row => statusOf(row, rules) === status),
    ...dateFields.flatMap(field => dateTests(query, field, clock)),
    ...test('priority', priority !== undefined, row => (row.fields.priority ?? 'none') === priority),
    ...test('recurring', recurring !== undefined, row => (row.fields.recurrence !== undefined) === recurring),
    ...textTests(query),
  ];
}

function dateTests(query: TaskConditions, field: (typeof dateFields)[number], clock: DateClock): TaskTest[] {
  const direction = field === 'done' || field === 'created' ? 'past' : 'ahead';
  const [before, after] = [query[`${field}Before`], query[`${field}After`]];
  const tests: TaskTest[] = [];
  if (before !== undefined) {
    const argument = `${field}Before`;
    const last = parseDay(before, 'last', direction, clock, argument);
    tests.push({ argument, holds: ({ fields }) => (fields[field] ?? later) <= last });
  }
  if (after !== undefined) {
    const argument = `${field}After`;
    const first = parseDay(after, 'first', direction, clock, argument);
    tests.push({ argument, holds: ({ fields }) => (fields[field] ?? '') >= first });
  }
  return tests;
}

/** Sorts after every date. */
const later = '~';

function textTests({ tag, text, heading }: TaskConditions): TaskTest[] {
  const tests: TaskTest[] = [];
  if (tag !== undefined) {
    const wanted = foldTag(tag);
    tests.push({ argument: 'tag', holds: ({ tags }) => tags.some(one => tagCovers(wanted, foldTag(one))) });
  }
  if (text !== undefined) {
    const needle = new TextNeedle(foldPath(text.trim()));
    tests.push({ argument: 'text', holds: row => needle.indexIn(foldPath(row.text)) >= 0 });
  }
  if (heading !== undefined) {
    const wanted = foldHeading(heading);
    tests.push({ argument: 'heading', holds: row => foldHeading(row.heading ?? '') === wanted });
  }
  return tests;
}

/** With or without the marks around it. */
function foldHeading(heading: string): string {
  return foldPath(bareHeading(heading));
}
