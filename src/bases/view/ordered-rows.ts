/** The rows of a view, or of one of its groups, sorted when they are first read. */
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import type { SortRule } from '../document/view-settings';
import { compareKeys, type SortKey } from '../values/order';
import type { BaseRow } from './rows';

export interface OrderedRows {
  readonly length: number;
  /** The rows at the places from `start` to before `end`. */
  between(start: number, end: number, loop: SlicedLoop): Promise<readonly BaseRow[]>;
}

/** Only the first rows. */
export function limited(rows: OrderedRows, limit: number): OrderedRows {
  const length = Math.min(limit, rows.length);
  return { length, between: (start, end, loop) => rows.between(start, Math.min(end, length), loop) };
}

/** The rows of the lists, concatenated. */
export function inTurn(lists: readonly OrderedRows[]): OrderedRows {
  return {
    length: lists.reduce((sum, { length }) => sum + length, 0),
    async between(start, end, loop) {
      const found: (readonly BaseRow[])[] = [];
      let before = 0;
      for (const list of lists) {
        const [first, behind] = [Math.max(0, start - before), Math.min(list.length, end - before)];
        if (first < behind) found.push(await list.between(first, behind, loop));
        before += list.length;
      }
      return found.flat();
    },
  };
}

/** Rows that are already sorted. */
function inOrder(rows: readonly BaseRow[]): OrderedRows {
  return {
    length: rows.length,
    between: (start, end) => Promise.resolve(rows.slice(start, end)),
  };
}

/** A row with its sort keys: the first one, those of formulas, and others only if the previous ones are equal. */
interface KeyedRow {
  readonly row: BaseRow;
  readonly keys: (SortKey | undefined)[];
}

export function orderedBy(rules: readonly SortRule[], rows: readonly BaseRow[]): OrderedRows {
  if (rules.length === 0) return inOrder(rows);
  const keyAt = ({ row, keys }: KeyedRow, index: number, { property }: SortRule): SortKey =>
    (keys[index] ??= row.keyFor(property));
  const compare = (a: KeyedRow, b: KeyedRow): number => {
    let index = 0;
    for (const rule of rules) {
      const order = compareKeys(keyAt(a, index, rule), keyAt(b, index, rule), rule.direction);
      if (order !== 0) return order;
      index += 1;
    }
    return 0;
  };
  let sorted: readonly KeyedRow[] | undefined;
  return {
    length: rows.length,
    async between(start, end, loop) {
      sorted ??= (await keyed(rows, rules, loop)).sort(compare);
      return sorted.slice(start, end).map(({ row }) => row);
    },
  };
}

/** A formula may take long, so none is evaluated during comparison, which cannot pause. */
async function keyed(
  rows: readonly BaseRow[],
  rules: readonly SortRule[],
  loop: SlicedLoop,
): Promise<KeyedRow[]> {
  const made: KeyedRow[] = [];
  await forEachInTurn(rows, loop, row => {
    const keys = rules.map(({ property }, index) =>
      index === 0 || property.kind === 'formula' ? row.keyFor(property) : undefined,
    );
    made.push({ row, keys });
  });
  return made;
}
