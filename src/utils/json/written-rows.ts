/** Rows that are kept as one text. */
const rowsTogether = 64;
/** Bytes; no result has more. */
const mostBytes = 2_100_000;

/** A row as it is sent. */
export interface WrittenRow {
  readonly json: string;
  /** Bytes in UTF-8. */
  readonly size: number;
}

/** The JSON of some rows, as it is sent. */
export interface WrittenList {
  /** In their order; commas go between them. */
  readonly stretches: readonly string[];
  /** Bytes in UTF-8, brackets included. */
  readonly size: number;
}

/**
 * Rows of a result with their JSON, which is made once to measure and to send them: both by themselves took two fifths
 * of a listing of 10,000 files. To whoever reads them they are an ordinary list. Rows come by `add` only, and do not
 * change any more.
 */
export class WrittenRows<Row> extends Array<Row> {
  #stretches: string[] = [];
  #stretch = '';
  #size = 2;
  #isWritten = true;

  /** Lists that are made from this one have no JSON. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  /** Whether all rows so far have their JSON. */
  get isWritten(): boolean {
    return this.#isWritten;
  }

  /** @param json of this row; without it, and where there is too much of it, the whole list has none */
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

  /** Undefined where the rows are not written. */
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
