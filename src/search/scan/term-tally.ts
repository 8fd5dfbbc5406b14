/** Counts the terms of a query in all notes of the word index, without reading their texts. */

import type { Steps } from '../../utils/slicing/steps';
import type { Term, WordHelp } from '../query/parsed-query';
import { likeness, type Likeness, type WordTest } from '../query/word-test';
import { type Lengths, softPart, strictPart } from '../score/scorer';
import type { Postings } from '../store/postings';
import type { WordNumbers } from '../store/word-numbers';
import type { NoteColumns } from './note-columns';

/** Entries, or notes, that are processed in one step. */
const stepEntries = 8192;
const bitsOfInt = 32;

export interface TallyOptions {
  readonly words: WordNumbers;
  readonly postings: Postings;
  readonly help?: WordHelp | undefined;
}

/** A word of the index that matches a term. */
interface Match {
  readonly word: number;
  readonly like: Likeness;
}

/** The counts of one term in each note: reused for the next term. */
interface OneTerm {
  readonly inTitle: Float64Array;
  readonly inFields: Float64Array;
  readonly inBody: Float64Array;
  readonly isExact: Uint8Array;
  /** The notes that have the term, and how many of them are sampled. */
  readonly notes: Int32Array;
  length: number;
  sampled: number;
}

export class TermTally {
  /**
   * For each note: its score if it has all terms (only part of it for a note that lacks a required one), its score
   * if it has some, and their weight.
   */
  readonly strictScores: Float64Array;
  readonly softScores: Float64Array;
  readonly weights: Float64Array;
  /** Matching words, with their counts in the note. */
  readonly matches: Uint32Array;
  /** Number of terms that match exactly, without optional ones. */
  readonly exactTerms: Uint16Array;
  /** Number of terms in an alias, heading or tag of the note. */
  readonly fieldTerms: Uint16Array;
  /** Number of required terms that match. */
  readonly requiredTerms: Uint16Array;
  /** Required terms that were processed. */
  #required = 0;
  /** The notes with the required term that the fewest have; undefined if no term is required. */
  #fewest: Int32Array | undefined;
  /** Which terms a note has: one bit per term. */
  readonly #bits: Int32Array;
  readonly #width: number;

  private constructor(
    private readonly terms: readonly Term[],
    private readonly tests: readonly WordTest[],
    private readonly notes: NoteColumns,
    private readonly options: TallyOptions,
  ) {
    const { length } = notes;
    this.#width = Math.ceil(terms.length / bitsOfInt);
    this.#bits = new Int32Array(length * this.#width);
    this.strictScores = new Float64Array(length);
    this.softScores = new Float64Array(length);
    this.weights = new Float64Array(length);
    this.matches = new Uint32Array(length);
    this.exactTerms = new Uint16Array(length);
    this.fieldTerms = new Uint16Array(length);
    this.requiredTerms = new Uint16Array(length);
  }

  /** Undefined if word counts are not enough for one of the terms. */
  static of(terms: readonly Term[], notes: NoteColumns, options: TallyOptions): TermTally | undefined {
    const tests = testsOf(terms, options.help);
    return tests && new TermTally(terms, tests, notes, options);
  }

  /** Whether a note has a term. */
  has(note: number, term: number): boolean {
    const bits = this.#bits[note * this.#width + (term >>> 5)] ?? 0;
    return (bits & (1 << (term & (bitsOfInt - 1)))) !== 0;
  }

  /** The numbers of notes, among them all that have the required terms. */
  get mayHaveAll(): Int32Array {
    return this.#fewest ?? this.notes.numbers.filter(number => number >= 0);
  }

  /**
   * Processes the terms.
   * @param lengths of all notes that are searched
   * @param weightOf the weight of a term, by the sampled notes that have it
   */
  *counting(lengths: Lengths, weightOf: (term: number, sampled: number) => number): Steps<void> {
    const { length } = this.notes;
    const one: OneTerm = {
      inTitle: new Float64Array(length),
      inFields: new Float64Array(length),
      inBody: new Float64Array(length),
      isExact: new Uint8Array(length),
      notes: new Int32Array(length),
      length: 0,
      sampled: 0,
    };
    /** Words that match an earlier term. */
    const known = new Set<number>();
    for (const [term, test] of this.tests.entries()) {
      for (const match of yield* this.#matching(test)) {
        yield* this.#addWord(match, one, known.has(match.word));
        known.add(match.word);
      }
      yield* this.#addTerm(term, one, { weight: weightOf(term, one.sampled), lengths });
    }
  }

  *#matching(test: WordTest): Steps<readonly Match[]> {
    const { words } = this.options;
    const matching: Match[] = [];
    let looked = 0;
    for (const word of words.candidates(test)) {
      const like = test.match(words.wordAt(word));
      if (like !== undefined) matching.push({ word, like });
      looked += 1;
      if (looked % 256 === 0) yield;
    }
    return matching;
  }

  *#addWord({ word, like }: Match, one: OneTerm, isKnown: boolean): Steps<void> {
    const weight = likeness[like];
    const isExact = like === 'exact' || like === 'beginning';
    const { indexes, sampled } = this.notes;
    const { inTitle, inFields, inBody } = one;
    const cursor = this.options.postings.of(word);
    for (let entries = 1; cursor.next(); entries += 1) {
      if (entries % stepEntries === 0) yield;
      const { note } = cursor;
      if ((indexes[note] ?? -1) < 0) continue;
      const [body = 0, fields = 0, title = 0] = [inBody[note], inFields[note], inTitle[note]];
      if (body + fields + title === 0) {
        one.notes[one.length++] = note;
        one.sampled += sampled[note] ?? 0;
      }
      inBody[note] = body + (cursor.inBody + cursor.inFields) * weight;
      inFields[note] = Math.max(fields, cursor.fieldWeight * weight);
      inTitle[note] = title + cursor.inTitle * weight;
      if (isExact) one.isExact[note] = 1;
      if (isKnown) continue;
      this.matches[note] = (this.matches[note] ?? 0) + cursor.inBody + cursor.inFields + cursor.inTitle;
    }
  }

  /** Adds the counts of one term, and clears them. */
  *#addTerm(
    term: number,
    one: OneTerm,
    { weight: most, lengths }: { readonly weight: number; readonly lengths: Lengths },
  ): Steps<void> {
    const { textDivisors, titleDivisors, softTitleDivisors } = this.notes;
    const { inTitle, inFields, inBody, isExact } = one;
    const isRequired = this.terms[term]?.isOptional !== true;
    if (isRequired && one.length < (this.#fewest?.length ?? Infinity))
      this.#fewest = one.notes.slice(0, one.length);
    const required = this.#required;
    if (isRequired) this.#required += 1;
    for (let at = 0; at < one.length; at += 1) {
      if (at % stepEntries === stepEntries - 1) yield;
      const note = one.notes[at] ?? 0;
      if (textDivisors[note] === 0) this.notes.measure(note, lengths);
      const fields = inFields[note] ?? 0;
      const softTitle = (inTitle[note] ?? 0) / (softTitleDivisors[note] ?? 1);
      const body = (inBody[note] ?? 0) / (textDivisors[note] ?? 1);
      if (this.requiredTerms[note] === required) {
        const title = (inTitle[note] ?? 0) / (titleDivisors[note] ?? 1);
        this.strictScores[note] = (this.strictScores[note] ?? 0) + most * strictPart(title, fields, body);
      }
      this.softScores[note] = (this.softScores[note] ?? 0) + most * softPart(softTitle, fields, body);
      this.weights[note] = (this.weights[note] ?? 0) + most;
      const place = note * this.#width + (term >>> 5);
      this.#bits[place] = (this.#bits[place] ?? 0) | (1 << (term & (bitsOfInt - 1)));
      if (fields > 0) this.fieldTerms[note] = (this.fieldTerms[note] ?? 0) + 1;
      if (isRequired) {
        this.requiredTerms[note] = (this.requiredTerms[note] ?? 0) + 1;
        if (isExact[note] === 1) this.exactTerms[note] = (this.exactTerms[note] ?? 0) + 1;
      }
      inTitle[note] = inFields[note] = inBody[note] = 0;
      isExact[note] = 0;
    }
    one.length = one.sampled = 0;
  }
}

/** Undefined if word counts are not enough for one of the terms, or if there are none. */
export function testsOf(terms: readonly Term[], help?: WordHelp): readonly WordTest[] | undefined {
  const tests = terms.map(term => term.testWords?.(help));
  const known = tests.filter(test => test !== undefined);
  return known.length === tests.length && known.length > 0 ? known : undefined;
}
