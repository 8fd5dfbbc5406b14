/** Searches the text store: finds all notes that match and ranks them, then describes those that are shown. */

import type { DateClock } from '../utils/dates/dates';
import { drive, type SliceLimits, type SliceTurn, type TimeSlicer } from '../utils/slicing/time-slicer';
import { type AbsentParts, absentParts } from './rank/absent-parts';
import type { Rank, RankedNote, RankPage } from './rank/best-notes';
import { NoteSweep, type SweepOptions, type Unsearched } from './scan/note-sweep';
import type { ParsedQuery, SearchQuery, Term } from './query/parsed-query';
import { QueryParser } from './query/query-parser';
import { rank } from './rank/ranking';
import { type DescribeOptions, NoteDescriber, type NoteDetails } from './present/note-describer';
import type { SnippetContext } from './present/part-spans';
import type { StoredNote } from './store/stored-note';
import { suggestWords } from './rank/suggestions';
import type { TextStore } from './store/text-store';
import { longestKept } from './store/vocabulary';

export interface SearchOptions extends SweepOptions, SliceLimits {
  readonly slicer: TimeSlicer;
  /** Names what the caller may see; undefined when that is everything. */
  readonly scope?: string | undefined;
  /** Which of the found notes are to be returned. */
  readonly page?: RankPage | undefined;
  /** Called while missing texts are read, with the number of those that are left. */
  readonly onProgress?: (missing: number) => void;
}

export interface FoundNotes extends Unsearched {
  /** Notes that match. */
  readonly totalCount: number;
  /** Stretches of text that match in all of them. */
  readonly totalMatches: number;
  /** Best first, equals by path. */
  readonly notes: readonly RankedNote[];
  /** When nothing was found and the search went through all notes. */
  readonly absent?: AbsentParts;
  /** Words near to those that no note has, when nothing was found. */
  readonly suggestions?: readonly string[];
}

/** How found notes are described; a snippet is as long as is usual where that is left out. */
export interface PageOptions extends Omit<DescribeOptions, 'contextLength'> {
  readonly contextLength?: number | undefined;
}

/** The key by which a page of found notes is cut: ascending, as `paginate` compares. */
export function rankKey({ score, path }: Rank): readonly [number, string] {
  return [-score, path];
}

export function rankOf([score = 0, path = '']: readonly (string | number)[]): Rank {
  return { score: -Number(score), path: String(path) };
}

/** One query to the notes of a store. */
export class Search {
  readonly #query: ParsedQuery;

  /**
   * @param clock reads dates such as `today` in the query
   * @throws ToolFailure `invalid_argument`, `invalid_query`
   */
  constructor(
    private readonly store: TextStore,
    asked: SearchQuery,
    clock?: DateClock,
  ) {
    this.#query = new QueryParser(store.folder, store.kinds, clock).parse(asked);
  }

  /**
   * Waits for texts that are missing first.
   * @throws ToolFailure `budget_exceeded`; the signal's reason.
   */
  async find(options: SearchOptions): Promise<FoundNotes> {
    const query = this.#query;
    await this.store.fill({ ...options, wants: options.accepts });
    const turn = options.slicer.slice(options);
    const near = await this.#nearWords(turn);
    const before = this.store.removals;
    const { found, corpus, ...rest } = await new NoteSweep(this.store, query, options, turn, near).run();
    const isThere =
      before === this.store.removals
        ? undefined
        : (note: StoredNote) => this.store.get(note.path) !== undefined;
    const ranked = await rank(found, corpus, { turn, isThere, ...options.page });
    const answer = { ...ranked, ...rest };
    if (answer.totalCount > 0 || rest.stopped !== undefined) return answer;
    const { accepts = () => true, scope } = options;
    const absent = await absentParts(this.store, query, { accepts, turn });
    const isSought = ({ word }: Term): boolean => !absent.occurring.has(word);
    const sought = { ...query, terms: query.terms.filter(isSought) };
    const suggestions = await suggestWords(this.store, sought, { accepts, scope, turn });
    return { ...answer, absent, ...(suggestions.length === 0 ? {} : { suggestions }) };
  }

  /** The words near to each term that tolerates errors, where all words are known and few are near. */
  async #nearWords(turn: SliceTurn): Promise<Map<string, readonly string[]>> {
    const near = new Map<string, readonly string[]>();
    const tolerant = this.#query.terms.filter(
      ({ word, tolerance }) => tolerance !== undefined && word.length < longestAsked,
    );
    const { vocabulary } = this.store;
    const isKnown = tolerant.length > 0 && (await vocabulary.learn(this.store, turn, { time: learnTime }));
    if (!isKnown) return near;
    for (const { word, tolerance = 0 } of tolerant) {
      const words = await drive(vocabulary.near(word, tolerance), turn);
      if (words.length <= maxNearWords)
        near.set(
          word,
          words.map(found => found.word),
        );
    }
    return near;
  }

  /** What to show of some of the notes that `find` has found, in the same order; without those that are gone. */
  async describe(
    notes: readonly RankedNote[],
    options: PageOptions & SliceLimits & { readonly slicer: TimeSlicer },
  ): Promise<NoteDetails[]> {
    const { context = 'line', contextLength = lengthOf(context, notes.length) } = options;
    const describer = new NoteDescriber(this.#query, { ...options, contextLength });
    const turn = options.slicer.slice(options);
    const details: NoteDetails[] = [];
    const { matchesPerNote } = options;
    let spare = matchesPerNote > fewSnippets ? Infinity : Math.max(leastSpare, pageSnippets - notes.length);
    for (const ranked of notes) {
      const note = this.store.get(ranked.path);
      const text = note && (note.text ?? (await this.store.textOf(note, turn)));
      if (note === undefined || text === undefined) continue;
      const most = Math.min(matchesPerNote, 1 + spare);
      const described = await describer.describe({ note, text, ranked, most }, turn);
      spare -= Math.max(0, described.matches.length - 1);
      details.push(described);
    }
    return details;
  }
}

/** Characters of a snippet where a call does not say how many, and of all snippets of a page of larger ones. */
const usualLengths: Readonly<Record<SnippetContext, number>> = { line: 100, paragraph: 800, section: 2400 };
const pageLength = 24_000;
const leastLength = 200;

function lengthOf(context: SnippetContext, notes: number): number {
  const usual = usualLengths[context];
  return context === 'line' ? usual : Math.min(usual, Math.max(leastLength, Math.floor(pageLength / notes)));
}

/** To look for more words takes longer than to compare each word of the texts. */
const maxNearWords = 48;
/** Words near to a longer one may be too long for the vocabulary. */
const longestAsked = longestKept - 2;

/**
 * Of a caller that asks for no more than these of each note, a page has so many snippets beyond the first of each,
 * those of the best notes: three of each of twenty notes would be ten kilobytes.
 */
const fewSnippets = 3;
const [pageSnippets, leastSpare] = [26, 6];

/** Milliseconds in which a search may learn words; the next one goes on from there. */
const learnTime = 500;
