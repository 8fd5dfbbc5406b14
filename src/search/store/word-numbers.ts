/** Assigns numbers to the words of the notes of one store. A word keeps its number. */

import { letterSet } from '../../utils/text/edit-distance';
import { PackedWords } from './packed-words';
import { WordTally } from './word-tally';

/** Letters of a longer word that count, plus one, which shows that it was cut. */
export const maxCountedLength = 100;
/** Real vaults have fewer distinct words; only texts of random letters have more. */
const maxWords = 400_000;
const none = -1;

export class WordNumbers {
  /** For the words of one note that is counted without a pause. */
  readonly tally = new WordTally();
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
    const number = this.#words.add(text, start, Math.min(end, start + maxCountedLength + 1));
    if (number === count) this.#chain(number, text.charCodeAt(start));
    return number;
  }

  /** The number of a word; undefined if no note had it. @param word not longer than the counted letters */
  find(word: string): number | undefined {
    return this.#words.find(word);
  }

  /** The numbers of the words that begin with one text and contain another. */
  *candidates({ start, part }: { readonly start: string; readonly part: string }): Generator<number, void> {
    if (start === '') {
      const letters = letterSet(part);
      for (let number = 0; number < this.count; number += 1)
        if (this.#words.has(number, part, letters)) yield number;
      return;
    }
    let number = this.#last[start.charCodeAt(0)] ?? none;
    for (; number !== none; number = this.#before[number] ?? none)
      if (this.#words.startsWith(number, start)) yield number;
  }

  /** Tells by its number whether a word may contain one of the texts: one that was cut may. */
  containing(texts: readonly string[]): (number: number) => boolean {
    const wanted = texts.map(text => ({ text, letters: letterSet(text) }));
    const words = this.#words;
    return number => {
      for (const { text, letters } of wanted) if (words.has(number, text, letters)) return true;
      return words.lengthAt(number) > maxCountedLength;
    };
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
