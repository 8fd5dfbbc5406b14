import { jsonSize, writtenRow } from './json-size';
import { WrittenRows } from './written-rows';

/** Bytes of JSON that an answer may have, unless its caller asked for more. */
export const standardRoom = 100_000;
/** Bytes for each row of a call that asks for more of them than is usual. */
const roomOfRow = 1000;
/** Bytes for all rows, however many are asked for: writing down 6 MB at once held the thread for 120 to 190 ms (measured). */
const mostRoomOfRows = 2_000_000;
/** Bytes for what is in an answer beside its rows. */
const roomBeside = 1000;

/** Bytes of JSON that a page of so many rows may have. */
export function roomOfPage(limit: number): number {
  return Math.min(mostRoomOfRows, Math.max(standardRoom, limit * roomOfRow));
}

/** The rows of a page as they are made, as many as fit: making all that were asked for costs what is thrown away. */
export class PageRows<Row> {
  readonly rows = new WrittenRows<Row>();
  /** Whether a row was refused, and so all behind it are. */
  isFull = false;
  private left: number;

  /** @param limit how many rows were asked for */
  constructor(limit: number) {
    this.left = roomOfPage(limit) - roomBeside;
  }

  /** Adds a row where it fits; the first always does. */
  add(row: Row): void {
    if (this.isFull) return;
    const json = writtenRow(row);
    this.left -= 1 + (json?.size ?? jsonSize(row, this.left));
    this.isFull = this.left < 0 && this.rows.length > 0;
    if (!this.isFull) this.rows.add(row, json);
  }
}
