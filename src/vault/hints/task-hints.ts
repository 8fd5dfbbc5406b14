import { mapDefined, countOf, countUp } from '../../utils/collections';
import { nearest } from '../../utils/near';
import { allQuoted, counted, quoted } from '../../utils/text/pieces';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { taskDates } from '../index/tasks/indexed-task';
import type { TaskConditions, TaskTest, FoundTasks, TaskRow } from '../queries/tasks/task-filter';
import type { App } from 'obsidian';
import type { Shows } from '../../errors';
import { descriptionOf, fieldValue, parseTaskLine } from '../../markdown/tasks/line/task-line';
import type { TaskRules } from '../../markdown/tasks/task-rules';
import { contains } from '../../utils/text/text-search';
import { taskRules } from '../plugins/tasks/tasks-settings';

const shownNear = 5;

/** Hints about tasks that a query leaves out although they may be wanted. */
export function leftOutHints({ rows, underway, inTemplates }: FoundTasks): string[] {
  const leftOut = [
    [rows.length === 0 ? 0 : underway, 'in progress or on hold; pass `status`'],
    [inTemplates, 'in templates; pass the folder as `path`'],
  ] as const;
  return leftOut.flatMap(([count, which]) =>
    count === 0
      ? []
      : [`Not shown: ${counted(count, 'task')} ${which} to see ${count === 1 ? 'it' : 'them'}.`],
  );
}

export async function taskHints(
  { rows: all, unfiltered }: FoundTasks,
  query: TaskConditions,
  tests: readonly TaskTest[],
  loop: SlicedLoop,
): Promise<string[]> {
  const hints: string[] = [];
  if (unfiltered > 0)
    hints.push(
      `Not shown: ${counted(unfiltered, 'checkbox', 'checkboxes')} without the global filter of the Tasks plugin.`,
    );
  if (all.length === 0) return [...hints, 'There are no tasks here.'];
  const alone = new Set(tests);
  let otherStatus = 0;
  await forEachInTurn(all, loop, row => {
    const failed = tests.filter(({ holds }) => !holds(row));
    for (const test of tests) if (!failed.includes(test)) alone.delete(test);
    if (failed.every(({ argument }) => argument === 'status')) otherStatus += 1;
  });
  hints.push(...[...alone].map(({ argument }) => aloneHint(argument, query, all)));
  if (query.status !== 'any' && otherStatus > 0)
    hints.push(`${counted(otherStatus, 'task')} with another status: pass \`status: any\`.`);
  return hints;
}

function aloneHint(argument: string, { tag, heading }: TaskConditions, all: readonly TaskRow[]): string {
  if (argument === 'tag' && tag !== undefined) {
    const near = namesHint(tag, new Set(all.flatMap(row => row.tags)), 'tags of tasks here', '#');
    return `No task here has the tag ${quoted(`#${tag.replace(/^#/u, () => '')}`)}${near}.`;
  }
  if (argument === 'heading' && heading !== undefined) {
    const near = namesHint(heading, new Set(mapDefined(all, row => row.heading?.text)), 'headings here', '');
    return `No task here is below a heading ${quoted(heading)}${near}.`;
  }
  if (argument === 'priority' && all.every(({ fields }) => fields.priority === undefined))
    return 'No task here has a priority.';
  const date = taskDates.find(field => argument === `${field}Before` || argument === `${field}After`);
  if (date !== undefined && all.every(({ fields }) => fields[date] === undefined))
    return `No task here has a date \`${date}\`.`;
  return `No task here matches \`${argument}\`.`;
}

/** Similar names, or the first of all. */
function namesHint(asked: string, names: ReadonlySet<string>, title: string, mark: string): string {
  const near = nearest(asked, names, shownNear);
  const shown = near.length > 0 ? near : [...names].sort().slice(0, shownNear);
  return shown.length === 0
    ? ''
    : `; ${title}: ${allQuoted(shown.map(name => mark + name.replace(/^#/u, () => '')))}`;
}

/** The signs of a recurrence in either form. */
const signs = ['🔁', 'repeat::'];

/** Names the tool that adds the next occurrence, if a text ticks a recurring task by hand. */
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
    ? [`This would tick a recurring task without adding the next one. Instead, ${way}.`]
    : [`This ticked a recurring task without adding the next one. Untick that line, then ${way}.`];
}

function hasSign(text: string): boolean {
  return signs.some(sign => contains(text, sign));
}

/** Whether an open recurring task is done in the new text, without a next occurrence. */
function ticksRecurring(before: string, after: string, rules: TaskRules): boolean {
  const [was, is] = [recurringIn(before, rules), recurringIn(after, rules)];
  return [...is.done].some(
    ([task, count]) =>
      count > countOf(was.done, task) && countOf(is.others, task) < countOf(was.others, task),
  );
}

/** How often each recurring task occurs, by its description and recurrence. */
function recurringIn(
  text: string,
  { statuses }: TaskRules,
): Readonly<Record<'done' | 'others', ReadonlyMap<string, number>>> {
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
