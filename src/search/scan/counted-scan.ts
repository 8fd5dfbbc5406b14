/** Finds a query's matches with the word index: the same as `NoteScan`, but for all notes at once. */

import type { Steps } from '../../utils/slicing/steps';
import type { ParsedQuery, WordHelp } from '../query/parsed-query';
import type { Lengths } from '../score/scorer';
import type { StoredNote } from '../store/stored-note';
import type { WordIndex } from '../store/word-index';
import type { NoteText } from '../store/note-text';
import { NoteColumns } from './note-columns';
import { TermTally, testsOf } from './term-tally';
import { titleBonus, wholeBonus } from './whole-bonus';

export class CountedScan {
  readonly #required: number;
  readonly #found: number[] = [];
  /** Bonuses of found notes, by their numbers. */
  readonly #bonuses = new Map<number, number>();

  private constructor(
    private readonly query: ParsedQuery,
    readonly columns: NoteColumns,
    readonly tally: TermTally,
    private readonly excluded: TermTally | undefined,
  ) {
    this.#required = query.terms.filter(({ isOptional }) => isOptional !== true).length;
  }

  /** Undefined if word counts are not enough for the query. @param notes that are searched */
  static of(
    query: ParsedQuery,
    notes: readonly StoredNote[],
    { index, help }: { readonly index: WordIndex; readonly help: WordHelp },
  ): CountedScan | undefined {
    const { terms, excluded } = query;
    const isAll = excluded.length === 0 || testsOf(excluded) !== undefined;
    if (!isAll || testsOf(terms, help) === undefined) return undefined;
    const columns = new NoteColumns(notes, index.noteNumbers);
    const { postings, words } = index;
    const tally = TermTally.of(terms, columns, { postings, words, help });
    return (
      tally && new CountedScan(query, columns, tally, TermTally.of(excluded, columns, { postings, words }))
    );
  }

  /** Indexes of found notes in the list of searched notes. */
  get found(): readonly number[] {
    return this.#found;
  }

  /** @param weightOf see `TermTally.counting` */
  *counting(lengths: Lengths, weightOf: (term: number, sampled: number) => number): Steps<void> {
    yield* this.tally.counting(lengths, weightOf);
    if (this.excluded !== undefined) yield* this.excluded.counting(lengths, () => 0);
  }

  isExcluded(number: number): boolean {
    return (this.excluded?.matches[number] ?? 0) > 0;
  }

  /** Whether a note has all searched words. */
  hasAll(number: number): boolean {
    return this.tally.requiredTerms[number] === this.#required && !this.isExcluded(number);
  }

  /** Whether each word matches exactly. */
  isExact(number: number): boolean {
    return this.tally.exactTerms[number] === this.#required;
  }

  /** Whether `add` needs the text of a found note. */
  asksText(number: number): boolean {
    return this.query.whole !== undefined && this.tally.fieldTerms[number] === this.query.terms.length;
  }

  /** @param index of the note in the list @param text if needed, prepared */
  add(index: number, text?: NoteText): void {
    const [number, note] = [this.columns.numberAt(index), this.columns.notes[index]];
    if (number === undefined || note === undefined) return;
    this.#found.push(index);
    const bonus = this.#bonus(note, text);
    if (bonus > 0) this.#bonuses.set(number, bonus);
  }

  /** The score of a found note without its recency. */
  scoreOf(number: number): number {
    const { strictScores, weights } = this.tally;
    return (strictScores[number] ?? 0) + (weights[number] ?? 0) * (this.#bonuses.get(number) ?? 0);
  }

  #bonus({ title, titleLength }: StoredNote, text: NoteText | undefined): number {
    const { whole } = this.query;
    if (whole === undefined) return 0;
    if (titleLength === whole.length && title.folded === whole) return titleBonus;
    return text === undefined ? 0 : wholeBonus(whole, text);
  }
}
