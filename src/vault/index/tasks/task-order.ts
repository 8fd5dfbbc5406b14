import { addTo, itemsOf } from '../../../utils/collections';
import { compareSortKeys, type SortKey } from '../../../utils/cursor-paginator';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { nameKey } from '../../../utils/text/folding';
import type { IndexedTask } from './indexed-task';

export type TaskSort = 'due' | 'priority' | 'path';

/** The fields that the order of tasks depends on. */
export type Sortable = Pick<IndexedTask, 'file' | 'line' | 'order'>;

/**
 * Reorders tasks that are sorted by path and line without comparing them with each other: there are few dates
 * and priorities, but tens of thousands of tasks.
 */
export async function orderedTasks<T extends Sortable>(
  tasks: readonly T[],
  sort: TaskSort,
  loop: SlicedLoop,
): Promise<readonly T[]> {
  if (sort === 'path') return tasks;
  const byKey = new Map<number, T[]>();
  await forEachInTurn(tasks, loop, task => addTo(byKey, leadingKey(task, sort), task));
  return [...byKey.keys()].sort((a, b) => a - b).flatMap(key => itemsOf(byKey, key));
}

/** Merges both lists in one order. @param others few, in any order */
export async function withOthers<T extends Sortable>(
  ordered: readonly T[],
  others: readonly T[],
  sort: TaskSort,
  loop: SlicedLoop,
): Promise<readonly T[]> {
  if (others.length === 0) return ordered;
  const compare = (a: T, b: T): number =>
    leadingKey(a, sort) - leadingKey(b, sort) || compareSortKeys(taskKey(a, sort), taskKey(b, sort));
  const waiting = others.toSorted(compare).reverse();
  const merged: T[] = [];
  await forEachInTurn(ordered, loop, task => {
    for (let next = waiting.at(-1); next !== undefined && compare(next, task) < 0; next = waiting.at(-1)) {
      merged.push(next);
      waiting.pop();
    }
    merged.push(task);
  });
  return merged.concat(waiting.reverse());
}

export function taskKey(task: Sortable, sort: TaskSort): SortKey {
  return [leadingKey(task, sort), nameKey(task.file.path), task.line];
}

/** Larger than every date; six times this is still a small integer in the engine, which Maps find fastest. */
const priorityStep = 2 ** 27;

/** By priority, then by due date; tasks without a date last. */
function leadingKey({ order }: Sortable, sort: TaskSort): number {
  if (sort === 'path') return 0;
  return sort === 'due' ? order.due : order.priority * priorityStep + order.due;
}
