import { priorities } from '../../../markdown/tasks/line/task-fields';
import { nameKey } from '../../../utils/text/folding';
import type { SortKey } from '../../../utils/cursor-paginator';
import type { TaskRow } from './task-row';

export type TaskSort = 'due' | 'priority' | 'path';

/**
 * Rows that come by path and line are put in another order without being compared with each other: there are few dates
 * and priorities, and ten thousands of rows.
 */
export function orderedTasks(rows: readonly TaskRow[], sort: TaskSort): readonly TaskRow[] {
  if (sort === 'path') return rows;
  const byKey = new Map<string, TaskRow[]>();
  for (const row of rows) {
    const key = leadingKey(row, sort);
    const same = byKey.get(key);
    if (same === undefined) byKey.set(key, [row]);
    else same.push(row);
  }
  return [...byKey.keys()].sort().flatMap(key => byKey.get(key) ?? []);
}

export function taskKey(row: TaskRow, sort: TaskSort): SortKey {
  return [leadingKey(row, sort), nameKey(row.file.path), row.line];
}

/** By priority, and of one priority by due date; tasks without a date last. */
function leadingKey({ fields }: TaskRow, sort: TaskSort): string {
  const due = fields.due ?? '~';
  if (sort === 'due') return due;
  return sort === 'priority' ? `${rankOf(fields.priority)} ${due}` : '';
}

/** No priority is between medium and low. */
function rankOf(priority: string | undefined): number {
  const rank = priorities.findIndex(one => one === priority);
  const none = priorities.indexOf('low') - 0.5;
  return rank < 0 ? none : rank;
}
