/** Changes several tasks of one note. */
import { itemsOf } from '../../../utils/collections';
import { ToolFailure } from '../../../errors';
import type { NoteStructure } from '../../structure/note-structure';
import { detectNewline } from '../../text/line-endings';
import { breakLength } from '../../text/lines';
import { spliced, type Splice } from '../../text/splices';
import { type NamedTask, placeOfTask, taskPlaces, type TaskPlaces } from './task-place';
import { type TaskChange, type TaskContext, updatedTask } from './task-update';

export type TaskUpdate = NamedTask & TaskChange;

export interface UpdatedNote {
  readonly text: string;
  /** The lines that replace each task's line, in the order of the updates. */
  readonly tasks: readonly UpdatedLines[];
}

export interface UpdatedLines {
  /** The new line number of the first of them, from 1; for a deleted task, its former one. */
  readonly line: number;
  /** Empty if the task was deleted when done. */
  readonly lines: readonly string[];
  /** Its line before. */
  readonly was: string;
}

/**
 * @param failed throws a failure with the number of its update
 * @throws ToolFailure like `placeOfTask` and `updatedTask`; `invalid_argument` for two updates of one task
 */
export function updateTasks(
  text: string,
  structure: NoteStructure,
  updates: readonly TaskUpdate[],
  context: Omit<TaskContext, 'hasChildren'>,
  failed: (error: unknown, index: number) => never,
): UpdatedNote {
  const places = taskPlaces(text, structure);
  const newline = detectNewline(text);
  const changed = new Map<number, readonly string[]>();
  const lineOf: number[] = [];
  for (const [index, update] of updates.entries()) {
    try {
      const line = placeOfTask(update, places);
      if (changed.has(line)) throw twice();
      const hasChildren = places.hasChildren.get(line) === true;
      changed.set(line, updatedTask(places.lines.textOf(line), update, { ...context, hasChildren }));
      lineOf.push(line);
    } catch (error) {
      failed(error, index);
    }
  }
  const splices = [...changed].map(([line, lines]) => spliceOf(text, line, lines, places, newline));
  const now = placesNow(changed);
  return {
    text: spliced(text, splices),
    tasks: lineOf.map(line => ({
      line: now.get(line) ?? line,
      lines: itemsOf(changed, line),
      was: places.lines.textOf(line),
    })),
  };
}

function spliceOf(
  text: string,
  line: number,
  changed: readonly string[],
  { lines }: TaskPlaces,
  newline: string,
): Splice {
  const [from, end] = [lines.startOf(line), lines.endOf(line)];
  const ending = text.slice(end - breakLength(text, end), end);
  if (changed.length === 0) return { from, to: end, text: '' };
  return { from, to: end, text: changed.join(ending === '' ? newline : ending) + ending };
}

/** Adds the lines that changes above have added or removed. */
function placesNow(changed: ReadonlyMap<number, readonly string[]>): ReadonlyMap<number, number> {
  const now = new Map<number, number>();
  let moved = 0;
  for (const [line, lines] of [...changed].sort(([one], [other]) => one - other)) {
    now.set(line, line + moved);
    moved += lines.length - 1;
  }
  return now;
}

function twice(): ToolFailure {
  return new ToolFailure('invalid_argument', 'Another change names the same task.', {
    hint: 'Combine all changes of a task into one.',
  });
}
