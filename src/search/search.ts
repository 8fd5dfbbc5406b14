/** One search of the text store: the notes with the words, then with near ones in place of words that no note has; and what to show of them. */

import type { DateClock } from '../utils/dates/dates';
import { finish } from '../utils/slicing/steps';
import type { SliceLimits, SliceTurn, TimeSlicer } from '../utils/slicing/time-slicer';
import { Corpus } from './index/corpus';
import type { StoredNote } from './index/stored-note';
import type { FillOptions, TextStore } from './index/text-store';
import { withSimilar } from './meaning/similar-notes';
import type { NearNote } from './meaning/vector-table';
import type { Asked, CompiledQuery, Term, WordHelp } from './plan/compiled-query';
import { compileQuery } from './plan/query-compiler';
import type { Query, SearchQuery } from './query/query';
import { type AbsentParts, AbsenceSearch, type Narrowing } from './rank/absent-parts';
import { askedWords, compoundsOf, nearestWords, suggestedWords, withParts } from './rank/asked-words';
import { type FactSource, NoteFilter } from './rank/note-filter';
import {
  pageOf,
  type Rank,
  type RankedList,
  rankedList,
  type RankedNote,
  type RankPage,
} from './rank/ranked-list';
import { hasAny, type Round, type SearchedPart, SearchRound, type Stopped } from './rank/round';
import type { AskedFacts } from './show/fact-places';
import {
  type DescribeOptions,
  NoteDescriber,
  type NoteDetails,
  type SnippetContext,
} from './show/note-describer';
import { TitleText } from './text/search-text';
import type { WordForms } from './words/word-forms';

export interface SearchOptions extends FactSource, SliceLimits, Pick<FillOptions, 'onProgress' | 'isEnough'> {
  readonly slicer: TimeSlicer;
  /** The notes that the caller may see and that pass the call's filters; all if left out. Other notes have no effect. */
  readonly accepts?: ((path: string) => boolean) | undefined;
  /** The notes that the caller may see, whatever the filters of the call; what `accepts` takes without it. */
  readonly visible?: ((path: string) => boolean) | undefined;
  /** The filters of the call one by one, to say which of them leaves nothing. */
  readonly narrowings?: readonly Narrowing[] | undefined;
  /** Tells notes that come after all others, whatever they have; none if left out. */
  readonly isLast?: ((path: string) => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** Which of the found notes to return. */
  readonly page?: RankPage | undefined;
  /** If an earlier search had to stop: which notes are searched. */
  readonly part?: SearchedPart | undefined;
  /** Returns the notes similar in meaning to the query. */
  readonly similar?: (() => Promise<readonly NearNote[]>) | undefined;
}

export interface FoundNotes {
  /** Number of notes that match everything. */
  readonly totalCount: number;
  /** Number of listed notes with some of the words. */
  readonly partialCount: number;
  /** Words that no note has, with the similar ones that were searched instead. */
  readonly replaced: ReadonlyMap<string, readonly string[]>;
  /** Number of matches in all of them. */
  readonly totalMatches: number;
  /** Best first, equals by path. */
  readonly notes: readonly RankedNote[];
  /** Set if nothing was found and the search went through all notes. */
  readonly absent?: AbsentParts;
  /** Words similar to those that no note has, if nothing was found. */
  readonly suggestions?: readonly string[];
  /** Set if the search ended before the last note: all counts are for the searched notes. */
  readonly stopped?: Stopped;
  /** Notes with very long lines or values, which a pattern searched in pieces: matches may be missing, or cut. */
  readonly incomplete?: readonly string[];
  /** Notes that were not searched because their texts were not read. */
  readonly unread?: readonly string[];
}

/** How found notes are described; snippets have a default length. */
export interface PageOptions extends Omit<DescribeOptions, 'contextLength'> {
  readonly contextLength?: number | undefined;
}

/** The key for paging found notes: ascending, as `paginate` compares. */
export function rankKey({ score, path }: Rank): readonly [number, string] {
  return [-score, path];
}

export function rankOf([score = 0, path = '']: readonly (string | number)[]): Rank {
  return { score: -Number(score), path: String(path) };
}

/** One query over the notes of a store. */
export class Search {
  readonly #query: CompiledQuery;
  private readonly asked: SearchQuery;
  readonly #facts: AskedFacts;
  /** Set by `find`. */
  #searched: Asked | undefined;

  /**
   * @param clock parses dates such as `today` in the query
   * @param namedNote see `QueryCompiler.compile`
   * @throws ToolFailure `invalid_argument`, `invalid_query`
   */
  constructor(
    private readonly store: TextStore,
    query: Query,
    clock?: DateClock,
    namedNote?: string,
  ) {
    this.asked = query.asked;
    this.#facts = query.facts.ofSome;
    this.#query = compileQuery(query, { folder: store.folder, kinds: store.kinds, clock }, namedNote);
  }

  /**
   * What the query says of files that have no text for it, such as images: `file:` and `path:` find any file.
   * Undefined where it asks for none.
   */
  ofFiles(): ((path: string) => boolean) | undefined {
    const { ofFiles } = this.#query;
    const known = {
      title: new TitleText('', this.store.folder),
      text: undefined,
      tags: [],
      properties: {},
      onCut: () => undefined,
    };
    return ofFiles && (path => finish(ofFiles.holdsOf({ ...known, path })));
  }

  /**
   * Waits for texts that are missing first.
   * @throws ToolFailure `budget_exceeded`; the signal's reason.
   */
  async find(options: SearchOptions): Promise<FoundNotes> {
    await this.store.fill({ ...options, wants: options.accepts });
    const { query, allWords, exact } = this.asked;
    const turn = options.slicer.slice(options);
    const run = new SearchRun(this.store, this.#query, { ...options, query, allWords, exact }, turn);
    const { found, asked } = await run.find();
    this.#searched = asked;
    return found;
  }

  async #askedAnew(turn: SliceTurn): Promise<Asked> {
    if (this.asked.exact === true) return { query: this.#query, help: {} };
    const corpus = new Corpus(this.store.all(), this.store.index);
    const { query, forms } = await askedWords(this.#query, corpus, this.store, turn);
    return { query, help: { forms } };
  }

  /** What to show for some of the found notes, in the same order; leaves out deleted ones. */
  async describe(
    notes: readonly RankedNote[],
    options: PageOptions & SliceLimits & { readonly slicer: TimeSlicer },
  ): Promise<NoteDetails[]> {
    const { context = 'line', contextLength = lengthOf(context, notes.length) } = options;
    const turn = options.slicer.slice(options);
    const asked = (this.#searched ??= await this.#askedAnew(turn));
    const describer = new NoteDescriber(asked, { ...options, contextLength }, this.#facts, this.store.folder);
    const details: NoteDetails[] = [];
    const { matchesPerNote } = options;
    let spare = matchesPerNote > fewSnippets ? Infinity : Math.max(minSpare, pageSnippets - notes.length);
    for (const ranked of notes) {
      const note = this.store.get(ranked.path);
      const text = note && (await this.store.textOf(note, turn));
      if (note === undefined || text === undefined) continue;
      const most = Math.min(matchesPerNote, 1 + spare);
      const shown = { note, text, ranked, most };
      const described = await describer.describe(shown, turn);
      spare -= Math.max(0, described.matches.length - 1);
      details.push(described);
    }
    return details;
  }
}

/** Default length of a snippet in characters, and of all snippets of a page of larger ones. */
const defaultLengths: Readonly<Record<SnippetContext, number>> = { line: 100, paragraph: 800, section: 2400 };
const pageLength = 24_000;
const minLength = 200;

function lengthOf(context: SnippetContext, notes: number): number {
  const usual = defaultLengths[context];
  return context === 'line' ? usual : Math.min(usual, Math.max(minLength, Math.floor(pageLength / notes)));
}

/**
 * Of a caller that asks for no more than these of each note, a page has so many snippets beyond the first of each,
 * those of the best notes: three of each of twenty notes would be ten kilobytes.
 */
const fewSnippets = 3;
const [pageSnippets, minSpare] = [26, 6];

/** A shorter word is not replaced beside others: `all` and `call` say nothing of `tall`; nor is `lock` of `lock-out`. */
const minReplaced = 5;
/** Searching more forms of near words takes longer than it helps. */
const maxNearWords = 48;

/** A round with the notes that it found. */
interface Outcome {
  readonly round: Round;
  readonly list: RankedList;
  /** What was searched in place of words that no note has. */
  readonly near: ReadonlyMap<string, readonly string[]>;
}

class SearchRun {
  readonly #filter: NoteFilter;
  #corpus: Corpus;
  #query: CompiledQuery;
  #forms: WordForms | undefined;
  #stopWords: ReadonlySet<string> = new Set();
  /** Whether the words of all notes were counted when the corpus was made, which may be meanwhile. */
  #isCounted: boolean;

  constructor(
    private readonly store: TextStore,
    query: CompiledQuery,
    private readonly options: SearchOptions & Pick<SearchQuery, 'query' | 'allWords' | 'exact'>,
    private readonly turn: SliceTurn,
  ) {
    this.#query = query;
    this.#filter = new NoteFilter(store, query.conditions, options);
    this.#isCounted = store.isCounted;
    this.#corpus = this.#corpusOf(options.accepts);
  }

  async find(): Promise<{ readonly found: FoundNotes; readonly asked: Asked }> {
    const { store, turn, options } = this;
    if (options.exact !== true) {
      const { query, forms, stopWords } = await askedWords(this.#query, this.#corpus, store, turn);
      [this.#query, this.#forms, this.#stopWords] = [query, forms, stopWords];
    }
    const { round, list, near } = await this.#outcome();
    const { full } = list;
    const notes = await this.#withSimilar(round, this.#stillThere([...full, ...list.partial]));
    const incomplete = [...new Set([...round.incomplete, ...this.#filter.incomplete])];
    const found: FoundNotes = {
      totalCount: full.length,
      totalMatches: full.reduce((sum, { matches }) => sum + matches, 0),
      partialCount: notes.filter(({ missing }) => missing !== undefined).length,
      replaced: notes.length > 0 ? near : new Map<string, readonly string[]>(),
      notes: pageOf(notes, options.page ?? {}),
      ...(round.stopped === undefined ? {} : { stopped: round.stopped }),
      ...(incomplete.length === 0 ? {} : { incomplete }),
      ...(round.unread.length === 0 ? {} : { unread: round.unread }),
    };
    const isEmpty = full.length === 0 && round.stopped === undefined;
    const isNothingListed = notes.length + list.partial.length === 0;
    const absence = isEmpty ? await this.#absence(round, isNothingListed) : {};
    return { found: { ...found, ...absence }, asked: { ...round, rarities: round.scores.rarities } };
  }

  #corpusOf(accepts: ((path: string) => boolean) | undefined): Corpus {
    return new Corpus(this.#notes(accepts), this.store.index);
  }

  #notes(accepts: ((path: string) => boolean) | undefined): readonly StoredNote[] {
    const all = this.store.all();
    return accepts === undefined ? all : all.filter(({ path }) => accepts(path));
  }

  async #outcome(): Promise<Outcome> {
    const { options, turn } = this;
    const forms = this.#forms;
    let first = await this.#round({ forms, near: await this.#tolerated() });
    if (this.#unknownIn(first).length > 0 && (await this.#knowAll())) {
      first = await this.#round({ forms, near: await this.#tolerated() });
    }
    const unknown = this.#unknownIn(first);
    const near = await this.#nearest(first, unknown);
    const { rules } = this.#query;
    const mayLack = unknown.filter(({ word, isLoose = false }) => isLoose && !near.has(word));
    const hasCompounds = options.allWords !== true && forms?.hasCompounds === true;
    const compounds = hasCompounds
      ? await compoundsOf(mayLack, this.#corpus, { forms, rules, turn })
      : new Map<string, readonly Term[]>();
    if (near.size + compounds.size === 0) return this.#listed(first, near);
    const all = new Map([...(first.help.near ?? []), ...(await this.#withForms(near))]);
    return this.#listed(await this.#round({ forms, near: all, compounds }), near);
  }

  /**
   * Reads and counts the words of all notes that the caller may see: only then is it known which words no note has,
   * and which are similar. @returns false if that was done before
   */
  async #knowAll(): Promise<boolean> {
    const { store, options } = this;
    const { missing } = store;
    const unread = missing.size;
    await store.fill({ ...options, wants: options.visible ?? options.accepts });
    if (this.#isCounted && missing.size === unread) return false;
    await store.prepare(options);
    this.#isCounted = true;
    this.#corpus = this.#corpusOf(options.accepts);
    return true;
  }

  /** The words that no searched note has; none while that is not known of all notes. */
  #unknownIn({ query, isKnown, help, stopped, unread }: Round): Term[] {
    if (this.options.exact === true || stopped !== undefined || unread.length > 0) return [];
    return query.terms.filter(
      ({ hasForms = false, role, word }, index) =>
        hasForms &&
        role !== 'stopWord' &&
        word.length >= (role === 'part' ? minReplaced : 0) &&
        isKnown[index] !== true &&
        help.near?.has(word) !== true,
    );
  }

  async #listed(round: Round, near: Outcome['near']): Promise<Outcome> {
    const { now, isLast } = this.options;
    const options = { isPartial: this.#isPartial(round.query), isLast, now, turn: this.turn };
    return { round, near, list: await rankedList(round, this.#corpus, this.#filter, options) };
  }

  /** Whether notes that lack some of the words are listed. */
  #isPartial({ terms: all, isPattern }: CompiledQuery): boolean {
    const mayLack = this.options.allWords !== true && !isPattern;
    const terms = all.filter(({ role }) => role !== 'stopWord');
    return mayLack && terms.length > 1 && terms.some(({ isLoose = false }) => isLoose);
  }

  async #round(help: WordHelp): Promise<Round> {
    const { store, turn, options } = this;
    const mayLack = options.allWords !== true && !this.#query.isPattern;
    const query = mayLack ? withParts(this.#query, help) : this.#query;
    const isPartial = this.#isPartial(query);
    const notes = { store, corpus: this.#corpus, filter: this.#filter };
    return new SearchRound(notes, query, help, { ...options, isPartial }, turn).run();
  }

  /** The words within the typing errors that a term tolerates. */
  async #tolerated(): Promise<Map<string, readonly string[]>> {
    const near = new Map<string, readonly string[]>();
    for (const { word, tolerance } of this.#query.terms)
      if (tolerance !== undefined)
        near.set(
          word,
          (await this.#corpus.near(word, tolerance, this.turn)).map(found => found.word),
        );
    return near;
  }

  /** Short words have near ones of any meaning, so they are replaced only where no other word finds a note. */
  async #nearest(
    { query, isKnown }: Round,
    unknown: readonly Term[],
  ): Promise<ReadonlyMap<string, readonly string[]>> {
    const long = await this.#nearWords(unknown.filter(({ word }) => word.length >= minReplaced));
    const isFound = query.terms.some(({ role }, index) => role !== 'stopWord' && isKnown[index] === true);
    return long.size > 0 || isFound ? long : this.#nearWords(unknown);
  }

  async #nearWords(unknown: readonly Term[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const { options, turn } = this;
    const stopWords = this.#stopWords;
    const searched = this.#corpus;
    const { narrowings = [] } = options;
    const isNarrowed = narrowings.length > 0 || this.#query.conditions.length > 0;
    if (!isNarrowed) return nearestWords(unknown, { searched, visible: searched, stopWords, turn });
    const visible = this.#corpusOf(options.visible ?? options.accepts);
    const passing = this.#notes(options.accepts).filter(note => this.#filter.passesPath(note));
    const narrowed = new Corpus(passing, this.store.index);
    return nearestWords(unknown, { searched: narrowed, visible, stopWords, turn });
  }

  /** Near words with their other forms in the notes. */
  async #withForms(near: ReadonlyMap<string, readonly string[]>): Promise<Map<string, readonly string[]>> {
    const all = new Map<string, readonly string[]>();
    for (const [asked, found] of near) {
      const words = new Set(found);
      for (const word of found) for (const form of await this.#formsOf(word)) words.add(form);
      all.set(asked, [...words].slice(0, maxNearWords));
    }
    return all;
  }

  async #formsOf(word: string): Promise<readonly string[]> {
    const forms = this.#forms?.of(word);
    if (forms === undefined) return [];
    const { words } = this.store.index;
    const test = { asked: word, start: forms.start, part: forms.start };
    const isForm = (form: string): 'form' | undefined => (forms.includes(form, 0) ? 'form' : undefined);
    const found = await this.#corpus.wordsOf([{ ...test, match: isForm }], this.turn);
    return found.map(one => words.wordAt(one.word));
  }

  /** Without notes that were removed or replaced meanwhile. */
  #stillThere(notes: readonly RankedNote[]): readonly RankedNote[] {
    return notes.filter(({ path }) => this.store.get(path) !== undefined);
  }

  async #withSimilar(round: Round, listed: readonly RankedNote[]): Promise<readonly RankedNote[]> {
    const { store, turn, options } = this;
    const { terms, isPattern, excluded } = round.query;
    const isOpen = !isPattern && terms.every(({ isLoose = false }) => isLoose);
    if (options.similar === undefined || options.allWords === true || options.exact === true || !isOpen)
      return listed;
    const others = excluded.map(term => term.sought().matcher);
    const similar = (await options.similar()).filter(({ path }) => options.isLast?.(path) !== true);
    return withSimilar(listed, similar, {
      ...{ store, turn, help: round.help, terms },
      passes: async (note, text) =>
        this.#filter.passesPath(note) &&
        !(await hasAny(others, note, text, turn)) &&
        (await this.#filter.passesFacts(note, turn)),
    });
  }

  async #absence(
    { help }: Round,
    isNothingListed: boolean,
  ): Promise<Pick<FoundNotes, 'absent' | 'suggestions'>> {
    const { store, options, turn } = this;
    const { narrowings = [] } = options;
    const visible = this.#notes(options.visible ?? options.accepts);
    const sources = { ...options, narrowings, written: options.query };
    const looking = new AbsenceSearch(store, this.#query, { ...sources, visible, turn, help });
    const absent = await looking.run();
    if (!isNothingListed) return { absent };
    const all = this.#query.terms.flatMap(term => [term, ...(term.phraseWords ?? [])]);
    const terms = all.filter(({ word }) => absent.unknown.includes(word));
    const { passing } = absent;
    await this.#knowAll();
    const searched = passing === undefined ? this.#corpus : this.#corpusOf(path => passing.has(path));
    const words = await suggestedWords(terms, searched, turn);
    return { absent, ...(words.length === 0 ? {} : { suggestions: words }) };
  }
}
