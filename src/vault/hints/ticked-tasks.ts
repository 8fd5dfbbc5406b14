import type { App } from 'obsidian';
import type { Shows } from '../../errors';
import { descriptionOf, fieldValue, parseTaskLine } from '../../markdown/tasks/line/task-line';
import type { TaskRules } from '../../markdown/tasks/task-rules';
import { countOf, countUp } from '../../utils/collections';
import { contains } from '../../utils/text/text-search';
import { taskRules } from '../plugins/tasks/tasks-settings';

/** What every line with a recurrence has, in one form or the other. */
const signs = ['🔁', 'repeat::'];

/** A tool that adds the next occurrence, for a text that ticks a recurring task by hand. */
export async function tickHints(
  before: string,
  after: string,
  { app, mayCall }: { readonly app: App; readonly mayCall: Shows },
  { dryRun }: { readonly dryRun: boolean },
): Promise<string[]> {
  if (before === after || !mayCall('update_task')) return [];
  if (!hasSign(after) || !ticksRecurring(before, after, await taskRules(app))) return [];
  // Not in backticks: the tool may be called where it is not listed.
  const way = 'call update_task with `path`, `expectedText` and `status: "done"`, which adds the next one';
  return dryRun
    ? [`This would tick a recurring task without adding the next one. In place of that edit ${way}.`]
    : [`This ticked a recurring task without adding the next one. Untick that line, then ${way}.`];
}

function hasSign(text: string): boolean {
  return signs.some(sign => contains(text, sign));
}

/** Whether a recurring task that was not done is done in the new text, with no next one in its place. */
function ticksRecurring(before: string, after: string, rules: TaskRules): boolean {
  const [was, is] = [recurringIn(before, rules), recurringIn(after, rules)];
  return [...is.done].some(
    ([task, count]) =>
      count > countOf(was.done, task) && countOf(is.others, task) < countOf(was.others, task),
  );
}

interface RecurringTasks {
  /** How often each is there, by its description and recurrence. */
  readonly done: ReadonlyMap<string, number>;
  readonly others: ReadonlyMap<string, number>;
}

function recurringIn(text: string, { statuses }: TaskRules): RecurringTasks {
  const [done, others] = [new Map<string, number>(), new Map<string, number>()];
  for (const line of text.split('\n')) {
    if (!hasSign(line)) continue;
    const task = parseTaskLine(line);
    const recurrence = task && fieldValue(task, 'recurrence');
    if (task === undefined || recurrence === undefined) continue;
    const isDone = statuses.of(task.statusChar).type === 'done';
    countUp(isDone ? done : others, JSON.stringify([descriptionOf(task), recurrence]));
  }
  return { done, others };
}
