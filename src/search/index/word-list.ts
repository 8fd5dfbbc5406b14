/** Assigns numbers to the words of the notes of one store. A word keeps its number. */

import { editsWithin, letterSet, mayBeWithin } from '../../utils/text/edit-distance';
import type { Piece } from '../match/needs';
import { maxComparedLength } from '../match/word-matcher';
import type { WordTest } from '../match/word-test';
import { PackedWords } from './packed-words';

/** Real vaults have fewer distinct words; only texts of random letters have more. */
const maxWords = 400_000;
const none = -1;

export interface NearWord {
  readonly number: number;
  readonly word: string;
  /** Typing errors between it and the word that was asked for. */
  readonly edits: number;
}

export class WordList {
  readonly #words = new PackedWords();
  /** The last word with each first code unit, and for each word the one before it with the same. */
  readonly #last = new Int32Array(0x10000).fill(none);
  #before = new Int32Array(1024);

  get count(): number {
    return this.#words.count;
  }

  get bytes(): number {
    return this.#words.bytes + this.#last.byteLength + this.#before.byteLength;
  }

  /** Whether there are too many words: then no more notes are counted. */
  get isFull(): boolean {
    return this.count >= maxWords;
  }

  wordAt(number: number): string {
    return this.#words.at(number);
  }

  /** The number of the word in a text from `start` to `end`. */
  numberOf(text: string, start: number, end: number): number {
    const { count } = this;
    const number = this.#words.add(text, start, Math.min(end, start + maxComparedLength + 1));
    if (number === count) this.#chain(number, text.charCodeAt(start));
    return number;
  }

  /** The number of a word; undefined if no note had it. @param word not longer than the counted letters */
  find(word: string): number | undefined {
    return this.#words.find(word);
  }

  /** The numbers of the words that may match a test. */
  *candidates({ asked, start, part, listed }: WordTest): Generator<number, void> {
    for (const word of listed ?? []) {
      const number = this.#words.find(word);
      // Those that begin with the asked word follow.
      if (number !== undefined && !word.startsWith(asked)) yield number;
    }
    if (listed !== undefined || start !== '')
      yield* this.#beginningWith(listed === undefined ? start : asked);
    else yield* this.#having(part);
  }

  /** The numbers of the words that have a piece; those that were cut may have it. */
  *withPiece({ text, begins, ends }: Piece): Generator<number, void> {
    const [whole, isCut] = [begins && ends, text.length > maxComparedLength];
    const known = isCut ? text.slice(0, maxComparedLength) : text;
    const number = whole && !isCut ? this.#words.find(text) : undefined;
    if (number !== undefined) yield number;
    if (whole && !isCut) return;
    if (begins) yield* this.#beginningWith(known);
    else
      for (const word of this.#having(known))
        if (!ends || this.#words.endsWith(word, known) || this.#isCut(word)) yield word;
  }

  /** The words within a number of typing errors, with that number. */
  near(asked: string, tolerance: number): NearWord[] {
    const letters = letterSet(asked);
    const found: NearWord[] = [];
    for (let number = 0; number < this.count; number += 1) {
      if (Math.abs(this.#words.lengthAt(number) - asked.length) > tolerance) continue;
      if (!mayBeWithin(this.#words.lettersAt(number), letters, tolerance)) continue;
      const edits = editsWithin(this.#words.at(number), asked, tolerance);
      if (edits !== undefined) found.push({ number, word: this.#words.at(number), edits });
    }
    return found;
  }

  *#beginningWith(start: string): Generator<number, void> {
    let number = this.#last[start.charCodeAt(0)] ?? none;
    for (; number !== none; number = this.#before[number] ?? none)
      if (this.#words.startsWith(number, start)) yield number;
  }

  *#having(part: string): Generator<number, void> {
    const letters = letterSet(part);
    for (let number = 0; number < this.count; number += 1)
      if (this.#words.has(number, part, letters) || this.#isCut(number)) yield number;
  }

  #isCut(number: number): boolean {
    return this.#words.lengthAt(number) > maxComparedLength;
  }

  #chain(number: number, unit: number): void {
    if (number >= this.#before.length) {
      const larger = new Int32Array(this.#before.length * 2);
      larger.set(this.#before);
      this.#before = larger;
    }
    this.#before[number] = this.#last[unit] ?? none;
    this.#last[unit] = number;
  }
}
