import type { CachedMetadata, TFile } from 'obsidian';
import type { TaskField } from '../../../markdown/tasks/line/task-fields';
import {
  descriptionOf,
  fieldValue,
  parseTaskLine,
  tagsIn,
  type TaskLine,
} from '../../../markdown/tasks/line/task-line';
import { linesOf } from '../../../markdown/text/lines';
import { drive, sliced, type SliceTurn } from '../../../utils/slicing/time-slicer';

/** A task in a note, as its line says; dates as `2026-11-22`, not checked against the calendar. */
export interface IndexedTask {
  readonly file: TFile;
  /** The version of the text that contains the line. */
  readonly versionId: string;
  /** From 1. */
  readonly line: number;
  readonly statusChar: string;
  /** The description with its tags, without fields. */
  readonly text: string;
  /** Without `#`. */
  readonly tags: readonly string[];
  readonly fields: TaskFields;
  readonly order: TaskOrder;
  /** The text of the nearest heading above. */
  readonly heading: string | undefined;
  /** The line of the parent list item. */
  readonly parentLine: number | undefined;
}

/** All have one shape: tens of thousands of objects of many shapes are ten times slower to read. */
export interface TaskFields {
  readonly due: string | undefined;
  readonly scheduled: string | undefined;
  readonly start: string | undefined;
  readonly done: string | undefined;
  readonly created: string | undefined;
  readonly priority: string | undefined;
  readonly recurrence: string | undefined;
  readonly id: string | undefined;
  readonly dependsOn: string | undefined;
}

/** Sort keys of tasks as numbers, which are grouped much faster than texts. */
export interface TaskOrder {
  /** `20261122`; larger than every date if there is none. */
  readonly due: number;
  /** From 0 for the highest; no priority is between medium and low. */
  readonly priority: number;
}

/** @param cache the app's metadata of the same text */
export async function tasksOf(
  text: string,
  { listItems = [], headings = [] }: CachedMetadata,
  { file, versionId, dates }: Pick<IndexedTask, 'file' | 'versionId'> & { readonly dates: Dates },
  turn: SliceTurn,
): Promise<IndexedTask[]> {
  const lines = await drive(linesOf(text), turn);
  const tasks: IndexedTask[] = [];
  let next = 0;
  for await (const { task, parent, position } of sliced(listItems, turn)) {
    const line = position.start.line + 1;
    while ((headings[next]?.position.start.line ?? Infinity) < line - 1) next += 1;
    const parsed = task === undefined ? undefined : parseTaskLine(apart(lines.textOf(line)));
    if (parsed === undefined) continue;
    const heading = headings[next - 1]?.heading;
    const parentLine = parent >= 0 ? parent + 1 : undefined;
    const { statusChar } = parsed;
    const text = descriptionOf(parsed);
    const [tags, fields] = [tagsIn(text), fieldsOf(parsed, dates)];
    const order = orderOf(fields);
    tasks.push({ file, versionId, line, statusChar, text, tags, fields, order, heading, parentLine });
  }
  return tasks;
}

/** Copies the text: a slice would keep the whole note in memory. */
function apart(line: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(line));
  return typeof copy === 'string' ? copy : '';
}

function fieldsOf(parsed: TaskLine, dates: Dates): TaskFields {
  const value = (field: TaskField): string | undefined =>
    parsed.pieces.length === 0 ? undefined : fieldValue(parsed, field);
  return {
    due: dates.one(value('due')),
    scheduled: dates.one(value('scheduled')),
    start: dates.one(value('start')),
    done: dates.one(value('done')),
    created: dates.one(value('created')),
    priority: value('priority'),
    recurrence: value('recurrence'),
    id: value('id'),
    dependsOn: value('dependsOn'),
  };
}

const noDate = 99_999_999;
const ranks = ['highest', 'high', 'medium', undefined, 'low', 'lowest'];

/** A text that is not a date sorts like no date. */
export function orderOf({ due, priority }: Pick<TaskFields, 'due' | 'priority'>): TaskOrder {
  const day = due === undefined ? noDate : Number(due.replaceAll('-', ''));
  const rank = ranks.indexOf(priority);
  return {
    due: Number.isInteger(day) ? Math.min(Math.max(day, 0), noDate) : noDate,
    priority: rank < 0 ? ranks.indexOf(undefined) : rank,
  };
}

/** Stores each day's text once: tens of thousands of tasks are due on few days. */
export class Dates {
  private readonly known = new Map<string, string>();

  one(text: string | undefined): string | undefined {
    const known = text === undefined ? undefined : this.known.get(text);
    if (known !== undefined || text === undefined) return known;
    if (this.known.size < maxDates) this.known.set(text, text);
    return text;
  }
}

const maxDates = 20_000;
