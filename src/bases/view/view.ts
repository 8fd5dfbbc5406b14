/** Runs a view: filter, sort, limit, group. */
import { ToolFailure } from '../../errors';
import { sorting } from '../../utils/slicing/sorting';
import type { Steps } from '../../utils/slicing/steps';
import type { BaseFile } from '../base-vault';
import type { Source } from '../document/source';
import type { SortRule, ViewSettings } from '../document/view-settings';
import { quotedExpression, type Warnings } from '../document/warnings';
import { compareKeys, type SortKey } from '../values/order';
import { inTurn, limited, orderedBy, type OrderedRows } from './ordered-rows';
import { ownText } from './room';
import { BaseRow, type RowContext } from './rows';

/** Rows that are processed in one step. */
const rowsInStep = 8;

export interface RowGroup {
  /** One of its rows, which all have the same key. */
  readonly first: BaseRow;
  readonly rows: OrderedRows;
}

export interface ViewRows {
  /** In the order of the view; rows of a group are together. */
  readonly rows: OrderedRows;
  /** Undefined if the view has no groups. */
  readonly groups: readonly RowGroup[] | undefined;
  /** Number of rows that pass the filters; the view's limit may leave some out. */
  readonly passing: number;
}

/**
 * @param files in the order of rows if the view sorts nothing
 * @param warnings receives the errors of filters, each once with the number of rows that it excluded
 */
export function* viewRows(
  view: ViewSettings,
  files: Iterable<BaseFile>,
  context: RowContext,
  warnings: Warnings,
): Steps<ViewRows> {
  for (const pattern of context.base.patterns) {
    pattern.value();
    yield;
  }
  const all = yield* filtered(view, files, context, warnings);
  const passing = all.length;
  const { groupBy, sort, limit } = view;
  const sorted = orderedBy(sort, all, context);
  if (groupBy === undefined) return { rows: limited(sorted, limit), groups: undefined, passing };
  // Each group is sorted separately, when it is read, unless the limit counts rows in their order.
  const isWhole = limit >= passing;
  const rows = isWhole ? all : yield* sorted.between(0, limit);
  const groups = yield* grouped(rows, groupBy, isWhole ? sort : [], context);
  return { rows: inTurn(groups.map(group => group.rows)), groups, passing };
}

function* filtered(
  view: ViewSettings,
  files: Iterable<BaseFile>,
  context: RowContext,
  warnings: Warnings,
): Steps<BaseRow[]> {
  const errors = new Map<Source, { message: string; count: number }>();
  const rows: BaseRow[] = [];
  let seen = 0;
  for (const file of files) {
    const row = new BaseRow(file, context);
    const ofBase = row.passes(context.base.filter);
    const verdict = ofBase === true ? row.passes(view.filter) : ofBase;
    if (verdict === true) rows.push(row);
    else if (verdict !== false) {
      const known = errors.get(verdict.source);
      if (known !== undefined) known.count += 1;
      else errors.set(verdict.source, { message: verdict.error.message, count: 1 });
    }
    if (verdict !== true) context.drop();
    seen += 1;
    if (seen % rowsInStep === 0 || context.isSlow) yield;
  }
  for (const [{ text }, { message, count }] of errors) {
    const left = count === 1 ? 'keeps 1 row out' : `keeps ${count} rows out`;
    warnings.add('filters', `${quotedExpression(text)} ${left}: ${message.replace(/\.$/u, () => '')}.`);
  }
  return rows;
}

function* grouped(
  rows: readonly BaseRow[],
  { property, direction }: SortRule,
  sort: readonly SortRule[],
  context: RowContext,
): Steps<RowGroup[]> {
  const groups = new Map<string, { key: SortKey; first: BaseRow; rows: BaseRow[] }>();
  for (const [index, row] of rows.entries()) {
    const name = row.identityFor(property);
    const group = groups.get(name);
    if (group !== undefined) group.rows.push(row);
    else if (context.room.takes(name.length))
      groups.set(ownText(name), { key: row.keyFor(property), first: row, rows: [row] });
    else throw new ToolFailure('budget_exceeded', 'The values by which the view groups are too large.');
    if (index % rowsInStep === 0 || context.isSlow) yield;
  }
  const sorted = yield* sorting([...groups.values()], (a, b) => compareKeys(a.key, b.key, direction));
  return sorted.map(group => ({ first: group.first, rows: orderedBy(sort, group.rows, context) }));
}
