import { jsonSize, writtenStretch } from './json-size';
import { WrittenRows } from './written-rows';

/** Limit for a result in bytes of JSON, unless its caller requested more. */
export const standardBytes = 100_000;
/** Bytes per row if a call requests more rows than usual. */
const bytesOfRow = 1000;
/** Bytes for all rows, however many are asked for: writing down 6 MB at once held the thread for 120 to 190 ms (measured). */
const mostBytesOfRows = 2_000_000;
/** Bytes for the rest of a result, apart from its rows. */
const bytesBeside = 1000;

/** Limit for a page of this many rows, in bytes of JSON. */
export function bytesOfPage(limit: number): number {
  return Math.min(mostBytesOfRows, Math.max(standardBytes, limit * bytesOfRow));
}

/** Rows that are written and measured together. */
const rowsAtOnce = 64;

/**
 * Collects the rows of a page while they fit: making all requested rows would waste work. Rows are measured
 * in groups, so a page may turn out to be full only a few rows later.
 */
export class PageRows<Row> {
  private readonly fitting = new WrittenRows<Row>();
  private unmeasured: Row[] = [];
  private left: number;

  /** @param limit number of requested rows */
  constructor(limit: number) {
    this.left = bytesOfPage(limit) - bytesBeside;
  }

  /** Whether a row is known to be refused; then all later ones are too. */
  get isFull(): boolean {
    return this.left < 0;
  }

  /** Adds a row if it fits; the first always does. */
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
