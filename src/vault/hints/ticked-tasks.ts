import type { App } from 'obsidian';
import type { Shows } from '../../errors';
import { ticksRecurring } from '../../markdown/tasks/ticked';
import { taskRules } from '../plugins/tasks/tasks-settings';

/** A tool that adds the next occurrence, for a text that ticks a recurring task by hand. */
export async function tickHints(
  before: string,
  after: string,
  { app, mayCall }: { readonly app: App; readonly mayCall: Shows },
): Promise<string[]> {
  if (before === after || !mayCall('update_task')) return [];
  return ticksRecurring(before, after, await taskRules(app))
    ? [
        // Not in backticks: the tool may be called where it is not listed.
        'This ticks a recurring task without its next one. Undo it and call update_task with `path`, `expectedText` and `status: "done"`, which adds the next one.',
      ]
    : [];
}
