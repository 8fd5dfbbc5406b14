/** Facts about each note for a search, other than its words, in columns by note number. */

import { divisorsOf, type Lengths } from '../score/scorer';
import type { StoredNote } from '../store/stored-note';

const none = -1;

export class NoteColumns {
  /** The number of each note of the list; -1 for one that is not in the index. */
  readonly numbers: Int32Array;
  /** How many numbers there are. */
  readonly length: number;
  /** The index of each note in the list; -1 if it is not searched. */
  readonly indexes: Int32Array;
  /** Whether the note is used to estimate how rare words are: 1, else 0. */
  readonly sampled: Uint8Array;
  /** See `Divisors`; 0 before `measure`. */
  readonly textDivisors: Float64Array;
  readonly titleDivisors: Float64Array;
  readonly softTitleDivisors: Float64Array;

  /** @param noteNumbers larger than each number of a note */
  constructor(
    readonly notes: readonly StoredNote[],
    noteNumbers: number,
  ) {
    this.length = noteNumbers;
    this.indexes = new Int32Array(noteNumbers).fill(none);
    this.sampled = new Uint8Array(noteNumbers);
    this.textDivisors = new Float64Array(noteNumbers);
    this.titleDivisors = new Float64Array(noteNumbers);
    this.softTitleDivisors = new Float64Array(noteNumbers);
    this.numbers = new Int32Array(notes.length);
    // Without a pause: numbers may change while a search pauses. A plain loop: an iterator takes ten times as long.
    for (let index = 0; index < notes.length; index += 1) {
      const number = notes[index]?.number ?? none;
      this.numbers[index] = number;
      if (number !== none) this.indexes[number] = index;
    }
  }

  /** Undefined for a note that is not in the index. @param index in the list */
  numberAt(index: number): number | undefined {
    const number = this.numbers[index] ?? none;
    return number === none ? undefined : number;
  }

  /** Computes the divisors of a note. @param lengths of all notes that are searched */
  measure(number: number, lengths: Lengths): void {
    const note = this.notes[this.indexes[number] ?? none];
    if (note === undefined) return;
    const { text, title, softTitle } = divisorsOf(note, lengths);
    this.textDivisors[number] = text;
    this.titleDivisors[number] = title;
    this.softTitleDivisors[number] = softTitle;
  }
}
