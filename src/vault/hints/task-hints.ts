import { mapDefined } from '../../utils/collections';
import { nearest } from '../../utils/near';
import { counted } from '../../utils/text/pieces';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import type { TaskConditions, TaskTest } from '../queries/tasks/task-filter';
import type { FoundTasks, TaskRow } from '../queries/tasks/task-row';
import { quoted } from './missing-names';

const shownNear = 5;
const dates = ['due', 'scheduled', 'start', 'done', 'created'] as const;

/** Hints about tasks that a query leaves out although they may be wanted. */
export function leftOutHints({ rows, underway, inTemplates }: FoundTasks): string[] {
  return [
    ...(rows.length === 0 || underway === 0
      ? []
      : [`${counted(underway, 'task')} in progress or on hold left out: ask by \`status\`.`]),
    ...(inTemplates === 0
      ? []
      : [
          `${counted(inTemplates, 'task')} of templates left out: name their folder in \`path\` to see them.`,
        ]),
  ];
}

/** Hints why no task was found. */
export async function taskHints(
  { rows: all, unfiltered }: FoundTasks,
  query: TaskConditions,
  tests: readonly TaskTest[],
  loop: SlicedLoop,
): Promise<string[]> {
  const hints: string[] = [];
  if (unfiltered > 0)
    hints.push(
      `${counted(unfiltered, 'checkbox', 'checkboxes')} left out: they do not have the global filter of the Tasks plugin.`,
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
    const near = namesHint(heading, new Set(mapDefined(all, row => row.heading)), 'headings here', '');
    return `No task here is below a heading ${quoted(heading)}${near}.`;
  }
  if (argument === 'priority' && all.every(({ fields }) => fields.priority === undefined))
    return 'No task here has a priority.';
  const date = dates.find(field => argument === `${field}Before` || argument === `${field}After`);
  if (date !== undefined && all.every(({ fields }) => fields[date] === undefined))
    return `No task here has a date \`${date}\`.`;
  return `No task here matches \`${argument}\`.`;
}

/** Near names, or the first of those there are. */
function namesHint(asked: string, names: ReadonlySet<string>, title: string, mark: string): string {
  const near = nearest(asked, names, shownNear);
  const shown = near.length > 0 ? near : [...names].sort().slice(0, shownNear);
  return shown.length === 0
    ? ''
    : `; ${title}: ${shown.map(name => `${mark}${name.replace(/^#/u, () => '')}`).join(', ')}`;
}
