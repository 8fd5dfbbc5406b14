import { jsonSize, writtenStretch } from './json-size';
import { WrittenRows, type WrittenStretch } from './written-rows';

/** Limit for a result in bytes of JSON, unless its caller requested more. */
export const defaultPageBytes = 100_000;
/** Bytes per row if a call requests more rows than usual. */
const bytesOfRow = 1000;
/** Bytes for all rows, however many are asked for: writing down 6 MB at once held the thread for 120 to 190 ms (measured). */
const maxBytesOfRows = 2_000_000;
/** Bytes for the rest of a result, apart from its rows. */
const bytesBeside = 1000;

/** Limit for a page of this many rows, in bytes of JSON. */
export function bytesOfPage(limit: number): number {
  return Math.min(maxBytesOfRows, Math.max(defaultPageBytes, limit * bytesOfRow));
}

/** Collects the rows of a page while they fit: making all requested rows would waste work. */
export class PageRows<Row> {
  /** Those that fit. */
  readonly rows = new WrittenRows<Row>();
  private left: number;

  /** @param limit number of requested rows */
  constructor(limit: number) {
    this.left = bytesOfPage(limit) - bytesBeside;
  }

  /** Whether a row was refused; then all later ones are too. */
  get isFull(): boolean {
    return this.left < 0;
  }

  /**
   * Adds rows, of which those are taken that fit; the first of a page always does.
   * @returns the rows with their JSON if they were written together and all fit
   */
  add(rows: readonly Row[]): WrittenStretch<Row> | undefined {
    const written = writtenStretch(rows);
    if (written !== undefined) return this.addWritten(written) ? written : undefined;
    for (const row of rows) this.addSingly(row);
    return undefined;
  }

  /** Like `add` for rows that have their JSON. @returns whether all fit */
  addWritten(written: WrittenStretch<Row>): boolean {
    if (this.isFull) return false;
    if (written.size + 1 <= this.left) {
      this.left -= written.size + 1;
      this.rows.add(written.rows, written);
    } else for (const row of written.rows) this.addSingly(row);
    return !this.isFull;
  }

  private addSingly(row: Row): void {
    if (this.isFull) return;
    const written = writtenStretch([row]);
    this.left -= 1 + (written?.size ?? jsonSize(row, this.left));
    if (this.left >= 0 || this.rows.length === 0) this.rows.add([row], written);
  }
}
