/** Which terms of a query each note has, by the word index. */

import type { Steps } from '../../../utils/slicing/steps';
import type { Term, WordHelp } from '../../query/compiled-query';
import type { Likeness, WordTest } from '../../query/word-test';
import type { PostingBlock } from '../../store/postings/posting-reader';
import type { Postings } from '../../store/postings/postings';
import type { WordNumbers } from '../../store/word-numbers';
import { EntryReader, stepEntries } from './entry-reader';
import type { NoteColumns } from './note-columns';

const bitsOfInt = 32;
/** Words that are compared in one step. */
const stepWords = 256;

export interface IndexedWords {
  readonly words: WordNumbers;
  readonly postings: Postings;
  readonly help?: WordHelp | undefined;
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
  /** For each term the number of sampled notes that have it. */
  readonly #sampled: number[] = [];
  /** For each term whether a searched note has it. */
  readonly #isFound: boolean[] = [];
  /** One bit per term, and those of all required terms. */
  readonly #bits: Int32Array;
  readonly #required: Int32Array;
  readonly #width: number;

  private constructor(
    readonly terms: readonly Term[],
    private readonly tests: readonly WordTest[],
    private readonly columns: NoteColumns,
    private readonly options: IndexedWords,
  ) {
    this.#width = Math.ceil(terms.length / bitsOfInt);
    this.#bits = new Int32Array(columns.length * this.#width);
    this.#required = new Int32Array(this.#width);
    for (const [term, { isOptional = false }] of terms.entries())
      if (!isOptional) this.#required[placeOf(term)] = (this.#required[placeOf(term)] ?? 0) | bitOf(term);
  }

  /** Undefined if word counts are not enough for one of the terms. Then call `finding`. */
  static of(terms: readonly Term[], columns: NoteColumns, options: IndexedWords): TermPresence | undefined {
    const tests = testsOf(terms, options.help);
    return tests && new TermPresence(terms, tests, columns, options);
  }

  /** Looks each term up. */
  *finding(): Steps<void> {
    const reader = new EntryReader(this.options.postings);
    const known = new Set<number>();
    for (const [term, test] of this.tests.entries()) {
      const matches = yield* this.#matching(test, known);
      for (const { word } of matches) known.add(word);
      this.#matches.push(matches);
      this.#sampled.push(0);
      for (const { word } of matches) yield* reader.forEach(word, block => this.#add(term, block));
    }
  }

  matchesOf(term: number): readonly Match[] {
    return this.#matches[term] ?? [];
  }

  /** The number of sampled notes that have a term. */
  sampledWith(term: number): number {
    return this.#sampled[term] ?? 0;
  }

  /** Whether any searched note has a term. */
  isFound(term: number): boolean {
    return this.#isFound[term] === true;
  }

  has(note: number, term: number): boolean {
    return ((this.#bits[note * this.#width + placeOf(term)] ?? 0) & bitOf(term)) !== 0;
  }

  hasAny(note: number): boolean {
    for (let place = 0; place < this.#width; place += 1)
      if (this.#bits[note * this.#width + place] !== 0) return true;
    return false;
  }

  /** The sum of the weights of the terms that a note has. @param weights by term */
  weightOf(note: number, weights: readonly number[]): number {
    let sum = 0;
    for (let term = 0; term < weights.length; term += 1) if (this.has(note, term)) sum += weights[term] ?? 0;
    return sum;
  }

  /** The numbers of the notes that have all required terms. */
  *havingAll(): Steps<readonly number[]> {
    const { indexes, length } = this.columns;
    const having: number[] = [];
    for (let note = 0; note < length; note += 1) {
      if (note % stepEntries === stepEntries - 1) yield;
      if ((indexes[note] ?? -1) >= 0 && this.#hasAll(note)) having.push(note);
    }
    return having;
  }

  #hasAll(note: number): boolean {
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
    const { indexes, sampled } = this.columns;
    const bits = this.#bits;
    const [width, place, bit] = [this.#width, placeOf(term), bitOf(term)];
    let [found, isFound] = [0, false];
    for (let entry = 0; entry < length; entry += 1) {
      const note = notes[entry] ?? 0;
      if ((indexes[note] ?? -1) < 0) continue;
      const at = note * width + place;
      const before = bits[at] ?? 0;
      if ((before & bit) !== 0) continue;
      bits[at] = before | bit;
      isFound = true;
      found += sampled[note] ?? 0;
    }
    this.#sampled[term] = (this.#sampled[term] ?? 0) + found;
    if (isFound) this.#isFound[term] = true;
  }
}

const placeOf = (term: number): number => term >>> 5;
const bitOf = (term: number): number => 1 << (term & (bitsOfInt - 1));

/** Undefined if word counts are not enough for one of the terms, or if there are none. */
export function testsOf(terms: readonly Term[], help?: WordHelp): readonly WordTest[] | undefined {
  const tests = terms.map(term => term.testWords?.(help));
  const known = tests.filter(test => test !== undefined);
  return known.length === tests.length && known.length > 0 ? known : undefined;
}
