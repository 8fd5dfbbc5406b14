/** The rows of a page: as many as were asked for, and as fit into an answer. */
import { jsonSize } from './json';
import { type SlicedLoop, someInTurn } from './slicing/time-slicer';

/** Limit for an answer in bytes of JSON, unless its caller asked for more. */
export const defaultPageBytes = 100_000;
/** Limit for any answer: some 8,500 rows of files. */
export const maxPageBytes = 2_000_000;
/** Bytes per row if a call asks for more rows than usual. */
const bytesOfRow = 1000;
/** Bytes for the rest of an answer, apart from its rows. */
const bytesBeside = 1000;

/** Limit for an answer with this many rows, in bytes of JSON. */
export function bytesOfPage(limit: number): number {
  return Math.min(maxPageBytes, Math.max(defaultPageBytes, limit * bytesOfRow));
}

/**
 * The rows of the first items, up to the first row that does not fit; one always does. Later rows are not made.
 * @param limit number of rows that were asked for
 */
export async function rowsOfPage<Item, Row>(
  items: readonly Item[],
  limit: number,
  rowOf: (item: Item) => Row | Promise<Row>,
  loop: SlicedLoop,
): Promise<Row[]> {
  const rows: Row[] = [];
  let left = bytesOfPage(limit) - bytesBeside;
  await someInTurn(items, loop, async item => {
    const row = await rowOf(item);
    left -= 1 + jsonSize(row, left);
    if (left >= 0 || rows.length === 0) rows.push(row);
    return left < 0;
  });
  return rows;
}
