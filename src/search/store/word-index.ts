/** Which notes have which words, and how often: the ranking needs no texts. */

import type { Steps } from '../../utils/slicing/steps';
import { PostingBlock } from './postings/posting-reader';
import { Postings } from './postings/postings';
import { WordNumbers } from './word-numbers';
import type { WordTally } from './word-tally';

/** Entries are rebuilt when at least this many notes are gone, and more than remain. */
const maxGone = 1000;
/** Entries that are copied in one step. */
const stepEntries = 4096;

export class WordIndex {
  readonly words = new WordNumbers();
  #postings = new Postings();
  /** The next number for a note. */
  #next = 0;
  #gone = 0;
  #isCompacting = false;

  /** The current entries: notes added later are appended, renumbered notes get a new object. */
  get postings(): Postings {
    return this.#postings;
  }

  /** Larger than any note's number. */
  get noteNumbers(): number {
    return this.#next;
  }

  get bytes(): number {
    return this.words.bytes + this.#postings.bytes;
  }

  /** Whether most entries are of deleted notes. */
  get isWasteful(): boolean {
    return !this.#isCompacting && this.#gone > maxGone && this.#gone * 2 > this.#next;
  }

  /** @returns the number of the note with these words */
  enter(tally: WordTally): number {
    const note = this.#next;
    this.#next += 1;
    for (let place = 0; place < tally.length; place += 1)
      this.#postings.add(tally.wordAt(place), note, tally.countAt(place));
    return note;
  }

  /** A note with a number was deleted. */
  forget(): void {
    this.#gone += 1;
  }

  /**
   * Makes entries without those of notes that are gone.
   * @param numbers of the notes that are there, ascending
   * @param renumber told, together with the change, for each old number the new one, else -1; none for notes that were entered meanwhile
   */
  *compacting(numbers: readonly number[], renumber: (numbers: Int32Array) => void): Steps<void> {
    this.#isCompacting = true;
    try {
      yield* this.#compactingTo(numbers, renumber);
    } finally {
      this.#isCompacting = false;
    }
  }

  *#compactingTo(numbers: readonly number[], renumber: (numbers: Int32Array) => void): Steps<void> {
    const renumbered = new Int32Array(this.#next).fill(-1);
    for (const [next, number] of numbers.entries()) renumbered[number] = next;
    const [before, after] = [this.#postings, new Postings()];
    const block = new PostingBlock();
    let copied = 0;
    for (let word = 0; word < this.words.count; word += 1) {
      for (const reader = before.of(word); reader.read(block);) {
        copyEntries(block, word, renumbered, after);
        copied += block.length;
        if (copied < stepEntries) continue;
        copied = 0;
        yield;
      }
    }
    this.#postings = after;
    this.#next = numbers.length;
    this.#gone = 0;
    renumber(renumbered);
  }
}

/** @param renumbered for each note its new number, -1 for one that is gone */
function copyEntries(block: PostingBlock, word: number, renumbered: Int32Array, to: Postings): void {
  for (let index = 0; index < block.length; index += 1) {
    const note = renumbered[block.notes[index] ?? 0] ?? -1;
    if (note < 0) continue;
    to.add(word, note, block.countAt(index));
  }
}
