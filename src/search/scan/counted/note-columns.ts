/** The searched notes by their numbers in the word index. */

import type { StoredNote } from '../../store/stored-note';

const none = -1;

export class NoteColumns {
  /** The number of each note of the list; -1 for one that is not in the index. */
  readonly numbers: Int32Array;
  /** How many numbers there are. */
  readonly length: number;
  /** The index of each note in the list; -1 if it is not searched. */
  readonly indexes: Int32Array;
  /** Lengths of the folded texts. */
  readonly textLengths: Int32Array;
  /** @param noteNumbers larger than each number of a note */
  constructor(
    readonly notes: readonly StoredNote[],
    noteNumbers: number,
  ) {
    this.length = noteNumbers;
    this.indexes = new Int32Array(noteNumbers).fill(none);
    this.textLengths = new Int32Array(noteNumbers);
    this.numbers = new Int32Array(notes.length);
    // Without a pause: numbers may change while a search pauses. A plain loop: an iterator takes ten times as long.
    for (let index = 0; index < notes.length; index += 1) {
      const note = notes[index];
      const number = note?.number ?? none;
      this.numbers[index] = number;
      if (note === undefined || number === none) continue;
      this.indexes[number] = index;
      this.textLengths[number] = note.foldedLength ?? 0;
    }
  }

  /** Undefined for a note that is not in the index. @param index in the list */
  numberAt(index: number): number | undefined {
    const number = this.numbers[index] ?? none;
    return number === none ? undefined : number;
  }

  /** Undefined if no searched note has the number. */
  noteOf(number: number): StoredNote | undefined {
    return this.notes[this.indexes[number] ?? none];
  }
}
