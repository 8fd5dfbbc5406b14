/** Facts about each note for a search, other than its words, in columns by note number. */

import { divisorsOf, type Lengths } from '../rank/scorer';
import type { StoredNote } from '../store/stored-note';

const noNumber = -1;

export class NoteColumns {
  /** The number of each note of the list; -1 for one that is not in the index. */
  readonly numbers: Int32Array;
  /** How many numbers there are. */
  readonly length: number;
  /** Whether the note is searched: 1, else 0. */
  readonly accepted: Uint8Array;
  /** Whether the note is used to estimate how rare words are: 1, else 0. */
  readonly sampled: Uint8Array;
  /** See `Divisors`. */
  readonly textDivisors: Float64Array;
  readonly titleDivisors: Float64Array;
  readonly softTitleDivisors: Float64Array;

  /** @param noteNumbers larger than each number of a note */
  constructor(
    readonly notes: readonly StoredNote[],
    noteNumbers: number,
  ) {
    // Without a pause: numbers may change while a search pauses.
    this.numbers = Int32Array.from(notes, ({ number = noNumber }) => number);
    this.length = noteNumbers;
    this.accepted = new Uint8Array(noteNumbers);
    this.sampled = new Uint8Array(noteNumbers);
    for (const number of this.numbers) if (number !== noNumber) this.accepted[number] = 1;
    this.textDivisors = new Float64Array(noteNumbers);
    this.titleDivisors = new Float64Array(noteNumbers);
    this.softTitleDivisors = new Float64Array(noteNumbers);
  }

  /** Undefined for a note that is not in the index. @param index in the list */
  numberAt(index: number): number | undefined {
    const number = this.numbers[index] ?? noNumber;
    return number === noNumber ? undefined : number;
  }

  /** @param lengths of all notes that are searched */
  measure(lengths: Lengths): void {
    for (const [index, note] of this.notes.entries()) {
      const number = this.numberAt(index);
      if (number === undefined) continue;
      const { text, title, softTitle } = divisorsOf(note, lengths);
      this.textDivisors[number] = text;
      this.titleDivisors[number] = title;
      this.softTitleDivisors[number] = softTitle;
    }
  }
}
