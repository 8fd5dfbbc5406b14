import { jsonSize, writtenRow } from './json-size';
import { WrittenRows } from './written-rows';

/** Limit for a result in bytes of JSON, unless its caller requested more. */
export const standardRoom = 100_000;
/** Bytes per row if a call requests more rows than usual. */
const roomOfRow = 1000;
/** Bytes for all rows, however many are asked for: writing down 6 MB at once held the thread for 120 to 190 ms (measured). */
const mostRoomOfRows = 2_000_000;
/** Bytes for the rest of a result, apart from its rows. */
const roomBeside = 1000;

/** Limit for a page of this many rows, in bytes of JSON. */
export function roomOfPage(limit: number): number {
  return Math.min(mostRoomOfRows, Math.max(standardRoom, limit * roomOfRow));
}

/** Collects the rows of a page while they fit: making all requested rows would waste work. */
export class PageRows<Row> {
  readonly rows = new WrittenRows<Row>();
  /** Whether a row was refused; then all later ones are too. */
  isFull = false;
  private left: number;

  /** @param limit number of requested rows */
  constructor(limit: number) {
    this.left = roomOfPage(limit) - roomBeside;
  }

  /** Adds a row if it fits; the first always does. */
  add(row: Row): void {
    if (this.isFull) return;
    const json = writtenRow(row);
    this.left -= 1 + (json?.size ?? jsonSize(row, this.left));
    this.isFull = this.left < 0 && this.rows.length > 0;
    if (!this.isFull) this.rows.add(row, json);
  }
}
