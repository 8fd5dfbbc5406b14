/** What the columns of a view show of a row. */
import type { SlicedLoop } from '../../utils/slicing/time-slicer';
import type { PropertyId } from '../document/property-id';
import { Budget } from '../evaluation/budget';
import { type JsonValue, toJson } from '../values/json';
import type { BaseRow, RowContext } from './rows';

/** By column id. */
export type Values = Record<string, JsonValue>;

/** For what one row shows: its values are charged one by one. */
const stepsOfJson = 20_000;

/** Gives way between two columns, since each may show all properties of a large note. */
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
