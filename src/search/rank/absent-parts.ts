/** Why a query found nothing: its words that no note has, and the filters that exclude the notes with the others. */

import type { Steps } from '../../utils/slicing/steps';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { Finder } from '../query/finders/finder';
import type { CompiledQuery, Term, WordHelp } from '../query/compiled-query';
import type { FactSource } from '../scan/note-filters';
import { holds } from '../query/finder-match';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';
import type { NoteText } from '../store/note-text';
import { type NamedFilter, namedFilters, type Narrowing } from './named-filters';
import { type AbsentWord, WordTrace } from './word-trace';

/** Milliseconds of work after which what was not found yet counts as unknown; the parts of texts take longer. */
const [lookTime, partsTime] = [300, 1000];

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
  /** Whether notes that have none of the words are still to be read in the background. */
  readonly isReading?: boolean;
  /** What the query asks for: words alone, exclusions alone, or filters too. */
  readonly asks: 'words' | 'exclusions' | 'mixed';
  /** Paths of the notes that pass the filters of the query; undefined where it has none. */
  readonly passing?: ReadonlySet<string> | undefined;
}

export interface AbsenceOptions extends FactSource {
  /** The notes of the caller. */
  readonly visible: (path: string) => boolean;
  /** The arguments of the call that narrow them. */
  readonly narrowings: readonly Narrowing[];
  readonly turn: SliceTurn;
  readonly help?: WordHelp;
  /** Whether it is known that a note of the search has a term. */
  readonly isFound?: ((term: Term) => boolean) | undefined;
  /** The query as it was written. */
  readonly written: string;
}

export async function absentParts(
  store: TextStore,
  query: CompiledQuery,
  options: AbsenceOptions,
): Promise<AbsentParts> {
  return new AbsenceSearch(store, query, options).run();
}

class AbsenceSearch {
  readonly #filters: readonly NamedFilter[];
  readonly #traces: readonly WordTrace[];
  /** Words of phrases. */
  readonly #inPhrases: readonly WordTrace[];
  /** Filters of the query that no note has passed yet. */
  readonly #failing: Set<NamedFilter>;
  readonly #passing = new Set<string>();
  readonly #finders = new Map<Term, Finder>();

  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly options: AbsenceOptions,
  ) {
    const { terms, below } = query;
    this.#filters = namedFilters(query, { ...options, folder: store.folder });
    this.#failing = new Set(this.#filters.filter(({ isOfQuery }) => isOfQuery));
    this.#traces = (below?.anywhere ?? terms).flatMap((term, index) =>
      term.isOptional === true ? [] : new WordTrace(term, terms[index] ?? term, this.#filters),
    );
    const inPhrases = this.#traces.flatMap(({ term }) => term.phraseWords ?? []);
    this.#inPhrases = inPhrases.map(term => new WordTrace(term, term, []));
  }

  async run(): Promise<AbsentParts> {
    if (!this.#asksBesideWords) this.#takeFound();
    const until = this.options.turn.worked() + (this.#readsParts ? partsTime : lookTime);
    const isComplete = this.#isPlain || (await this.#look(until));
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
      lacksHeading: isComplete && isBelow && (await this.#lacksHeading(until)),
      passing: isComplete && asksFilters ? this.#passing : undefined,
    };
  }

  /** Whether more is asked of a note than its words. */
  get #asksBesideWords(): boolean {
    const { excluded, below } = this.query;
    return this.#filters.length > 0 || excluded.length > 0 || below !== undefined;
  }

  /** What the search knows need not be looked for. */
  #takeFound(): void {
    for (const trace of this.#traces)
      if (this.options.isFound?.(trace.term) === true) trace.isKnown = trace.isFound = true;
  }

  #asks(asksFilters: boolean): AbsentParts['asks'] {
    if (!asksFilters && this.query.excluded.length === 0) return 'words';
    return this.#traces.length > 0 || asksFilters ? 'mixed' : 'exclusions';
  }

  /** Of the notes that pass the filters. */
  async #lacksHeading(until: number): Promise<boolean> {
    const { turn } = this.options;
    const { below } = this.query;
    if (below === undefined) return false;
    for (const note of this.store.all()) {
      if (turn.due()) await turn.pause();
      if (turn.worked() >= until) return false;
      if (!this.#passing.has(note.path)) continue;
      const text = await this.store.textOf(note, turn);
      if (text !== undefined && (await drive(this.#has(below.term, note, text), turn))) return false;
    }
    return true;
  }

  /** Whether a single word was looked for in all notes of the caller: then there is nothing to find out. */
  get #isPlain(): boolean {
    const { excluded, below } = this.query;
    const isOneWord = this.#traces.length === 1 && this.#inPhrases.length === 0;
    return isOneWord && this.#filters.length === 0 && excluded.length === 0 && below === undefined;
  }

  get #isDone(): boolean {
    const areFound = this.#traces.every(({ isFound }) => isFound);
    return areFound && this.#failing.size === 0 && this.query.below === undefined;
  }

  /** Whether more is asked of a text than its words. */
  get #readsParts(): boolean {
    return this.query.below !== undefined || this.#filters.some(({ readsText }) => readsText);
  }

  /** @returns false where the time was not enough */
  async #look(until: number): Promise<boolean> {
    const { turn, visible } = this.options;
    for (const note of this.store.all()) {
      if (this.#isDone) return true;
      if (turn.due()) await turn.pause();
      if (turn.worked() >= until) return false;
      if (!visible(note.path)) continue;
      const text = note.text ?? (this.#needsText(note) ? await this.store.textOf(note, turn) : undefined);
      if (this.#readsParts && text?.isPrepared === false) text.preparing();
      await drive(this.#lookAt(note, text), turn);
    }
    return true;
  }

  #needsText(note: StoredNote): boolean {
    const mayHave = ({ term, isKnown, isFound }: WordTrace, isOfPhrase: boolean): boolean =>
      !(isOfPhrase ? isKnown : isFound) && this.#finder(term).mayStandIn(note);
    return (
      this.#filters.some(({ readsText }) => readsText) ||
      this.#traces.some(trace => mayHave(trace, false)) ||
      this.#inPhrases.some(trace => mayHave(trace, true))
    );
  }

  *#lookAt(note: StoredNote, text: NoteText | undefined): Steps<void> {
    const failed = new Set<NamedFilter>();
    for (const filter of this.#filters) if (!(yield* filter.passes(note, text))) failed.add(filter);
    const isAccepted = ![...failed].some(({ isOfQuery }) => !isOfQuery);
    if (isAccepted)
      for (const filter of [...this.#failing]) if (!failed.has(filter)) this.#failing.delete(filter);
    const isPassing = failed.size === 0;
    if (isPassing) this.#passing.add(note.path);
    for (const trace of this.#inPhrases) trace.isKnown ||= yield* this.#has(trace.term, note, text);
    for (const trace of this.#traces) {
      if (trace.isFound || !(yield* this.#has(trace.term, note, text))) continue;
      trace.seen(failed);
      if (isPassing) yield* this.#follow(trace, note, text);
    }
  }

  /** Of a note that has the word and passes every filter. */
  *#follow(trace: WordTrace, note: StoredNote, text: NoteText | undefined): Steps<void> {
    if (trace.below !== trace.term && !(yield* this.#has(trace.below, note, text))) return;
    trace.isBelow = true;
    for (const term of this.query.excluded) if (yield* this.#has(term, note, text)) return;
    trace.isFound = true;
  }

  *#has(term: Term, note: StoredNote, text: NoteText | undefined): Steps<boolean> {
    const finder = this.#finder(term);
    if (!finder.mayStandIn(note)) return false;
    return (yield* holds(finder, note.title)) || (text !== undefined && (yield* holds(finder, text)));
  }

  #finder(term: Term): Finder {
    let finder = this.#finders.get(term);
    if (finder === undefined) {
      finder = term.makeFinder(this.options.help);
      this.#finders.set(term, finder);
    }
    return finder;
  }
}
