/** Why a query found nothing: its words that no note has, and the filters that exclude the notes with the others. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { Corpus } from '../index/corpus';
import type { StoredNote } from '../index/stored-note';
import type { TextStore } from '../index/text-store';
import type { Matcher } from '../match/matcher';
import type { CompiledQuery, Term, WordHelp } from '../plan/compiled-query';
import { type FilterSources, type NamedFilter, namedFilters } from './named-filters';
import { notesWith, type TermNotes } from './term-notes';
import { hasAny } from './text-scan';
import { type AbsentWord, WordTrace } from './word-trace';

/** Milliseconds of work after which what was not found yet counts as unknown. */
const lookTime = 1000;

export interface AbsentParts {
  readonly words: readonly AbsentWord[];
  /** Words, of phrases too, that no note of the caller has. */
  readonly unknown: readonly string[];
  /** Filters of the query that no note passes, in backticks. */
  readonly filters: readonly string[];
  /** Whether no note has the heading below which was searched. */
  readonly lacksHeading: boolean;
  /** Whether all notes were looked at. */
  readonly isComplete: boolean;
  /** What the query asks for: words alone, exclusions alone, or filters too. */
  readonly asks: 'words' | 'exclusions' | 'mixed';
  /** Paths of the notes that pass the filters of the query; undefined where it has none. */
  readonly passing?: ReadonlySet<string> | undefined;
}

export interface AbsenceOptions extends FilterSources {
  /** The notes of the caller. */
  readonly visible: readonly StoredNote[];
  readonly turn: SliceTurn;
  readonly help: WordHelp;
}

export async function absentParts(
  store: TextStore,
  query: CompiledQuery,
  options: AbsenceOptions,
): Promise<AbsentParts> {
  return new AbsenceSearch(store, query, options).run();
}

interface Sought extends TermNotes {
  readonly matcher: Matcher;
}

class AbsenceSearch {
  readonly #corpus: Corpus;
  readonly #filters: readonly NamedFilter[];
  readonly #traces: readonly WordTrace[];
  /** Words of phrases. */
  readonly #inPhrases: readonly WordTrace[];
  /** Filters of the query that no note has passed yet. */
  readonly #failing: Set<NamedFilter>;
  readonly #passing = new Set<string>();
  readonly #sought = new Map<Term, Sought>();
  #lacksHeading = true;

  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly options: AbsenceOptions,
  ) {
    const { terms, below } = query;
    this.#corpus = new Corpus(options.visible, store.index);
    this.#filters = namedFilters(store, query, options);
    this.#failing = new Set(this.#filters.filter(({ isOfQuery }) => isOfQuery));
    this.#traces = (below?.anywhere ?? terms).flatMap((term, index) =>
      term.isOptional === true ? [] : new WordTrace(term, terms[index] ?? term, this.#filters),
    );
    const inPhrases = this.#traces.flatMap(({ term }) => term.phraseWords ?? []);
    this.#inPhrases = inPhrases.map(term => new WordTrace(term, term, []));
  }

  async run(): Promise<AbsentParts> {
    const { turn } = this.options;
    const isComplete = await this.#look(turn.worked() + lookTime);
    const unknownWords = new Set(this.#inPhrases.filter(({ isKnown }) => !isKnown).map(({ term }) => term));
    const words = isComplete ? this.#traces.flatMap(trace => trace.absent(unknownWords)) : [];
    const isBelow = words.length === 0 || words.some(({ reason }) => reason === 'heading');
    const unknown = this.#traces.filter(({ isKnown }) => !isKnown).map(({ term }) => term);
    const asksFilters = this.#filters.some(({ isOfQuery }) => isOfQuery);
    return {
      ...{ words, isComplete, asks: this.#asks(asksFilters) },
      unknown: unknown
        .flatMap(term => term.phraseWords?.filter(word => unknownWords.has(word)) ?? term)
        .map(({ word }) => word),
      filters: isComplete ? [...this.#failing].map(({ name }) => name) : [],
      lacksHeading: isComplete && isBelow && this.query.below !== undefined && this.#lacksHeading,
      passing: isComplete && asksFilters ? this.#passing : undefined,
    };
  }

  #asks(asksFilters: boolean): AbsentParts['asks'] {
    if (!asksFilters && this.query.excluded.length === 0) return 'words';
    return this.#traces.length > 0 || asksFilters ? 'mixed' : 'exclusions';
  }

  get #isDone(): boolean {
    const areFound = this.#traces.every(({ isFound }) => isFound);
    return areFound && this.#failing.size === 0 && this.query.below === undefined;
  }

  /** @returns false where the time was not enough */
  async #look(until: number): Promise<boolean> {
    const { turn } = this.options;
    for (const [number, note] of this.#corpus.notes.entries()) {
      if (this.#isDone) return true;
      if (note === undefined) continue;
      if (turn.due()) await turn.pause();
      if (turn.worked() >= until) return false;
      await this.#lookAt(note, number);
    }
    return true;
  }

  async #lookAt(note: StoredNote, number: number): Promise<void> {
    const failed = new Set<NamedFilter>();
    for (const filter of this.#filters)
      if (!(await filter.passes(note, this.options.turn))) failed.add(filter);
    if (![...failed].some(({ isOfQuery }) => !isOfQuery))
      for (const filter of [...this.#failing]) if (!failed.has(filter)) this.#failing.delete(filter);
    const isPassing = failed.size === 0;
    if (isPassing) this.#passing.add(note.path);
    for (const trace of this.#inPhrases) trace.isKnown ||= await this.#has(trace.term, note, number);
    for (const trace of this.#traces) {
      if (trace.isFound || !(await this.#has(trace.term, note, number))) continue;
      trace.seen(failed);
      if (isPassing) await this.#follow(trace, note, number);
    }
    const { below } = this.query;
    if (isPassing && below !== undefined && this.#lacksHeading)
      this.#lacksHeading = !(await this.#has(below.term, note, number));
  }

  /** Of a note that has the word and passes every filter. */
  async #follow(trace: WordTrace, note: StoredNote, number: number): Promise<void> {
    if (trace.below !== trace.term && !(await this.#has(trace.below, note, number))) return;
    trace.isBelow = true;
    for (const term of this.query.excluded) if (await this.#has(term, note, number)) return;
    trace.isFound = true;
  }

  async #has(term: Term, note: StoredNote, number: number): Promise<boolean> {
    const { turn } = this.options;
    const { matcher, possible, words } = await this.#soughtOf(term);
    if (number < this.#corpus.counted && possible !== undefined) {
      if (possible[number] === 0) return false;
      if (words !== undefined) return true;
    }
    const text = note.text ?? (await this.store.textOf(note, turn));
    return hasAny([matcher], note, text, turn);
  }

  async #soughtOf(term: Term): Promise<Sought> {
    const known = this.#sought.get(term);
    if (known !== undefined) return known;
    const { help, turn } = this.options;
    const notes = await notesWith(term, this.#corpus, help, turn);
    const sought = { ...notes, matcher: term.matcher(help) };
    this.#sought.set(term, sought);
    return sought;
  }
}
