/** Sorts and groups the rows of `query_notes` as they are added: only one page of them is kept. */

import { type Aggregate, AggregatedRows } from './aggregates';
import { Best } from '../../utils/best';
import {
  compareValues,
  fieldValue,
  type GroupKey,
  groupKeys,
  isMissing,
  orderOf,
  type Row,
} from './structured-query';

export interface RowOrder {
  readonly field: string;
  readonly order: 'asc' | 'desc';
}

export interface RowPage {
  /** At most this many. */
  readonly most: number;
  /** Only those after this place. */
  readonly behind?: RowPlace | undefined;
}

/** The sort key of a row: what `orderOf` keeps of the field's value, and its path. */
export interface RowPlace {
  readonly value: unknown;
  readonly path: string;
}

interface Placed<T> extends RowPlace {
  readonly row: T;
}

/** Rows with equal values are sorted by path; rows without the field are last in either direction. */
export class BestRows<T extends Row> {
  readonly #best: Best<Placed<T>>;
  readonly #compare: (a: RowPlace, b: RowPlace) => number;
  #count = 0;

  constructor(
    private readonly order: RowOrder,
    private readonly page: RowPage,
  ) {
    this.#compare = comparison(order);
    this.#best = new Best<Placed<T>>(page.most, this.#compare);
  }

  /** Number of rows so far, including those of other pages. */
  get count(): number {
    return this.#count;
  }

  offer(row: T): void {
    const { behind } = this.page;
    this.#count += 1;
    const placed = { row, ...placeOfRow(row, this.order) };
    if (behind === undefined || this.#compare(placed, behind) > 0) this.#best.offer(placed);
  }

  sorted(): readonly T[] {
    return this.#best.sorted().map(({ row }) => row);
  }
}

export function placeOfRow(row: Row, { field }: RowOrder): RowPlace {
  return { value: orderOf(fieldValue(row, field)), path: String(fieldValue(row, 'path')) };
}

function comparison({ order }: RowOrder): (a: RowPlace, b: RowPlace) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) =>
    Number(isMissing(a.value)) - Number(isMissing(b.value)) ||
    sign * compareValues(a.value, b.value) ||
    compareValues(a.path, b.path);
}

export interface RowGroup<T extends Row> {
  readonly key: GroupKey;
  /** The rows of the group, of which the first are kept. */
  readonly rows: BestRows<T>;
  readonly aggregated: AggregatedRows;
}

/** Groups rows by the values of a field; a row with a list is in the group of each member. */
export class RowGroups<T extends Row> {
  readonly #groups = new Map<GroupKey, RowGroup<T>>();

  /** @param most rows that are kept of each group */
  constructor(
    private readonly field: string,
    private readonly order: RowOrder,
    private readonly most: number,
    private readonly aggregates: readonly Aggregate[] = [],
  ) {}

  /** @param spelled gives equal keys one spelling */
  offer(row: T, spelled = (key: GroupKey): GroupKey => key): void {
    const keys = [...groupKeys(fieldValue(row, this.field))];
    for (const key of new Set(keys.map(spelled))) {
      let group = this.#groups.get(key);
      if (group === undefined) {
        const aggregated = new AggregatedRows(this.aggregates);
        group = { key, rows: new BestRows(this.order, { most: this.most }), aggregated };
        this.#groups.set(key, group);
      }
      group.rows.offer(row);
      group.aggregated.add(row);
    }
  }

  /** In the order of their values. */
  sorted(): readonly RowGroup<T>[] {
    return [...this.#groups.values()].sort((a, b) => compareValues(a.key, b.key));
  }
}
