/** Sorts and groups the rows of `query_notes` as they are added: only one page of them is kept. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { type Aggregate, AggregatedRows } from './aggregates';
import { Best } from '../rank/best';
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

/** Rows with equal values are sorted by path; rows without the field are last in either direction. */
export class BestRows<T extends Row> {
  readonly #best: Best<Placed<T>>;
  readonly #behind: Placed<undefined> | undefined;
  readonly #compare: (a: Placed<unknown>, b: Placed<unknown>) => number;
  #count = 0;

  constructor(
    private readonly order: RowOrder,
    { most, behind }: RowPage,
  ) {
    this.#compare = comparison(order);
    this.#best = new Best<Placed<T>>(most, this.#compare);
    this.#behind = behind && new Placed(undefined, behind);
  }

  /** Number of rows so far, including those of other pages. */
  get count(): number {
    return this.#count;
  }

  offer(row: T): void {
    this.#count += 1;
    const placed = new Placed(row, placeOfRow(row, this.order));
    if (this.#behind === undefined || this.#compare(placed, this.#behind) > 0) this.#best.offer(placed);
  }

  sorted(): readonly T[] {
    return this.#best.sorted().map(({ row }) => row);
  }
}

export function placeOfRow(row: Row, { field }: RowOrder): RowPlace {
  return { value: orderOf(fieldValue(row, field)), path: String(fieldValue(row, 'path')) };
}

class Placed<T> {
  readonly value: unknown;
  readonly isMissing: boolean;
  readonly path: string;
  readonly #lower: string | undefined;
  #lowerPath: string | undefined;

  constructor(
    readonly row: T,
    { value, path }: RowPlace,
  ) {
    this.value = value;
    this.isMissing = isMissing(value);
    this.path = path;
    this.#lower = typeof value === 'string' ? value.toLowerCase() : undefined;
  }

  /** Like `compareValues`, with lower-case texts cached. */
  compareValue(other: Placed<unknown>): number {
    const [a, b] = [this.#lower, other.#lower];
    if (a === undefined || b === undefined || a === b) return compareValues(this.value, other.value);
    return a < b ? -1 : 1;
  }

  comparePath(other: Placed<unknown>): number {
    const [a, b] = [this.lowerPath, other.lowerPath];
    if (a === b) return compareValues(this.path, other.path);
    return a < b ? -1 : 1;
  }

  /** Computed only if values are equal. */
  private get lowerPath(): string {
    this.#lowerPath ??= this.path.toLowerCase();
    return this.#lowerPath;
  }
}

function comparison({ order }: RowOrder): (a: Placed<unknown>, b: Placed<unknown>) => number {
  const sign = order === 'asc' ? 1 : -1;
  return (a, b) => {
    const lastly = Number(a.isMissing) - Number(b.isMissing);
    return lastly || sign * a.compareValue(b) || a.comparePath(b);
  };
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
  async sorted(turn: SliceTurn): Promise<readonly RowGroup<T>[]> {
    const placed: Placed<RowGroup<T>>[] = [];
    for (const group of this.#groups.values()) {
      placed.push(new Placed(group, { value: group.key, path: '' }));
      if (turn.due()) await turn.pause();
    }
    const sorted = placed.sort((a, b) => a.compareValue(b));
    return sorted.map(({ row }) => row);
  }
}
