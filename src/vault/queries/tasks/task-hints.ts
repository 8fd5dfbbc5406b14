import { nearest } from '../../../utils/text/nearest';
import { counted } from '../../../utils/text/one-line';
import type { SliceTurn } from '../../../utils/slicing/time-slicer';
import type { TaskConditions, TaskTest } from './task-filter';
import type { FoundTasks, TaskRow } from './task-row';

const shownNear = 5;

/** Why a question found no task. */
export async function taskHints(
  { rows: all, unfiltered }: FoundTasks,
  query: TaskConditions,
  tests: readonly TaskTest[],
  turn: SliceTurn,
): Promise<string[]> {
  const hints: string[] = [];
  if (unfiltered > 0)
    hints.push(
      `${counted(unfiltered, 'checkbox', 'checkboxes')} left out: without the global filter of the Tasks plugin.`,
    );
  if (all.length === 0) return [...hints, 'There are no tasks here.'];
  for (const test of tests) {
    const count = await countOf(all, test, turn);
    if (count === 0) hints.push(aloneHint(test.argument, query, all));
  }
  const others = tests.filter(({ argument }) => argument !== 'status');
  const anyStatus = await countOf(
    all,
    { argument: '', holds: row => others.every(({ holds }) => holds(row)) },
    turn,
  );
  if (query.status !== 'any' && anyStatus > 0)
    hints.push(`${counted(anyStatus, 'task')} with another status: pass \`status: any\`.`);
  return hints;
}

async function countOf(rows: readonly TaskRow[], { holds }: TaskTest, turn: SliceTurn): Promise<number> {
  let count = 0;
  for (const row of rows) {
    if (holds(row)) count += 1;
    if (turn.due()) await turn.pause();
  }
  return count;
}

function aloneHint(argument: string, { tag, heading }: TaskConditions, all: readonly TaskRow[]): string {
  const near = nearNames(argument, { tag, heading }, all);
  return `No task here meets \`${argument}\`${near.length === 0 ? '' : `; near names: ${near.join(', ')}`}.`;
}

function nearNames(
  argument: string,
  { tag, heading }: Pick<TaskConditions, 'tag' | 'heading'>,
  all: readonly TaskRow[],
): string[] {
  if (argument === 'tag' && tag !== undefined)
    return nearest(tag, new Set(all.flatMap(row => row.tags)), shownNear);
  if (argument === 'heading' && heading !== undefined)
    return nearest(heading, new Set(all.flatMap(row => row.heading ?? [])), shownNear);
  return [];
}
