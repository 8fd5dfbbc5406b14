import { WrittenText } from '../text/long-text';

/** Bytes; no result has larger rows. */
const maxBytes = 2_100_000;

/** Some rows with their JSON; never changes, so that several results can send it. */
export class WrittenStretch<Row> {
  #lineOf: ((row: Row) => string) | undefined;
  #lines = WrittenText.of('');

  /** @param json of the rows in UTF-8, with a comma before each of them, so that those of many are sent as they are */
  constructor(
    readonly rows: readonly Row[],
    readonly json: Uint8Array,
  ) {}

  /** Bytes of the JSON without the first comma. */
  get size(): number {
    return this.json.length - 1;
  }

  /** A line of text for each row, with a line break before it; made once for successive uses of one function. */
  linesBy(lineOf: (row: Row) => string): WrittenText {
    if (this.#lineOf !== lineOf) {
      this.#lines = WrittenText.of(this.rows.map(row => `\n${lineOf(row)}`).join(''));
      this.#lineOf = lineOf;
    }
    return this.#lines;
  }
}

/**
 * Rows of a result with their JSON, which is made once, both to measure and to send them: making it twice
 * took two fifths of a list of 10,000 files. For readers it is an ordinary list. Rows are only added by
 * `add`, and never change afterwards.
 */
export class WrittenRows<Row> extends Array<Row> {
  #stretches: WrittenStretch<Row>[] = [];
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

  /** In the order of the rows. */
  get stretches(): readonly WrittenStretch<Row>[] {
    return this.#stretches;
  }

  /** Bytes of the JSON of all rows in UTF-8, brackets included. */
  get size(): number {
    return this.#size;
  }

  /** @param written these rows with their JSON; without it, the whole list has none */
  add(rows: readonly Row[], written: WrittenStretch<Row> | undefined): void {
    for (const row of rows) this.push(row);
    if (rows.length === 0 || !this.#isWritten) return;
    if (written === undefined || this.#size > maxBytes) {
      this.#isWritten = false;
      this.#stretches = [];
      return;
    }
    this.#stretches.push(written);
    this.#size += written.size + 1;
  }
}
