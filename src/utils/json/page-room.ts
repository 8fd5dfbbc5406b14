import { jsonSize, writtenStretch } from './json-size';
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

/** Rows that are written and measured together. */
const rowsAtOnce = 64;

/**
 * The rows of a page as they are made, as many as fit: making all that were asked for costs what is thrown away. Some
 * rows are measured at a time, so a page may be known to be full only a few rows later.
 */
export class PageRows<Row> {
  private readonly fitting = new WrittenRows<Row>();
  private unmeasured: Row[] = [];
  private left: number;

  /** @param limit how many rows were asked for */
  constructor(limit: number) {
    this.left = roomOfPage(limit) - roomBeside;
  }

  /** Whether a row was refused as far as is known yet, and so all behind it are. */
  get isFull(): boolean {
    return this.left < 0;
  }

  /** Adds a row where it fits; the first always does. */
  add(row: Row): void {
    if (this.isFull) return;
    this.unmeasured.push(row);
    if (this.unmeasured.length === rowsAtOnce) this.measure();
  }

  /** Measures what is left. @returns the rows that fit */
  end(): WrittenRows<Row> {
    this.measure();
    return this.fitting;
  }

  private measure(): void {
    const { unmeasured: rows, left } = this;
    this.unmeasured = [];
    const written = writtenStretch(rows);
    if (written !== undefined && written.size + 1 <= left) {
      this.left -= written.size + 1;
      this.fitting.add(rows, written);
    } else for (const row of rows) this.addSingly(row);
  }

  private addSingly(row: Row): void {
    if (this.isFull) return;
    const written = writtenStretch([row]);
    this.left -= 1 + (written?.size ?? jsonSize(row, this.left));
    if (this.left >= 0 || this.fitting.length === 0) this.fitting.add([row], written);
  }
}
