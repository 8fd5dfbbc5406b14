/** Which terms of a query each note has, by the word index. */

import type { Steps } from '../../../utils/slicing/steps';
import type { Likeness, WordTest } from '../../query/word-test';
import type { PostingBlock } from '../../store/postings/posting-reader';
import type { Postings } from '../../store/postings/postings';
import type { WordNumbers } from '../../store/word-numbers';
import { EntryReader } from './entry-reader';
import type { NoteColumns } from './note-columns';

const bitsOfInt = 32;
/** Words that are compared in one step. */
const stepWords = 256;

export interface IndexedWords {
  readonly words: WordNumbers;
  readonly postings: Postings;
}

/** A word of the index that matches a term. */
export interface Match {
  readonly word: number;
  readonly like: Likeness;
  /** Whether it matches an earlier term, too. */
  readonly isKnown: boolean;
}

export class TermPresence {
  /** For each term the words that match it. */
  readonly #matches: (readonly Match[])[] = [];
  /** For each term the number of searched notes that have it. */
  readonly #having: number[] = [];
  /** One bit per term, and those of all required terms. */
  readonly #bits: Int32Array;
  readonly #required: Int32Array;
  readonly #width: number;

  /** @param tests of the terms; undefined for one that word counts do not decide: no note has it. Then call `finding`. */
  constructor(
    private readonly tests: readonly (WordTest | undefined)[],
    private readonly columns: NoteColumns,
    private readonly options: IndexedWords,
    isRequired: (term: number) => boolean = () => false,
  ) {
    this.#width = Math.ceil(tests.length / bitsOfInt);
    this.#bits = new Int32Array(columns.length * this.#width);
    this.#required = new Int32Array(this.#width);
    for (let term = 0; term < tests.length; term += 1)
      if (isRequired(term))
        this.#required[placeOf(term)] = (this.#required[placeOf(term)] ?? 0) | bitOf(term);
  }

  /** Looks each term up. */
  *finding(): Steps<void> {
    const reader = new EntryReader(this.options.postings);
    const known = new Set<number>();
    for (const [term, test] of this.tests.entries()) {
      const matches = test === undefined ? [] : yield* this.#matching(test, known);
      for (const { word } of matches) known.add(word);
      this.#matches.push(matches);
      this.#having.push(0);
      for (const { word } of matches) yield* reader.forEach(word, block => this.#add(term, block));
    }
  }

  matchesOf(term: number): readonly Match[] {
    return this.#matches[term] ?? [];
  }

  /** The number of searched notes that have a term. */
  havingOf(term: number): number {
    return this.#having[term] ?? 0;
  }

  has(note: number, term: number): boolean {
    return ((this.#bits[note * this.#width + placeOf(term)] ?? 0) & bitOf(term)) !== 0;
  }

  hasAny(note: number): boolean {
    for (let place = 0; place < this.#width; place += 1)
      if (this.#bits[note * this.#width + place] !== 0) return true;
    return false;
  }

  /** Whether it has all required terms that the index decides. */
  hasRequired(note: number): boolean {
    for (let place = 0; place < this.#width; place += 1) {
      const required = this.#required[place] ?? 0;
      if (((this.#bits[note * this.#width + place] ?? 0) & required) !== required) return false;
    }
    return true;
  }

  *#matching(test: WordTest, known: ReadonlySet<number>): Steps<readonly Match[]> {
    const { words } = this.options;
    const matching: Match[] = [];
    let looked = 0;
    for (const word of words.candidates(test)) {
      const like = test.match(words.wordAt(word));
      if (like !== undefined) matching.push({ word, like, isKnown: known.has(word) });
      looked += 1;
      if (looked % stepWords === 0) yield;
    }
    return matching;
  }

  #add(term: number, { notes, length }: PostingBlock): void {
    const { indexes } = this.columns;
    const bits = this.#bits;
    const [width, place, bit] = [this.#width, placeOf(term), bitOf(term)];
    let found = 0;
    for (let entry = 0; entry < length; entry += 1) {
      const note = notes[entry] ?? 0;
      if ((indexes[note] ?? -1) < 0) continue;
      const at = note * width + place;
      const before = bits[at] ?? 0;
      if ((before & bit) !== 0) continue;
      bits[at] = before | bit;
      found += 1;
    }
    this.#having[term] = (this.#having[term] ?? 0) + found;
  }
}

const placeOf = (term: number): number => term >>> 5;
const bitOf = (term: number): number => 1 << (term & (bitsOfInt - 1));
