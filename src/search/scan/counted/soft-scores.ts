/** Scores the notes that have some of the words, without reading their texts. */

import type { Steps } from '../../../utils/slicing/steps';
import { likeness } from '../../query/word-test';
import { divisorsOf, type Lengths, softPart, textDivisor } from '../../score/scorer';
import type { PostingBlock } from '../../store/postings/posting-reader';
import type { Postings } from '../../store/postings/postings';
import { EntryReader, stepEntries } from './entry-reader';
import type { NoteColumns } from './note-columns';
import type { Weighing } from './strict-scores';
import { TermCounts } from './term-counts';
import type { Match, TermPresence } from './term-presence';

/** The counts of a term that several words match, and the notes that have it. */
interface Several {
  readonly counts: TermCounts;
  readonly notes: Int32Array;
  length: number;
}

export class SoftScores {
  /** For each note number its score without recency; 0 if it has none of the words. */
  readonly scores: Float64Array;
  /** Number of matching words. */
  readonly matches: Uint32Array;
  /** See `Divisors`; 0 if not computed yet. */
  readonly #textDivisors: Float64Array;
  #several: Several | undefined;

  constructor(
    private readonly columns: NoteColumns,
    private readonly presence: TermPresence,
    private readonly lengths: Lengths,
  ) {
    this.scores = new Float64Array(columns.length);
    this.matches = new Uint32Array(columns.length);
    this.#textDivisors = new Float64Array(columns.length);
  }

  *scoring(postings: Postings, { weights }: Pick<Weighing, 'weights'>): Steps<void> {
    const reader = new EntryReader(postings);
    for (let term = 0; term < weights.length; term += 1) {
      const weight = weights[term] ?? 0;
      const matches = this.presence.matchesOf(term);
      const [only] = matches;
      if (only !== undefined && matches.length === 1) {
        yield* reader.forEach(only.word, block => this.#addWord(only, block, weight));
        continue;
      }
      for (const match of matches) yield* reader.forEach(match.word, block => this.#count(match, block));
      yield* this.#addCounts(weight);
    }
  }

  /** Most terms match one word: its entries are scored as they are read. */
  #addWord({ like, isKnown }: Match, block: PostingBlock, weight: number): void {
    const { notes, length } = block;
    const { indexes } = this.columns;
    const share = likeness[like];
    for (let entry = 0; entry < length; entry += 1) {
      const note = notes[entry] ?? 0;
      if ((indexes[note] ?? -1) < 0) continue;
      const text = (block.inBody(entry) + block.inFields(entry)) * share;
      this.#add(note, weight, block.inTitle(entry) * share, block.fieldWeight(entry) * share, text);
      if (!isKnown) this.matches[note] = (this.matches[note] ?? 0) + block.occurrences(entry);
    }
  }

  #count({ like, isKnown }: Match, block: PostingBlock): void {
    const several = (this.#several ??= this.#makeSeveral());
    const { counts } = several;
    const { indexes } = this.columns;
    const { notes, length } = block;
    for (let entry = 0; entry < length; entry += 1) {
      const note = notes[entry] ?? 0;
      if ((indexes[note] ?? -1) < 0) continue;
      if (!counts.has(note)) several.notes[several.length++] = note;
      counts.add(note, block, entry, like);
      if (!isKnown) this.matches[note] = (this.matches[note] ?? 0) + block.occurrences(entry);
    }
  }

  #makeSeveral(): Several {
    const { length } = this.columns;
    return { counts: new TermCounts(length), notes: new Int32Array(length), length: 0 };
  }

  *#addCounts(weight: number): Steps<void> {
    const several = this.#several;
    if (several === undefined) return;
    const { counts, notes } = several;
    for (let at = 0; at < several.length; at += 1) {
      if (at % stepEntries === stepEntries - 1) yield;
      const note = notes[at] ?? 0;
      const [title, fields] = [counts.inTitle[note] ?? 0, counts.inFields[note] ?? 0];
      this.#add(note, weight, title, fields, counts.inBody[note] ?? 0);
      counts.clear(note);
    }
    several.length = 0;
  }

  #add(note: number, weight: number, inTitle: number, fields: number, inText: number): void {
    let divisor = this.#textDivisors[note] ?? 0;
    if (divisor === 0) divisor = this.#measure(note);
    const title = inTitle === 0 ? 0 : inTitle / this.#titleDivisor(note);
    this.scores[note] = (this.scores[note] ?? 0) + weight * softPart(title, fields, inText / divisor);
  }

  #measure(note: number): number {
    const divisor = textDivisor(this.columns.textLengths[note] ?? 0, this.lengths);
    this.#textDivisors[note] = divisor;
    return divisor;
  }

  #titleDivisor(note: number): number {
    const stored = this.columns.noteOf(note);
    return stored === undefined ? 1 : divisorsOf(stored, this.lengths).softTitle;
  }
}
