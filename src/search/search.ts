/** One search of the text store: finds notes by the words, then by similar ones for words that no note has, and describes them. */

import type { DateClock } from '../utils/dates';
import { finish, type SliceLimits, type SliceTurn, type TimeSlicer } from '../utils/slicing/time-slicer';
import { Corpus } from './index/corpus';
import type { StoredNote, TextStore } from './index/text-store';
import type { CompiledQuery, Searched, Term, WordHelp } from './plan/compiled-query';
import { compileQuery } from './plan/query-compiler';
import type { Query } from './query/query';
import { type AbsentParts, AbsenceSearch, type Narrowing } from './rank/absent-parts';
import { AskedWords } from './rank/asked-words';
import { rounded, shares, pageOf, type RankedNote, type RankPage } from './rank/formula';
import {
  type FactSource,
  hasAny,
  maxMissing,
  NoteFilter,
  rankedList,
  type Round,
  type SearchedPart,
  SearchRound,
} from './rank/round';
import { type DescribeOptions, describedNotes, type NoteDetails } from './show/note-describer';
import { SearchText } from './text/search-text';

/** A note and its similarity, at most 1. */
export interface NearNote {
  readonly path: string;
  readonly nearness: number;
}

export interface SearchOptions
  extends FactSource, SliceLimits, Pick<Parameters<TextStore['fill']>[0], 'onProgress' | 'isEnough'> {
  readonly slicer: TimeSlicer;
  /** The notes that the caller may see and that pass the call's filters; all if left out. Other notes have no effect. */
  readonly accepts?: ((path: string) => boolean) | undefined;
  /** The notes that the caller may see, whatever the filters of the call; `accepts` by default. */
  readonly visible?: ((path: string) => boolean) | undefined;
  /** The single filters of the call, to say which of them leaves nothing. */
  readonly narrowings?: readonly Narrowing[] | undefined;
  /** Whether a note comes after all others, whatever its score; none does if left out. */
  readonly isLast?: ((path: string) => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly page?: RankPage | undefined;
  /** Which notes to search, if an earlier search had to stop. */
  readonly part?: SearchedPart | undefined;
  readonly similar?: (() => Promise<readonly NearNote[]>) | undefined;
  /** Whether excluded words are searched if no note is left without them: the query may be a command with flags. */
  readonly readsFlags?: boolean;
}

export interface FoundNotes {
  /** Number of notes that match everything. */
  readonly totalCount: number;
  /** Number of listed notes with some of the words. */
  readonly partialCount: number;
  /** Set if no note was left without these words: the listed ones are those with them, as lacking an exclusion. */
  readonly flags?: readonly string[];
  /** Words that no note has, with the similar ones that were searched instead, all as they are written. */
  readonly replaced: ReadonlyMap<string, readonly string[]>;
  readonly totalMatches: number;
  /** Best first, then by path. Any of them may be deleted after the search. */
  readonly notes: readonly RankedNote[];
  /** Set if nothing was found and the search went through all notes. */
  readonly absent?: AbsentParts;
  /** Words similar to those that no note has, if nothing was found. */
  readonly suggestions?: readonly string[];
  /** Set if the search ended before the last note: all counts are for the searched notes. */
  readonly stopped?: NonNullable<Round['stopped']>;
  /** Notes with very long lines or values, which a pattern searched in pieces: matches may be missing, or cut. */
  readonly incomplete?: readonly string[];
  /** Notes that were not searched because their texts were not read. */
  readonly unread?: readonly string[];
}

export class Search {
  readonly #compile: (query: Query) => CompiledQuery;
  readonly #compiled: CompiledQuery;
  /** Set by `find`. */
  #searched: Searched | undefined;

  /**
   * @param clock parses dates such as `today` in the query
   * @param namedNote see `compileQuery`
   * @throws ToolFailure `invalid_argument`, `invalid_query`
   */
  constructor(
    private readonly store: TextStore,
    private readonly query: Query,
    clock?: DateClock,
    namedNote?: string,
  ) {
    const reading = { folder: store.folder, kinds: store.kinds, clock };
    this.#compile = one => compileQuery(one, reading, namedNote);
    this.#compiled = this.#compile(query);
  }

  /** Tests files without text, such as images, by `file:` and `path:`; undefined if the query has neither. */
  ofFiles(): ((path: string) => boolean) | undefined {
    const { ofFiles } = this.#compiled;
    const title = new SearchText('', '', this.store.folder.fold('').map);
    const known = { title, text: undefined, tags: [], properties: {}, onCut: () => undefined };
    return ofFiles && (path => finish(ofFiles.holdsOf({ ...known, path })));
  }

  /** Waits for missing texts first. @throws ToolFailure `budget_exceeded`; the signal's reason. */
  async find(options: SearchOptions): Promise<FoundNotes> {
    await this.store.fill({ ...options, wants: options.accepts });
    const turn = options.slicer.slice(options);
    const run = (query: CompiledQuery) => new SearchRun(this.store, query, options, turn).find();
    const { found, searched } = await run(this.#compiled);
    this.#searched = searched;
    const isNothing = found.totalCount + found.partialCount === 0 && found.stopped === undefined;
    const command = isNothing && options.readsFlags === true ? this.query.asCommand() : undefined;
    if (command === undefined) return found;
    const again = await run(this.#compile(command.query));
    this.#searched = again.searched;
    return withFlags(found, again.found, command.flags);
  }

  /** What to show for some of the found notes, in the same order; leaves out deleted ones. */
  async describe(
    notes: readonly RankedNote[],
    options: DescribeOptions & SliceLimits & { readonly slicer: TimeSlicer },
  ): Promise<NoteDetails[]> {
    const turn = options.slicer.slice(options);
    const { store, query } = this;
    if (this.#searched === undefined) {
      const corpus = new Corpus(store.all(), store.index);
      const words = await AskedWords.of(this.#compiled, corpus, store.kinds, turn);
      this.#searched = { query: words.query, help: { forms: words.forms } };
    }
    const searched = { ...this.#searched, facts: query.facts.ofSome };
    return describedNotes(notes, searched, store, options, turn);
  }
}

/** Nothing found without some words, with the notes that have them: none of these is a complete match. */
function withFlags(without: FoundNotes, found: FoundNotes, flags: readonly string[]): FoundNotes {
  const excluded = flags.map(flag => `-${flag}`);
  const notes = found.notes.map(note => ({ ...note, missing: [...excluded, ...(note.missing ?? [])] }));
  const partialCount = found.totalCount + found.partialCount;
  return partialCount === 0 ? without : { ...without, notes, partialCount, flags, replaced: found.replaced };
}

class SearchRun {
  readonly #filter: NoteFilter;
  /** The notes that the caller may see, whatever the filters of the call; all if undefined. */
  readonly #isVisible: ((path: string) => boolean) | undefined;
  #corpus: Corpus;
  /** Whether the words of all notes were counted when the corpus was made; they may have been since. */
  #isCounted: boolean;

  constructor(
    private readonly store: TextStore,
    private readonly query: CompiledQuery,
    private readonly options: SearchOptions,
    private readonly turn: SliceTurn,
  ) {
    this.#filter = new NoteFilter(store, query.conditions, options);
    this.#isVisible = options.visible ?? options.accepts;
    this.#isCounted = store.isCounted;
    this.#corpus = this.#corpusOf(options.accepts);
  }

  async find(): Promise<{ readonly found: FoundNotes; readonly searched: Searched }> {
    const { store, turn, options } = this;
    const words = await AskedWords.of(this.query, this.#corpus, store.kinds, turn);
    const { round, near } = await this.#rounds(words);
    const { full, partial } = await rankedList(round, this.#corpus.notes, this.#filter, { ...options, turn });
    const notes = await this.#withSimilar(round, [...full, ...partial]);
    const { query, help, stopped, unread } = round;
    const incomplete = [...new Set([...round.incomplete, ...this.#filter.incomplete])];
    const isEmpty = full.length === 0 && stopped === undefined;
    const isNothingListed = notes.length + partial.length === 0;
    const found: FoundNotes = {
      totalCount: full.length,
      totalMatches: full.reduce((sum, { matches }) => sum + matches, 0),
      partialCount: notes.filter(({ missing }) => missing !== undefined).length,
      replaced: await this.#replaced(notes.length > 0 ? query.terms : [], near),
      ...(stopped === undefined ? {} : { stopped }),
      ...(incomplete.length === 0 ? {} : { incomplete }),
      ...(unread.length === 0 ? {} : { unread }),
      ...(isEmpty ? await this.#absence(words, help, isNothingListed) : {}),
      notes: this.#page(notes),
    };
    return { found, searched: { query, help, rarities: round.terms.map(({ rarity }) => rarity) } };
  }

  /** The notes of the page; others move up for notes deleted meanwhile. */
  #page(notes: readonly RankedNote[]): readonly RankedNote[] {
    const { page = {} } = this.options;
    const isThere = ({ path }: RankedNote): boolean => this.store.get(path) !== undefined;
    const first = pageOf(notes, page);
    return first.every(isThere) ? first : pageOf(notes.filter(isThere), page);
  }

  async #replaced(terms: readonly Term[], near: FoundNotes['replaced']): Promise<FoundNotes['replaced']> {
    const replaced = new Map<string, readonly string[]>();
    for (const { word, shown } of terms) {
      const words = near.get(word);
      if (words !== undefined) replaced.set(shown, await this.#asWritten(words));
    }
    return replaced;
  }

  /** Folded words as the first note with each writes it. */
  async #asWritten(words: readonly string[]): Promise<readonly string[]> {
    const { store, turn } = this;
    const written: string[] = [];
    for (const word of words) {
      const note = this.#corpus.firstWith(word);
      const text = note && (await store.textOf(note, turn));
      written.push(text?.written(word, store.kinds) ?? note?.title.written(word, store.kinds) ?? word);
    }
    return written;
  }

  #corpusOf(accepts: ((path: string) => boolean) | undefined): Corpus {
    return new Corpus(this.#notes(accepts), this.store.index);
  }

  #notes(accepts: ((path: string) => boolean) | undefined): readonly StoredNote[] {
    const all = this.store.all();
    return accepts === undefined ? all : all.filter(({ path }) => accepts(path));
  }

  /** Searches for the words as given, and again with replacements for those that no note has. */
  async #rounds(
    words: AskedWords,
  ): Promise<{ readonly round: Round; readonly near: FoundNotes['replaced'] }> {
    const { query, forms } = words;
    const once = async (): Promise<Round> =>
      this.#round(query, { forms, near: await words.tolerated(this.#corpus) });
    // After searching only some notes, it is not known which words no note has.
    const unknownIn = ({ unknown, stopped, unread }: Round): readonly Term[] =>
      stopped === undefined && unread.length === 0 ? words.replaceable(unknown) : [];
    let round = await once();
    if (unknownIn(round).length > 0 && (await this.#knowAll())) round = await once();
    const unknown = unknownIn(round);
    if (unknown.length === 0) return { round, near: new Map() };
    const known = round.query.terms.filter(term => !round.unknown.includes(term));
    const near = await words.nearest(unknown, known.length === 0, this.#narrowed());
    const mayLack = unknown.filter(({ word, isLoose = false }) => isLoose && !near.has(word));
    const compounds = await words.compounds(query.asked.allWords === true ? [] : mayLack, this.#corpus);
    if (near.size + compounds.size === 0) return { round, near };
    const withForms = await words.withForms(near, this.#corpus, this.store.index);
    const all = new Map([...(round.help.near ?? []), ...withForms]);
    return { round: await this.#round(query, { forms, near: all, compounds }), near };
  }

  async #round(given: CompiledQuery, help: WordHelp): Promise<Round> {
    const { store, turn, options } = this;
    const mayLack = given.asked.allWords !== true;
    const query = mayLack ? withParts(given, help) : given;
    const { terms } = query;
    const isPartial = mayLack && terms.length > 1 && terms.some(({ isLoose = false }) => isLoose);
    const notes = { store, corpus: this.#corpus, filter: this.#filter };
    return new SearchRound(notes, query, help, { ...options, isPartial }, turn).run();
  }

  /** Counts the words of all notes that the caller may see, so that absent and similar words are known. @returns false if that was already done */
  async #knowAll(): Promise<boolean> {
    const { store, options } = this;
    const { missing } = store;
    const unread = missing.size;
    await store.fill({ ...options, wants: this.#isVisible });
    if (this.#isCounted && missing.size === unread) return false;
    await store.prepare(options);
    this.#isCounted = true;
    this.#corpus = this.#corpusOf(options.accepts);
    return true;
  }

  /** The notes that pass the filters, and all that the caller may see; the same if there are no filters. */
  #narrowed(): { readonly searched: Corpus; readonly visible: Corpus } {
    const { narrowings = [], accepts } = this.options;
    if (narrowings.length + this.query.conditions.length === 0)
      return { searched: this.#corpus, visible: this.#corpus };
    const passing = this.#notes(accepts).filter(note => this.#filter.passesPath(note));
    return { searched: new Corpus(passing, this.store.index), visible: this.#visible() };
  }

  #visible(): Corpus {
    return this.#isVisible === this.options.accepts ? this.#corpus : this.#corpusOf(this.#isVisible);
  }

  /** The listed notes, raised by their nearness to the query in meaning, and the nearest of the others. */
  async #withSimilar(round: Round, listed: readonly RankedNote[]): Promise<readonly RankedNote[]> {
    const { turn, options } = this;
    const { allWords = false, exact = false } = round.query.asked;
    const isOpen = !allWords && !exact && round.query.terms.every(({ isLoose = false }) => isLoose);
    if (options.similar === undefined || !isOpen) return listed;
    const similar = (await options.similar()).filter(({ path }) => options.isLast?.(path) !== true);
    const notes = new Map(listed.map(note => [note.path, note]));
    const best = listed.reduce((most, { score }) => Math.max(most, score), 0);
    const nearest = similar.reduce((most, { nearness }) => Math.max(most, nearness), 0);
    for (const { path, nearness } of similar) {
      if (turn.due()) await turn.pause();
      const note = notes.get(path) ?? (await this.#withoutWords(path, round));
      const lift = (shares.meaning * (best || 1) * nearness) / (nearest || 1);
      if (note !== undefined) notes.set(path, { ...note, score: rounded(note.score + lift) });
    }
    return [...notes.values()];
  }

  /** A note that is only near in meaning; undefined if it fails the filters of the query. */
  async #withoutWords(path: string, { query, help }: Round): Promise<RankedNote | undefined> {
    const { store, turn } = this;
    const note = store.get(path);
    const text = note && (await store.textOf(note, turn));
    if (text === undefined || note === undefined || !(await this.#filter.passes(note, turn)))
      return undefined;
    const has = (term: Term, given?: WordHelp): Promise<boolean> =>
      hasAny([term.matcher(given)], note, text, turn);
    for (const term of query.excluded) if (await has(term)) return undefined;
    const missing: string[] = [];
    for (const term of query.terms)
      if (term.role !== 'part' && !(await has(term, help))) missing.push(term.shown);
    return { path, score: 0, modified: note.modified, matches: 0, missing: missing.slice(0, maxMissing) };
  }

  async #absence(
    words: AskedWords,
    help: WordHelp,
    isNothingListed: boolean,
  ): Promise<Pick<FoundNotes, 'absent' | 'suggestions'>> {
    const { query } = words;
    const looking = { ...this.options, visible: this.#visible(), help, turn: this.turn };
    const absent = await new AbsenceSearch(this.store, query, looking).run();
    if (!isNothingListed) return { absent };
    const all = query.terms.flatMap(term => [term, ...(term.phraseWords ?? [])]);
    const terms = all.filter(({ shown }) => absent.unknown.includes(shown));
    await this.#knowAll();
    const { passing } = absent;
    const searched = passing === undefined ? this.#corpus : this.#corpusOf(path => passing.has(path));
    const suggestions = await this.#asWritten(await words.suggested(terms, searched));
    return suggestions.length === 0 ? { absent } : { absent, suggestions };
  }
}

/** Adds the parts of hyphenated words, and of compounds that no note has, to the query, each once. */
function withParts(query: CompiledQuery, { compounds }: WordHelp): CompiledQuery {
  const known = new Set(query.terms.map(({ word }) => word));
  const parts = query.terms.flatMap(term => term.parts ?? compounds?.get(term.word) ?? []);
  const others = parts.filter(({ word }) => !known.has(word) && known.add(word));
  return others.length === 0 ? query : { ...query, terms: [...query.terms, ...others] };
}
