/** Counts typing errors between words and names. */

import { areWithin, letterSet } from './letter-sets';

/** Longer words are not compared. */
export const maxWordLength = 100;

/** The number of typing errors allowed for a word. */
export function toleranceFor(word: string): 0 | 1 | 2 {
  if (word.length <= 3) return 0;
  return word.length <= 6 ? 1 : 2;
}

/** Compares one word with many. Not for words beyond 250 letters. */
export class WordDistance {
  /** Rows of the edit table: the one before last, the last, and the current one. */
  readonly #rows: readonly [Uint8Array, Uint8Array, Uint8Array];
  readonly letters: number;

  constructor(
    readonly word: string,
    /** Most edits for a similar word. */
    readonly tolerance: number,
  ) {
    const row = (): Uint8Array => new Uint8Array(word.length + 1);
    this.#rows = [row(), row(), row()];
    this.letters = letterSet(word, 0, word.length);
  }

  /** False only if no word of that length with these letters is similar. */
  mayBe(length: number, letters: number, tolerance = this.tolerance): boolean {
    return Math.abs(length - this.word.length) <= tolerance && areWithin(letters, this.letters, tolerance);
  }

  isNear(text: string, start: number, end: number): boolean {
    return this.edits(text, start, end) !== undefined;
  }

  /**
   * Edits (insert, delete, replace, swap neighbours) from the word to `text` between `start` and `end`;
   * undefined if more than the tolerance.
   */
  edits(text: string, start: number, end: number, tolerance = this.tolerance): number | undefined {
    // Avoids the comparison for nearly all words.
    if (!this.mayBe(end - start, letterSet(text, start, end), tolerance)) return undefined;
    return this.counted(text, start, end, tolerance);
  }

  /** The same for a text that `mayBe` does not rule out. */
  counted(text: string, start: number, end: number, tolerance = this.tolerance): number | undefined {
    const { length } = this.word;
    let [before, last, row] = this.#rows;
    for (let column = 0; column <= length; column += 1) last[column] = column;
    for (let line = 1; line <= end - start; line += 1) {
      const least = this.#fill(text, start, line, tolerance, before, last, row);
      if (least > tolerance) return undefined;
      [before, last, row] = [last, row, before];
    }
    const edits = last[length] ?? Infinity;
    return edits <= tolerance ? edits : undefined;
  }

  /** Fills the cells of one row that are within the tolerance of the diagonal, and returns their minimum. */
  #fill(
    text: string,
    start: number,
    line: number,
    tolerance: number,
    before: Uint8Array,
    last: Uint8Array,
    row: Uint8Array,
  ): number {
    const { word } = this;
    const far = tolerance + 1;
    const from = Math.max(1, line - tolerance);
    const to = Math.min(word.length, line + tolerance);
    row[from - 1] = from === 1 ? Math.min(line, far) : far;
    if (to < word.length) row[to + 1] = far;
    let least = row[from - 1] ?? far;
    const letter = text.charCodeAt(start + line - 1);
    for (let column = from; column <= to; column += 1) {
      const other = word.charCodeAt(column - 1);
      let edits = (last[column - 1] ?? far) + (letter === other ? 0 : 1);
      edits = Math.min(edits, (last[column] ?? far) + 1, (row[column - 1] ?? far) + 1, far);
      const isSwap =
        column > 1 &&
        line > 1 &&
        other === text.charCodeAt(start + line - 2) &&
        letter === word.charCodeAt(column - 2);
      if (isSwap) edits = Math.min(edits, (before[column - 2] ?? far) + 1);
      row[column] = edits;
      if (edits < least) least = edits;
    }
    return least;
  }
}
