/** Scores the notes that have all words, without reading their texts. */

import type { Steps } from '../../../utils/slicing/steps';
import { type Divisors, divisorsOf, type Lengths, strictPart } from '../../score/scorer';
import type { PostingBlock } from '../../store/postings/posting-reader';
import type { Postings } from '../../store/postings/postings';
import { EntryReader, stepEntries } from './entry-reader';
import type { NoteColumns } from './note-columns';
import { TermCounts } from './term-counts';
import type { Match, TermPresence } from './term-presence';

/** Of all searched notes. */
export interface Weighing {
  readonly lengths: Lengths;
  /** The most that each term adds. */
  readonly weights: readonly number[];
}

export class StrictScores {
  /** For each note number its place in the columns below, plus one; 0 for other notes. */
  readonly #places: Int32Array;
  readonly #scores: Float64Array;
  readonly #matches: Uint32Array;
  /** Number of required terms that match exactly, and of terms in an alias, heading or tag. */
  readonly #exactTerms: Uint16Array;
  readonly #fieldTerms: Uint16Array;
  /** Of the terms in such a field, the least weight of the best one. */
  readonly #leastFields: Float64Array;

  /** @param found numbers of the notes that have all words */
  constructor(
    private readonly found: readonly number[],
    private readonly columns: NoteColumns,
    private readonly presence: TermPresence,
  ) {
    const { length } = found;
    this.#places = new Int32Array(length === 0 ? 0 : columns.length);
    for (let place = 0; place < length; place += 1) this.#places[found[place] ?? 0] = place + 1;
    this.#scores = new Float64Array(length);
    this.#matches = new Uint32Array(length);
    this.#exactTerms = new Uint16Array(length);
    this.#fieldTerms = new Uint16Array(length);
    this.#leastFields = new Float64Array(length).fill(Infinity);
  }

  /** The score without recency. @param note number of one of the notes */
  scoreOf(note: number): number {
    return this.#scores[this.#placeOf(note)] ?? 0;
  }

  /** Number of matching words. */
  matchesOf(note: number): number {
    return this.#matches[this.#placeOf(note)] ?? 0;
  }

  /** Number of required terms that match exactly. */
  exactTermsOf(note: number): number {
    return this.#exactTerms[this.#placeOf(note)] ?? 0;
  }

  /** Number of terms in an alias, heading or tag. */
  fieldTermsOf(note: number): number {
    return this.#fieldTerms[this.#placeOf(note)] ?? 0;
  }

  /** The weight of the best field of each of these terms, the least of them. */
  leastFieldOf(note: number): number {
    return this.#leastFields[this.#placeOf(note)] ?? 0;
  }

  *scoring(postings: Postings, { lengths, weights }: Weighing): Steps<void> {
    if (this.found.length === 0) return;
    const { terms } = this.presence;
    const reader = new EntryReader(postings);
    const counts = new TermCounts(this.found.length);
    const divisors: Divisors[] = [];
    for (let place = 0; place < this.found.length; place += 1) {
      if (place % stepEntries === stepEntries - 1) yield;
      divisors.push(divisorsOf(this.columns.noteOf(this.found[place] ?? -1) ?? noNote, lengths));
    }
    for (let term = 0; term < terms.length; term += 1) {
      for (const match of this.presence.matchesOf(term))
        yield* reader.forEach(match.word, block => this.#count(match, block, counts));
      const isRequired = terms[term]?.isOptional !== true;
      yield* this.#add(counts, { weight: weights[term] ?? 0, divisors, isRequired });
    }
  }

  #addField(place: number, weight: number): void {
    this.#fieldTerms[place] = (this.#fieldTerms[place] ?? 0) + 1;
    this.#leastFields[place] = Math.min(this.#leastFields[place] ?? 0, weight);
  }

  #placeOf(note: number): number {
    return (this.#places[note] ?? 0) - 1;
  }

  #count({ like, isKnown }: Match, block: PostingBlock, counts: TermCounts): void {
    const { notes, length } = block;
    for (let entry = 0; entry < length; entry += 1) {
      const place = this.#placeOf(notes[entry] ?? 0);
      if (place < 0) continue;
      counts.add(place, block, entry, like);
      if (!isKnown) this.#matches[place] = (this.#matches[place] ?? 0) + block.occurrences(entry);
    }
  }

  /** Adds the counts of one term, and clears them. */
  *#add(
    counts: TermCounts,
    {
      weight,
      divisors,
      isRequired,
    }: { readonly weight: number; readonly divisors: readonly Divisors[]; readonly isRequired: boolean },
  ): Steps<void> {
    for (let place = 0; place < this.found.length; place += 1) {
      if (place % stepEntries === stepEntries - 1) yield;
      const divisor = divisors[place];
      if (divisor === undefined || !counts.has(place)) continue;
      const fields = counts.inFields[place] ?? 0;
      const title = (counts.inTitle[place] ?? 0) / divisor.title;
      const body = (counts.inBody[place] ?? 0) / divisor.text;
      this.#scores[place] = (this.#scores[place] ?? 0) + weight * strictPart(title, fields, body);
      if (fields > 0) this.#addField(place, fields);
      if (isRequired && counts.isExact[place] === 1)
        this.#exactTerms[place] = (this.#exactTerms[place] ?? 0) + 1;
      counts.clear(place);
    }
  }
}

const noNote = { titleLength: 0 };
