/** Bytes; no result has larger rows. */
const mostBytes = 2_100_000;

/** Some rows as they are sent. */
export interface WrittenStretch {
  /** Without brackets. */
  readonly json: string;
  /** Bytes in UTF-8. */
  readonly size: number;
}

/**
 * Rows of a result with their JSON, which is made once, both to measure and to send them: making it twice
 * took two fifths of a list of 10,000 files. For readers it is an ordinary list. Rows are only added by
 * `add`, and never change afterwards.
 */
export class WrittenRows<Row> extends Array<Row> {
  #stretches: string[] = [];
  #size = 2;
  #isWritten = true;

  /** Lists derived from this one have no JSON. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** Whether all rows so far have their JSON; not where some are long, or all are too much for any result. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  /** In the order of the rows, without the commas between them. */
  get stretches(): readonly string[] {
    return this.#stretches;
  }

  /** Bytes of the JSON of all rows in UTF-8, brackets included. */
  get size(): number {
    return this.#size;
  }

  /** @param written the JSON of these rows; without it, the whole list has none */
  add(rows: readonly Row[], written: WrittenStretch | undefined): void {
    for (const row of rows) this.push(row);
    if (rows.length === 0 || !this.#isWritten) return;
    if (written === undefined || this.#size > mostBytes) {
      this.#isWritten = false;
      this.#stretches = [];
      return;
    }
    this.#stretches.push(written.json);
    this.#size += written.size + 1;
  }
}
