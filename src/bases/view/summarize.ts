/** What a view shows: the values of its columns, and their summaries. */

import { countUp } from '../../utils/collections';
import { forEachInTurn, type SlicedLoop, someInTurn } from '../../utils/slicing/time-slicer';
import { parsePropertyId, type ViewSettings, type PropertyId } from '../document/view-settings';
import { Budget, LimitReached } from '../evaluation/budget';
import { builtInSummaries } from '../functions/statistics';
import { errorOf, listOf, type Value } from '../values/value';
import { Room } from './room';
import type { BaseRow, RowContext } from './rows';
import { type JsonValue, toJson } from '../values/text';

/** A summary reads all rows, so it may take more steps than one row. */
const stepsPerRow = 200;
const maxSteps = 600_000;

const tooLarge = errorOf('The values are too large for a summary.');

const ofNumbers: ReadonlySet<string> = new Set('Average Min Max Sum Median Stddev Range'.split(' '));

/**
 * Summaries by column id, over the rows of the view or of one of its groups.
 * @param texts receives, by column id, how many texts a summary of numbers left out
 */
export async function summarize(
  view: ViewSettings,
  rows: readonly BaseRow[],
  context: RowContext,
  loop: SlicedLoop,
  texts: Map<string, number>,
): Promise<Map<string, Value>> {
  const results = new Map<string, Value>();
  await forEachInTurn(view.summaries, loop, async ([id, name]) => {
    const property = parsePropertyId(id);
    const values: Value[] = [];
    const room = new Room();
    const isFull = await someInTurn(rows, loop, row => {
      const value = room.copyOf(row.valueFor(property));
      if (value !== undefined) values.push(value);
      if (ofNumbers.has(name) && typeof value === 'string' && value.trim() !== '') countUp(texts, id);
      return value === undefined;
    });
    results.set(id, isFull ? tooLarge : summary(name, values, rows[0], context));
  });
  return results;
}

function summary(
  name: string,
  values: readonly Value[],
  first: BaseRow | undefined,
  context: RowContext,
): Value {
  const { base, vault, self, files } = context;
  const budget = new Budget(vault.clock, Math.min(maxSteps, Math.max(1000, values.length) * stepsPerRow));
  const source = base.summaries.get(name);
  if (source === undefined) {
    const builtIn = builtInSummaries.get(name);
    if (builtIn === undefined) return errorOf(`Cannot find summary "${name}"`);
    try {
      return builtIn(values, { vault, budget });
    } catch (error) {
      if (error instanceof LimitReached) return errorOf(error.message);
      throw error;
    }
  }
  if (first === undefined) return null;
  context.begin(first);
  return context.evaluate(source, { vault, budget, files, self, row: first, values: listOf(values) });
}

/** By column id. */
export type Values = Record<string, JsonValue>;

/** Steps for the values that one row shows, which are charged one by one. */
const stepsOfJson = 20_000;

/** Pauses between columns, since each may show all properties of a large note. */
export async function shownValues(
  row: BaseRow,
  columns: readonly { readonly id: string; readonly property: PropertyId }[],
  context: RowContext,
  loop: SlicedLoop,
): Promise<Values> {
  const { vault } = context;
  const turn = loop.slicer.slice(loop);
  const means = { vault, budget: new Budget(vault.clock, stepsOfJson) };
  const values: (readonly [string, JsonValue])[] = [];
  for (const { id, property } of columns) {
    values.push([id, toJson(row.valueFor(property), means)]);
    if (!turn.due()) continue;
    await turn.pause();
    context.resume();
    means.budget.resume();
  }
  return Object.fromEntries(values);
}
