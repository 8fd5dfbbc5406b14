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
  { file, versionId, shared }: Pick<IndexedTask, 'file' | 'versionId'> & { readonly shared: SharedValues },
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
      heading = headingBelow(heading, above, shared);
      next += 1;
    }
    const parsed = task === undefined ? undefined : parseTaskLine(lines.textOf(line));
    if (parsed === undefined) return;
    const parentLine = parent >= 0 ? parent + 1 : undefined;
    const { statusChar } = parsed;
    const bullet = shared.text(bulletOf(parsed));
    const text = apart(descriptionOf(parsed));
    const tags = shared.texts(tagsIn(text));
    const fields = shared.fields(parsed);
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
function headingBelow(
  last: TaskHeading | undefined,
  { heading, level }: HeadingCache,
  shared: SharedValues,
): TaskHeading {
  let parent = last;
  while (parent !== undefined && parent.level >= level) parent = parent.parent;
  return { text: shared.one(heading), level, parent };
}

/** Copies the text: a slice would keep the whole note in memory. */
function apart(text: string): string {
  const copy: unknown = JSON.parse(JSON.stringify(text));
  return typeof copy === 'string' ? copy : '';
}

const none: readonly string[] = [];

/**
 * Stores equal values once: of hundreds of thousands of tasks most have no tag, and share few dates and headings. No
 * value is a slice, which would keep its text in memory.
 */
export class SharedValues {
  private readonly knownTexts = new Map<string, string>();
  private readonly knownFields = new Map<string, TaskFields>();

  text(text: string | undefined): string | undefined {
    return text === undefined ? undefined : this.one(text);
  }

  texts(texts: readonly string[]): readonly string[] {
    return texts.length === 0 ? none : texts.map(text => this.one(text));
  }

  fields(line: TaskLine): TaskFields {
    const values = fieldNames.map(name => (line.pieces.length === 0 ? undefined : fieldValue(line, name)));
    const key = JSON.stringify(values);
    const known = this.knownFields.get(key);
    if (known !== undefined) return known;
    const made = this.made(values);
    if (isShared(key, this.knownFields)) this.knownFields.set(key, made);
    return made;
  }

  private made(values: readonly (string | undefined)[]): TaskFields {
    const [due, scheduled, start, done, created, priority, recurrence, id, dependsOn] = values.map(value =>
      this.text(value),
    );
    return { due, scheduled, start, done, created, priority, recurrence, id, dependsOn };
  }

  one(text: string): string {
    const known = this.knownTexts.get(text);
    if (known !== undefined) return known;
    const copy = apart(text);
    if (isShared(copy, this.knownTexts)) this.knownTexts.set(copy, copy);
    return copy;
  }
}

export const taskDates = ['due', 'scheduled', 'start', 'done', 'created'] as const;
/** In the order of `TaskFields`. */
const fieldNames = [...taskDates, 'priority', 'recurrence', 'id', 'dependsOn'] as const;

const maxShared = 20_000;
/** Longer values hardly repeat. */
const maxSharedLength = 200;

function isShared(key: string, { size }: ReadonlyMap<string, unknown>): boolean {
  return size < maxShared && key.length <= maxSharedLength;
}
