/** Scores the notes that have any of the words, without reading their texts. */

import type { Steps } from '../../../utils/slicing/steps';
import { likeness } from '../../score/constants';
import { gainOf, type Lengths, textDivisor, weightOf } from '../../score/formula';
import type { PostingBlock } from '../../store/postings/posting-reader';
import type { Postings } from '../../store/postings/postings';
import { EntryReader, stepEntries } from './entry-reader';
import type { NoteColumns } from './note-columns';
import type { Match, TermPresence } from './term-presence';

export class IndexScores {
  /** For each note number the sum over its words; 0 if it has none. */
  readonly sums: Float64Array;
  /** Number of matching words. */
  readonly matches: Uint32Array;
  /** How many of the terms are in the note's name. */
  readonly inName: Uint16Array;
  /** See `textDivisor`; 0 if not computed yet. */
  readonly #divisors: Float64Array;
  /** Of the current term: its weight in each note, whether the name has it, and the notes that have it. */
  readonly #weights: Float64Array;
  readonly #isInName: Uint8Array;
  readonly #notes: Int32Array;
  #having = 0;

  constructor(
    private readonly columns: NoteColumns,
    private readonly presence: TermPresence,
    private readonly lengths: Lengths,
  ) {
    const { length } = columns;
    this.sums = new Float64Array(length);
    this.matches = new Uint32Array(length);
    this.inName = new Uint16Array(length);
    this.#divisors = new Float64Array(length);
    this.#weights = new Float64Array(length);
    this.#isInName = new Uint8Array(length);
    this.#notes = new Int32Array(length);
  }

  /** @param rarities of the terms */
  *scoring(postings: Postings, rarities: readonly number[]): Steps<void> {
    const reader = new EntryReader(postings);
    for (const [term, rarity] of rarities.entries()) {
      for (const match of this.presence.matchesOf(term))
        yield* reader.forEach(match.word, block => this.#weigh(match, block));
      yield* this.#add(rarity);
    }
  }

  #weigh({ like, isKnown }: Match, block: PostingBlock): void {
    const { notes, length } = block;
    const { indexes } = this.columns;
    const share = likeness[like];
    for (let entry = 0; entry < length; entry += 1) {
      const note = notes[entry] ?? 0;
      if ((indexes[note] ?? -1) < 0) continue;
      const divisor = this.#divisorOf(note);
      const before = this.#weights[note] ?? 0;
      if (before === 0) this.#notes[this.#having++] = note;
      let [weight, count] = [0, block.inBody(entry)];
      if (block.isNamed(entry)) {
        const counts = block.countAt(entry);
        weight = weightOf(counts, divisor);
        if (counts.inName > 0) this.#isInName[note] = 1;
        count += counts.inName + counts.inAliases + counts.inHeadings + counts.inProperties;
      } else weight = count / divisor;
      this.#weights[note] = before + share * weight;
      if (!isKnown) this.matches[note] = (this.matches[note] ?? 0) + count;
    }
  }

  /** Adds the current term, and clears it. */
  *#add(rarity: number): Steps<void> {
    for (let at = 0; at < this.#having; at += 1) {
      if (at % stepEntries === stepEntries - 1) yield;
      const note = this.#notes[at] ?? 0;
      this.sums[note] = (this.sums[note] ?? 0) + rarity * gainOf(this.#weights[note] ?? 0);
      this.inName[note] = (this.inName[note] ?? 0) + (this.#isInName[note] ?? 0);
      this.#weights[note] = 0;
      this.#isInName[note] = 0;
    }
    this.#having = 0;
  }

  #divisorOf(note: number): number {
    const known = this.#divisors[note] ?? 0;
    if (known > 0) return known;
    const divisor = textDivisor(this.columns.textLengths[note] ?? 0, this.lengths);
    this.#divisors[note] = divisor;
    return divisor;
  }
}
