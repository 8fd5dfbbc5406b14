import type { CachedMetadata, HeadingCache, TFile } from 'obsidian';
import {
  bulletOf,
  descriptionOf,
  fieldValue,
  parseTaskLine,
  tagsIn,
  type TaskLine,
} from '../../../markdown/tasks/line/task-line';
import { linesInTurns } from '../../../markdown/text/lines';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';

/** A task in a note, as its line says; dates as `2026-11-22`, not checked against the calendar. */
export interface IndexedTask {
  readonly file: TFile;
  readonly versionId: string;
  /** From 1. */
  readonly line: number;
  /** The list marker: `-`, `*`, `+` or a number with its sign. */
  readonly bullet: string | undefined;
  readonly statusChar: string;
  /** The description with its tags, without fields. */
  readonly text: string;
  /** Without `#`. */
  readonly tags: readonly string[];
  readonly fields: TaskFields;
  /** The nearest one above. */
  readonly heading: TaskHeading | undefined;
  readonly parentLine: number | undefined;
}

/** Stored once for all the tasks below it. */
interface TaskHeading {
  readonly text: string;
  readonly level: number;
  readonly parent: TaskHeading | undefined;
}

/** All have one shape: tens of thousands of objects of many shapes are ten times slower to read. */
export type TaskFields = Readonly<Record<(typeof fieldNames)[number], string | undefined>>;

/** @param cache the app's metadata of the same text */
export async function tasksOf(
  text: string,
  { listItems = [], headings = [] }: CachedMetadata,
  { file, versionId }: Pick<IndexedTask, 'file' | 'versionId'>,
  loop: SlicedLoop,
): Promise<IndexedTask[]> {
  const lines = await linesInTurns(text, loop);
  const version = apart(versionId);
  const tasks: IndexedTask[] = [];
  let next: number = 0;
  let heading: TaskHeading | undefined = undefined;
  await forEachInTurn(listItems, loop, ({ task, parent, position }) => {
    const line = position.start.line + 1;
    for (let above = headings[next]; above && above.position.start.line < line - 1; above = headings[next]) {
      heading = headingBelow(heading, above);
      next += 1;
    }
    const parsed = task === undefined ? undefined : parseTaskLine(lines.textOf(line));
    if (parsed === undefined) return;
    const parentLine = parent >= 0 ? parent + 1 : undefined;
    const { statusChar } = parsed;
    const bullet = bulletOf(parsed);
    const text = apart(descriptionOf(parsed));
    const tags = tagsIn(text).map(apart);
    const fields = fieldsOf(parsed);
    tasks.push({
      file,
      versionId: version,
      line,
      bullet,
      statusChar,
      text,
      tags,
      fields,
      heading,
      parentLine,
    });
  });
  return tasks;
}

/** @param last the heading before it */
function headingBelow(last: TaskHeading | undefined, { heading, level }: HeadingCache): TaskHeading {
  let parent = last;
  while (parent !== undefined && parent.level >= level) parent = parent.parent;
  return { text: apart(heading), level, parent };
}

/** Copies the text: a slice would keep the whole note in memory. */
function apart(text: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(text));
  return typeof copy === 'string' ? copy : '';
}

function fieldsOf(line: TaskLine): TaskFields {
  const [due, scheduled, start, done, created, priority, recurrence, id, dependsOn] = fieldNames.map(name => {
    const value = fieldValue(line, name);
    return value === undefined ? undefined : apart(value);
  });
  return { due, scheduled, start, done, created, priority, recurrence, id, dependsOn };
}

export const taskDates = ['due', 'scheduled', 'start', 'done', 'created'] as const;
/** In the order of `TaskFields`. */
const fieldNames = [...taskDates, 'priority', 'recurrence', 'id', 'dependsOn'] as const;
