/** Typing errors between words. */

import { areWithin, letterSet } from '../../../utils/text/letter-sets';

/** Longer words are not compared. */
export const longestWord = 100;

/** How many typing errors a word may have. */
export function toleranceFor(word: string): 0 | 1 | 2 {
  if (word.length <= 3) return 0;
  return word.length <= 6 ? 1 : 2;
}

/** Compares one word with many. Not for words beyond 250 letters. */
export class WordDistance {
  readonly #rows: readonly [Uint8Array, Uint8Array, Uint8Array];
  readonly #letters: number;

  constructor(
    readonly word: string,
    readonly tolerance: number,
  ) {
    const row = (): Uint8Array => new Uint8Array(word.length + 1);
    this.#rows = [row(), row(), row()];
    this.#letters = letterSet(word, 0, word.length);
  }

  /** False only if no word of that length with these letters is near. */
  mayBe(length: number, letters: number): boolean {
    return (
      Math.abs(length - this.word.length) <= this.tolerance &&
      areWithin(letters, this.#letters, this.tolerance)
    );
  }

  isNear(text: string, start: number, end: number): boolean {
    return this.edits(text, start, end) !== undefined;
  }

  /**
   * Letters to insert, delete, replace or swap with their neighbour to make the word from `text` between `start`
   * and `end`; undefined if more than the tolerance.
   */
  edits(text: string, start: number, end: number): number | undefined {
    const { word, tolerance } = this;
    if (Math.abs(end - start - word.length) > tolerance) return undefined;
    // Spares nearly all words the comparison.
    if (!this.mayBe(end - start, letterSet(text, start, end))) return undefined;
    let [before, last, row] = this.#rows;
    for (let column = 0; column <= word.length; column += 1) last[column] = column;
    for (let line = 1; line <= end - start; line += 1) {
      row[0] = line;
      let least = line;
      for (let column = 1; column <= word.length; column += 1) {
        const edits = cell(word, text, start, column, line, before, last, row);
        row[column] = edits;
        if (edits < least) least = edits;
      }
      if (least > tolerance) return undefined;
      [before, last, row] = [last, row, before];
    }
    const edits = last[word.length] ?? Infinity;
    return edits <= tolerance ? edits : undefined;
  }
}

function cell(
  word: string,
  text: string,
  start: number,
  column: number,
  line: number,
  before: Uint8Array,
  last: Uint8Array,
  row: Uint8Array,
): number {
  const letter = word.charCodeAt(column - 1);
  const other = text.charCodeAt(start + line - 1);
  const replaced = (last[column - 1] ?? 0) + (letter === other ? 0 : 1);
  let least = Math.min(replaced, (last[column] ?? 0) + 1, (row[column - 1] ?? 0) + 1);
  const isSwap =
    column > 1 &&
    line > 1 &&
    letter === text.charCodeAt(start + line - 2) &&
    other === word.charCodeAt(column - 2);
  if (isSwap) least = Math.min(least, (before[column - 2] ?? 0) + 1);
  return least;
}
