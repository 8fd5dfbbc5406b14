import { countOf, countUp } from '../../utils/collections';
import { contains } from '../../utils/text/text-search';
import { descriptionOf, fieldValue, parseTaskLine } from './line/task-line';
import type { TaskRules } from './task-rules';

/** What every line with a recurrence has, in one form or the other. */
const signs = ['🔁', 'repeat::'];

/** Whether a recurring task that was not done is done in the new text, with no next one in its place. */
export function ticksRecurring(before: string, after: string, rules: TaskRules): boolean {
  if (!signs.some(sign => contains(after, sign))) return false;
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
    if (!signs.some(sign => contains(line, sign))) continue;
    const task = parseTaskLine(line);
    const recurrence = task && fieldValue(task, 'recurrence');
    if (task === undefined || recurrence === undefined) continue;
    const isDone = statuses.of(task.statusChar).type === 'done';
    countUp(isDone ? done : others, JSON.stringify([descriptionOf(task), recurrence]));
  }
  return { done, others };
}
