/** Assigns numbers to the words of the notes of one store. A word keeps its number. */

import { itemAt } from '../../utils/item-at';
import { editsWithin, letterSet, mayBeWithin } from '../../utils/text/edit-distance';
import { contains } from '../../utils/text/text-search';
import type { Likeness } from '../match/matcher';
import { isInEachSpelling, maxComparedLength, type WordTest } from '../match/word-matcher';

/** Real vaults have fewer distinct words; only texts of random letters have more. */
const maxWords = 400_000;
/** The engine keeps a longer piece as a view of the whole text, which it then holds in memory. */
const maxCopied = 12;
/** Words are looked up by this many characters of their beginning. */
const startLength = 2;
/** Begins a word that is written with marks between its letters: see `joinedWords`. No letter folds to it. */
export const joinedMark = '\u0001';

interface SimilarWord {
  readonly number: number;
  readonly word: string;
  /** Typing errors between it and the word that was asked for. */
  readonly edits: number;
}

export class WordList {
  readonly #numbers = new Map<string, number>();
  readonly #words: string[] = [];
  /** See `letterSet`. */
  readonly #letters: number[] = [];
  /** The numbers of the words by their first two characters. */
  readonly #byStart = new Map<string, number[]>();

  get count(): number {
    return this.#words.length;
  }

  /** Whether there are too many words: then no more notes are counted. */
  get isFull(): boolean {
    return this.count >= maxWords;
  }

  wordAt(number: number): string {
    return itemAt(this.#words, number);
  }

  /** The number of a word, of which only the first letters count if it is very long. */
  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    if (word.length > maxComparedLength + 1) return this.numberOf(word.slice(0, maxComparedLength + 1));
    const number = this.count;
    const copy = word.length > maxCopied ? Array.from(word).join('') : word;
    this.#numbers.set(copy, number);
    this.#words.push(copy);
    this.#letters.push(letterSet(copy.startsWith(joinedMark) ? copy.slice(joinedMark.length) : copy));
    const start = copy.slice(0, startLength);
    const others = this.#byStart.get(start);
    if (others === undefined) this.#byStart.set(start, [number]);
    else others.push(number);
    return number;
  }

  /** The number of a word; undefined if no note had it. @param word not longer than the letters that count */
  find(word: string): number | undefined {
    return this.#numbers.get(word);
  }

  /** The words that pass a test. */
  *matching(test: WordTest): Generator<readonly [number: number, like: Likeness], void> {
    for (const number of this.#candidates(test)) {
      const word = this.wordAt(number);
      const isJoined = word.startsWith(joinedMark);
      const like = test.match(isJoined ? word.slice(joinedMark.length) : word);
      if (like !== undefined && (!isJoined || isInEachSpelling(like))) yield [number, like];
    }
  }

  *#candidates({ asked, start, part, listed }: WordTest): Generator<number, void> {
    if (listed === undefined && start === '') {
      yield* this.containing(part);
      return;
    }
    for (const mark of ['', joinedMark]) {
      for (const word of listed ?? []) {
        const number = this.find(mark + word);
        // Those that begin with the asked word follow.
        if (number !== undefined && !word.startsWith(asked)) yield number;
      }
      yield* this.#beginningWith(mark + (listed === undefined ? start : asked));
    }
  }

  /** The words within a number of typing errors. */
  near(asked: string, tolerance: number): SimilarWord[] {
    const letters = letterSet(asked);
    const found: SimilarWord[] = [];
    for (const [number, word] of this.#words.entries()) {
      if (Math.abs(word.length - asked.length) > tolerance || word.startsWith(joinedMark)) continue;
      if (!mayBeWithin(itemAt(this.#letters, number), letters, tolerance)) continue;
      const edits = editsWithin(word, asked, tolerance);
      if (edits !== undefined) found.push({ number, word, edits });
    }
    return found;
  }

  *#beginningWith(start: string): Generator<number, void> {
    const key = start.slice(0, startLength);
    for (const [other, numbers] of key.length < startLength ? this.#byStart : [])
      if (other.startsWith(key) && other !== key) yield* numbers;
    for (const number of this.#byStart.get(key) ?? [])
      if (this.wordAt(number).startsWith(start)) yield number;
  }

  /** The numbers of the words that contain a text; those that were cut may. */
  *containing(text: string): Generator<number, void> {
    const letters = letterSet(text);
    for (const [number, word] of this.#words.entries()) {
      const mayHave = (letters & ~itemAt(this.#letters, number)) === 0;
      if ((mayHave && contains(word, text)) || word.length > maxComparedLength) yield number;
    }
  }
}
