/** The rows of a view, or of one of its groups, sorted as far as they are read. */
import { SortedAsNeeded } from '../../utils/slicing/sorted-as-needed';
import type { Steps } from '../../utils/slicing/steps';
import type { SortRule } from '../document/view-settings';
import { compareKeys, type SortKey } from '../values/order';
import type { BaseRow, RowContext } from './rows';

export interface OrderedRows {
  readonly length: number;
  /** The rows at the places from `start` to before `end`. */
  between(start: number, end: number): Steps<readonly BaseRow[]>;
}

/** Only the first rows. */
export function limited(rows: OrderedRows, limit: number): OrderedRows {
  const length = Math.min(limit, rows.length);
  return { length, between: (start, end) => rows.between(start, Math.min(end, length)) };
}

/** The rows of the lists, concatenated. */
export function inTurn(lists: readonly OrderedRows[]): OrderedRows {
  return {
    length: lists.reduce((sum, { length }) => sum + length, 0),
    *between(start, end) {
      const found: (readonly BaseRow[])[] = [];
      let before = 0;
      for (const list of lists) {
        const [first, behind] = [Math.max(0, start - before), Math.min(list.length, end - before)];
        if (first < behind) found.push(yield* list.between(first, behind));
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
    *between(start, end) {
      yield;
      return rows.slice(start, end);
    },
  };
}

/** A row with its sort keys: the first one, those of formulas, and others only if the previous ones are equal. */
interface KeyedRow {
  readonly row: BaseRow;
  readonly keys: (SortKey | undefined)[];
}

/** Rows whose keys are made in one step. */
const rowsInStep = 8;

export function orderedBy(
  rules: readonly SortRule[],
  rows: readonly BaseRow[],
  context: RowContext,
): OrderedRows {
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
  let sorted: SortedAsNeeded<KeyedRow> | undefined;
  return {
    length: rows.length,
    *between(start, end) {
      sorted ??= new SortedAsNeeded(yield* keyed(rows, rules, context), {
        compare,
        isSlow: () => context.isSlow,
      });
      return (yield* sorted.between(start, end)).map(({ row }) => row);
    },
  };
}

/** A formula may take long, so none is evaluated during comparison, which cannot pause. */
function* keyed(
  rows: readonly BaseRow[],
  rules: readonly SortRule[],
  context: RowContext,
): Steps<KeyedRow[]> {
  const made: KeyedRow[] = [];
  for (const row of rows) {
    const keys = rules.map(({ property }, index) =>
      index === 0 || property.kind === 'formula' ? row.keyFor(property) : undefined,
    );
    made.push({ row, keys });
    if (made.length % rowsInStep === 0 || context.isSlow) yield;
  }
  return made;
}
