import type { App } from 'obsidian';
import type { Shows } from '../../errors';
import { ticksRecurring } from '../../markdown/tasks/ticked';
import { taskRules } from '../plugins/tasks/tasks-settings';

/** A tool that adds the next occurrence, for a text that ticks a recurring task by hand. */
export async function tickHints(
  before: string,
  after: string,
  { app, mayCall }: { readonly app: App; readonly mayCall: Shows },
  { dryRun }: { readonly dryRun: boolean },
): Promise<string[]> {
  if (before === after || !mayCall('update_task')) return [];
  if (!ticksRecurring(before, after, await taskRules(app))) return [];
  // Not in backticks: the tool may be called where it is not listed.
  const way = 'call update_task with `path`, `expectedText` and `status: "done"`, which adds the next one';
  return dryRun
    ? [`This would tick a recurring task without adding the next one. In place of that edit ${way}.`]
    : [`This ticked a recurring task without adding the next one. Untick that line, then ${way}.`];
}
