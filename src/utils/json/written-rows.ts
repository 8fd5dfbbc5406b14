/** Rows that are stored as one text. */
const rowsTogether = 64;
/** Bytes; no result is larger. */
const mostBytes = 2_100_000;

/** A row as it is sent. */
export interface WrittenRow {
  readonly json: string;
  /** Bytes in UTF-8. */
  readonly size: number;
}

/** The JSON of some rows, as it is sent. */
export interface WrittenList {
  /** In order; separated by commas when sent. */
  readonly stretches: readonly string[];
  /** Bytes in UTF-8, brackets included. */
  readonly size: number;
}

/**
 * Rows of a result with their JSON, which is made once, both to measure and to send them: making it twice
 * took two fifths of a list of 10,000 files. For readers it is an ordinary list. Rows are only added by
 * `add`, and never change afterwards.
 */
export class WrittenRows<Row> extends Array<Row> {
  #stretches: string[] = [];
  #stretch = '';
  #size = 2;
  #isWritten = true;

  /** Lists derived from this one have no JSON. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** Whether all rows so far have their JSON. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  /** @param json of this row; without it, or if there is too much, the whole list has none */
  add(row: Row, json: WrittenRow | undefined): void {
    this.push(row);
    if (json === undefined || this.#size > mostBytes) this.#forget();
    if (json === undefined || !this.#isWritten) return;
    this.#stretch += this.#stretch === '' ? json.json : `,${json.json}`;
    this.#size += json.size + 1;
    if (this.length % rowsTogether !== 0) return;
    this.#stretches.push(this.#stretch);
    this.#stretch = '';
  }

  /** Undefined if the rows have no JSON. */
  get written(): WrittenList | undefined {
    if (!this.#isWritten) return undefined;
    const rest = this.#stretch === '' ? [] : [this.#stretch];
    return { stretches: [...this.#stretches, ...rest], size: this.#size };
  }

  #forget(): void {
    this.#isWritten = false;
    this.#stretches = [];
    this.#stretch = '';
  }
}
