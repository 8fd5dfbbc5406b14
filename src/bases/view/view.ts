/** Runs a view: filter, sort, limit, group. */
import { ToolFailure } from '../../errors';
import { itemAt } from '../../utils/collections';
import { counted } from '../../utils/text/pieces';
import { forEachInTurn, longStep, type SlicedLoop } from '../../utils/slicing/time-slicer';
import type { BaseFile } from '../base-vault';
import { type Source, quotedExpression, type Warnings } from '../document/source';
import type { SortRule, ViewSettings } from '../document/view-settings';
import { orderOf, type SortKey } from '../values/order';
import { ownText } from './room';
import { BaseRow, type RowContext } from './rows';

export interface RowGroup {
  /** One of its rows, which all have the same key. */
  readonly first: BaseRow;
  readonly rows: readonly BaseRow[];
}

export interface ViewRows {
  /** In the order of the view; rows of a group are together. */
  readonly rows: readonly BaseRow[];
  /** Undefined if the view has no groups. */
  readonly groups: readonly RowGroup[] | undefined;
  /** Number of rows that pass the filters; the view's limit may leave some out. */
  readonly passing: number;
}

/**
 * @param files in the order that rows have if the view does not sort
 * @param warnings receives the errors of filters, each once with the number of rows that it excluded
 */
export async function viewRows(
  view: ViewSettings,
  files: Iterable<BaseFile>,
  context: RowContext,
  warnings: Warnings,
  loop: SlicedLoop,
): Promise<ViewRows> {
  await forEachInTurn(context.base.patterns, loop, pattern => pattern.value());
  const all = await filtered(view, files, context, warnings, loop);
  const passing = all.length;
  const { groupBy, sort, limit } = view;
  const rows = (await sorted(all, sort, loop)).slice(0, limit);
  if (groupBy === undefined) return { rows, groups: undefined, passing };
  const groups = await grouped(rows, groupBy, context, loop);
  return { rows: groups.flatMap(group => group.rows), groups, passing };
}

async function filtered(
  view: ViewSettings,
  files: Iterable<BaseFile>,
  context: RowContext,
  warnings: Warnings,
  loop: SlicedLoop,
): Promise<BaseRow[]> {
  const errors = new Map<Source, { message: string; count: number }>();
  const rows: BaseRow[] = [];
  let uncompared = 0;
  await forEachInTurn(files, loop, file => {
    const row = new BaseRow(file, context);
    const ofBase = row.passes(context.base.filter);
    const verdict = ofBase === true ? row.passes(view.filter) : ofBase;
    if (verdict === true) rows.push(row);
    else if (verdict === false) uncompared += Math.sign(context.budget.uncompared);
    else {
      const known = errors.get(verdict.source);
      if (known !== undefined) known.count += 1;
      else errors.set(verdict.source, { message: verdict.error.message, count: 1 });
    }
    if (verdict !== true) context.drop();
  });
  if (uncompared > 0)
    warnings.add(
      'filters',
      `${counted(uncompared, 'row')} left out because a value cannot be compared, such as text with a number.`,
    );
  for (const [{ text }, { message, count }] of errors) {
    const left = `${quotedExpression(text)} keeps ${counted(count, 'row')} out`;
    warnings.add('filters', `${left}: ${message.replace(/\.$/u, () => '')}.`);
  }
  return rows;
}

async function sorted(
  rows: readonly BaseRow[],
  rules: readonly SortRule[],
  loop: SlicedLoop,
): Promise<readonly BaseRow[]> {
  if (rules.length === 0) return rows;
  const keyed: { row: BaseRow; keys: SortKey[] }[] = [];
  type Keyed = (typeof keyed)[number];
  // Keys are made before comparing, since a comparison cannot pause.
  await forEachInTurn(rows, loop, row => {
    keyed.push({ row, keys: rules.map(({ property }) => row.keyFor(property)) });
  });
  const orders: ((a: Keyed, b: Keyed) => number)[] = [];
  await forEachInTurn(rules.entries(), loop, ([at, { direction }]) => {
    orders.push(orderOf(keyed, ({ keys }) => itemAt(keys, at), direction));
  });
  const compare = (a: Keyed, b: Keyed): number => orders.reduce((found, order) => found || order(a, b), 0);
  await longStep(loop, () => keyed.sort(compare));
  return keyed.map(({ row }) => row);
}

async function grouped(
  rows: readonly BaseRow[],
  { property, direction }: SortRule,
  context: RowContext,
  loop: SlicedLoop,
): Promise<RowGroup[]> {
  const groups = new Map<string, { key: SortKey; first: BaseRow; rows: BaseRow[] }>();
  await forEachInTurn(rows, loop, row => {
    const name = row.identityFor(property);
    const group = groups.get(name);
    if (group !== undefined) group.rows.push(row);
    else if (context.room.takes(name.length))
      groups.set(ownText(name), { key: row.keyFor(property), first: row, rows: [row] });
    else throw new ToolFailure('budget_exceeded', 'The values that the view groups by are too large.');
  });
  const all = [...groups.values()];
  return all.sort(orderOf(all, ({ key }) => key, direction));
}
