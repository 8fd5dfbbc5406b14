import type { App, TFile } from 'obsidian';
import { isTaskText } from '../../../markdown/tasks/task-rules';
import type { TaskIndex } from '../../index/tasks/task-index';
import { taskRules } from '../../plugins/tasks/tasks-settings';
import { statusOf } from './task-row';

export interface TaskCounts {
  open: number;
  done: number;
}

/** How many tasks each note has of those that `list_tasks` lists as open, and as done. */
export async function taskCounts(
  app: App,
  tasks: Pick<TaskIndex, 'sorted'>,
  signal: AbortSignal,
): Promise<(note: TFile) => TaskCounts> {
  const rules = await taskRules(app);
  const counts = new Map<TFile, TaskCounts>();
  for (const task of await tasks.sorted('path', signal)) {
    const status = statusOf(task, rules);
    if ((status !== 'open' && status !== 'done') || !isTaskText(task.text, rules)) continue;
    const known = counts.get(task.file) ?? { open: 0, done: 0 };
    known[status] += 1;
    counts.set(task.file, known);
  }
  return note => counts.get(note) ?? { open: 0, done: 0 };
}
