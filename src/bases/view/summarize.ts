/** The summaries of a view's columns. */
import type { Steps } from '../../utils/slicing/steps';
import { parsePropertyId } from '../document/property-id';
import type { ViewSettings } from '../document/view-settings';
import { Budget } from '../evaluation/budget';
import { builtInSummaries } from '../functions/summaries';
import { errorOf, listOf, type Value } from '../values/value';
import type { OrderedRows } from './ordered-rows';
import type { BaseRow, RowContext } from './rows';

const rowsInStep = 8;
/** A summary reads all rows, so it may take more steps than one row. */
const stepsPerRow = 200;

/** By the id of the column; rows are those of the view or of one of its groups. */
export function* summarize(
  view: ViewSettings,
  ordered: OrderedRows,
  context: RowContext,
): Steps<Map<string, Value>> {
  const results = new Map<string, Value>();
  const rows = yield* ordered.between(0, ordered.length);
  for (const [id, name] of view.summaries) {
    const property = parsePropertyId(id);
    const values: Value[] = [];
    for (const row of rows) {
      values.push(row.valueOf(property));
      if (values.length % rowsInStep === 0 || context.isSlow) yield;
    }
    results.set(id, summary(name, values, rows[0], context));
    yield;
  }
  return results;
}

function summary(
  name: string,
  values: readonly Value[],
  first: BaseRow | undefined,
  context: RowContext,
): Value {
  const { base, vault, self } = context;
  const source = base.summaries.get(name);
  if (source === undefined) {
    const builtIn = builtInSummaries.get(name);
    return builtIn === undefined ? errorOf(`Cannot find summary "${name}"`) : builtIn(values, vault);
  }
  if (first === undefined) return null;
  const budget = new Budget(Math.max(1000, values.length) * stepsPerRow);
  return context.evaluate(source, { vault, self, row: first, budget, values: listOf(values) });
}
