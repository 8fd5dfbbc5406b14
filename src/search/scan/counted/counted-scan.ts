/** Finds a query's matches with the word index: the same as `NoteScan`, but for all notes at once. */

import type { Steps } from '../../../utils/slicing/steps';
import type { CompiledQuery, WordHelp } from '../../query/compiled-query';
import type { StoredNote } from '../../store/stored-note';
import type { PostingReader } from '../../store/postings/posting-reader';
import type { Postings } from '../../store/postings/postings';
import type { WordIndex } from '../../store/word-index';
import type { NoteText } from '../../store/note-text';
import { maxWholeBonus, titleBonus, wholeBonus } from '../whole-bonus';
import { NoteColumns } from './note-columns';
import { SoftScores } from './soft-scores';
import { StrictScores, type Weighing } from './strict-scores';
import { TermPresence, testsOf } from './term-presence';

interface Counting {
  readonly query: CompiledQuery;
  readonly columns: NoteColumns;
  readonly presence: TermPresence;
  readonly excluded: TermPresence | undefined;
  readonly postings: Postings;
}

export class CountedScan {
  readonly columns: NoteColumns;
  readonly presence: TermPresence;
  readonly #query: CompiledQuery;
  readonly #postings: Postings;
  readonly #excluded: TermPresence | undefined;
  readonly #required: number;
  readonly #found: number[] = [];
  #strict: StrictScores;
  #weights: readonly number[] = [];
  /** Bonuses of found notes, by their numbers. */
  readonly #bonuses = new Map<number, number>();

  private constructor({ query, columns, presence, excluded, postings }: Counting) {
    this.columns = columns;
    this.presence = presence;
    this.#query = query;
    this.#postings = postings;
    this.#excluded = excluded;
    this.#required = query.terms.filter(({ isOptional }) => isOptional !== true).length;
    this.#strict = new StrictScores([], columns, presence);
  }

  /** Undefined if word counts are not enough for the query. Then call `finding`. @param notes that are searched */
  static of(
    query: CompiledQuery,
    notes: readonly StoredNote[],
    { index, help }: { readonly index: WordIndex; readonly help: WordHelp },
  ): CountedScan | undefined {
    const { terms, excluded } = query;
    const isAll = excluded.length === 0 || testsOf(excluded) !== undefined;
    if (!isAll || testsOf(terms, help) === undefined) return undefined;
    const columns = new NoteColumns(notes, index.noteNumbers);
    const { postings, words } = index;
    const presence = TermPresence.of(terms, columns, { postings, words, help });
    if (presence === undefined) return undefined;
    const without = TermPresence.of(excluded, columns, { postings, words });
    return new CountedScan({ query, columns, presence, excluded: without, postings });
  }

  /** Indexes of found notes in the list of searched notes. */
  get found(): readonly number[] {
    return this.#found;
  }

  /** Finds out which notes have which terms. */
  *finding(): Steps<void> {
    yield* this.presence.finding();
    if (this.#excluded !== undefined) yield* this.#excluded.finding();
  }

  /** The entries of a word of the index, by the numbers of `columns`. */
  entriesOf(word: number): PostingReader {
    return this.#postings.of(word);
  }

  isExcluded(number: number): boolean {
    return this.#excluded?.hasAny(number) === true;
  }

  /** Scores the notes that have all words. @param numbers of these notes */
  *scoring(numbers: readonly number[], weighing: Weighing): Steps<void> {
    this.#weights = weighing.weights;
    this.#strict = new StrictScores(numbers, this.columns, this.presence);
    yield* this.#strict.scoring(this.#postings, weighing);
  }

  /** The scores of all notes as of those with some of the words. */
  *softScores({ lengths, weights }: Weighing): Steps<SoftScores> {
    const scores = new SoftScores(this.columns, this.presence, lengths);
    yield* scores.scoring(this.#postings, { weights });
    return scores;
  }

  /** Whether each word matches exactly. */
  isExact(number: number): boolean {
    return this.#strict.exactTermsOf(number) === this.#required;
  }

  /** Whether the score of a found note depends on its text: see `settle`. */
  asksText(number: number): boolean {
    return this.#mayBeWhole(number) && !this.#bonuses.has(number);
  }

  /** @param number of a note that was scored @param text prepared, if it is at hand */
  add(number: number, text?: NoteText): void {
    const note = this.columns.noteOf(number);
    if (note === undefined) return;
    this.#found.push(this.columns.indexes[number] ?? 0);
    if (this.#isTitle(note)) this.#bonuses.set(number, titleBonus);
    else if (text !== undefined && this.#mayBeWhole(number)) this.settle(number, text);
  }

  /** Completes the score of a found note. @param text prepared */
  settle(number: number, text: NoteText): void {
    this.#bonuses.set(number, wholeBonus(this.#query.whole ?? '', text));
  }

  /** The most that `scoreOf` can be once a found note is settled. */
  mostScoreOf(number: number): number {
    const bonus = this.asksText(number) ? maxWholeBonus(this.#strict.leastFieldOf(number)) : 0;
    return this.scoreOf(number) + this.presence.weightOf(number, this.#weights) * bonus;
  }

  /** The score of a found note without its recency. */
  scoreOf(number: number): number {
    const bonus = this.#bonuses.get(number);
    const score = this.#strict.scoreOf(number);
    return bonus === undefined ? score : score + this.presence.weightOf(number, this.#weights) * bonus;
  }

  /** Number of matching words of a found note. */
  matchesOf(number: number): number {
    return this.#strict.matchesOf(number);
  }

  #isTitle({ title, titleLength }: StoredNote): boolean {
    const { whole } = this.#query;
    return whole !== undefined && titleLength === whole.length && title.folded === whole;
  }

  /** Whether a field can equal the whole query: all its words are in fields. */
  #mayBeWhole(number: number): boolean {
    return this.#query.whole !== undefined && this.#strict.fieldTermsOf(number) === this.#query.terms.length;
  }
}
