/** Searches the text store: finds all notes that match and ranks them, then describes those that are shown. */

import { drive, type SliceLimits, type SliceTurn, type TimeSlicer } from '../utils/slicing/time-slicer';
import { passesByPath, passesByTags, type TagSource } from './scan/note-filters';
import type { Rank, RankedNote, RankPage } from './rank/best-notes';
import { NoteMatches } from './scan/note-matches';
import { NoteScan } from './scan/note-scan';
import type { ParsedQuery, SearchQuery } from './query/parsed-query';
import { QueryParser } from './query/query-parser';
import { type Corpus, rank } from './rank/ranking';
import { type DescribeOptions, NoteDescriber, type NoteDetails } from './present/note-describer';
import type { NoteText } from './text/note-text';
import type { StoredNote } from './store/stored-note';
import { sortSliced } from '../utils/slicing/sorting';
import { suggestWords } from './rank/suggestions';
import type { TextStore } from './store/text-store';
import { longestKept } from './store/vocabulary';

export interface SearchOptions extends SliceLimits {
  readonly slicer: TimeSlicer;
  /** The notes that the caller may see and that pass the filters of the call; all without it. Nothing else leaves a trace. */
  readonly accepts?: ((path: string) => boolean) | undefined;
  /** Names what the caller may see; undefined when that is everything. */
  readonly scope?: string | undefined;
  /** Which of the found notes are to be told. */
  readonly page?: RankPage | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  /** For `tag:` in a query; read from the texts without it. */
  readonly tagsOf?: TagSource | undefined;
  /** Which of the notes are searched, in the order of their paths, where a search by pattern had to stop. */
  readonly part?: SearchedPart | undefined;
  /** See `FillOptions`: notes that are still missing then are not searched. */
  readonly isEnough?: (() => boolean) | undefined;
  /** Told while texts are read that are missing, how many still are. */
  readonly onProgress?: (missing: number) => void;
}

/** Notes behind one path, up to another or as far as time allows. */
export interface SearchedPart {
  readonly from: string;
  readonly to?: string | undefined;
}

/** How far a search by pattern came. */
export interface Stopped {
  /** The last note that was searched. */
  readonly at: string;
  /** Notes behind it. */
  readonly left: number;
}

export interface FoundNotes {
  /** Where the search ended before the last note: all counts are of what was searched. */
  readonly stopped?: Stopped;
  /** Notes with lines so long that a pattern was looked for in pieces of them: matches may be missing, or cut. */
  readonly incomplete?: readonly string[];
  /** Notes whose texts were not read, so that they were not searched. */
  readonly unread?: readonly string[];
  /** Notes that match. */
  readonly totalCount: number;
  /** Stretches of text that match in all of them. */
  readonly totalMatches: number;
  /** Best first, equals by path. */
  readonly notes: readonly RankedNote[];
  /** Near words, when nothing was found. */
  readonly suggestions?: readonly string[];
}

/** The key by which a page of found notes is cut: ascending, as `paginate` compares. */
export function rankKey({ score, path }: Rank): readonly [number, string] {
  return [-score, path];
}

export function rankOf([score = 0, path = '']: readonly (string | number)[]): Rank {
  return { score: -Number(score), path: String(path) };
}

export class Search {
  readonly #parser: QueryParser;

  constructor(private readonly store: TextStore) {
    this.#parser = new QueryParser(store.folder, store.kinds);
  }

  /**
   * Waits for texts that are missing first.
   * @throws ToolFailure `invalid_argument`, `invalid_query`, `budget_exceeded`; the signal's reason.
   */
  async find(asked: SearchQuery, options: SearchOptions): Promise<FoundNotes> {
    const query = this.#parser.parse(asked);
    await this.store.fill({ ...options, wants: options.accepts });
    const turn = options.slicer.slice(options);
    const near = await this.#nearWords(query, turn);
    const before = this.store.removals;
    const { found, corpus, ...rest } = await new NoteSweep(this.store, query, options, turn, near).run();
    const isThere =
      before === this.store.removals
        ? undefined
        : (note: StoredNote) => this.store.get(note.path) !== undefined;
    const ranked = await rank(found, corpus, { turn, isThere, ...options.page });
    const answer = { ...ranked, ...rest };
    if (answer.totalCount > 0) return answer;
    const { accepts = () => true, scope } = options;
    const suggestions = await suggestWords(this.store, query, { accepts, scope, turn });
    return suggestions.length === 0 ? answer : { ...answer, suggestions };
  }

  /** The words that come into question for each term that tolerates errors, where they can be told and are few. */
  async #nearWords({ terms }: ParsedQuery, turn: SliceTurn): Promise<Map<string, readonly string[]>> {
    const near = new Map<string, readonly string[]>();
    const tolerant = terms.filter(
      ({ word, tolerance }) => tolerance !== undefined && word.length < longestAsked,
    );
    if (tolerant.length === 0 || !(await this.store.vocabulary.learn(this.store, turn))) return near;
    for (const { word, tolerance = 0 } of tolerant) {
      const words = this.store.vocabulary.near(word, tolerance).map(found => found.word);
      if (words.length <= maxNearWords) near.set(word, words);
    }
    return near;
  }

  /** What to show of some of the notes that `find` has found, in the same order; without those that are gone. */
  async describe(
    asked: SearchQuery,
    notes: readonly RankedNote[],
    options: DescribeOptions & SliceLimits & { readonly slicer: TimeSlicer },
  ): Promise<NoteDetails[]> {
    const describer = new NoteDescriber(this.#parser.parse(asked), options);
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

/** Looking for more words takes longer than comparing each word of the texts. */
const maxNearWords = 48;
/** Words near to a longer one may be too long for the vocabulary. */
const longestAsked = longestKept - 2;

/**
 * Of a caller that asks for no more than these of each note, a page has so many snippets beyond the first of each,
 * those of the best notes: three of each of twenty notes would be ten kilobytes.
 */
const fewSnippets = 3;
const [pageSnippets, leastSpare] = [26, 6];

/** A search by pattern works so many milliseconds, then says where it stopped. */
const patternTime = 1000;

/** So many notes tell how rare a word is. */
const sampleSize = 1000;

/** Goes through all notes twice: what they have in common and which may match, then those that do. */
class NoteSweep {
  readonly #scan: NoteScan;
  readonly #found: NoteMatches;
  readonly #hasTagFilters: boolean;
  readonly #hasPathFilters: boolean;
  readonly #incomplete: string[] = [];
  readonly #unread: string[] = [];
  #notes = 0;
  #textLength = 0;
  #titleLength = 0;

  constructor(
    private readonly store: TextStore,
    private readonly query: ParsedQuery,
    private readonly options: SearchOptions,
    private readonly turn: SliceTurn,
    near: ReadonlyMap<string, readonly string[]>,
  ) {
    this.#scan = new NoteScan(query, near);
    this.#found = new NoteMatches(query.terms.length);
    this.#hasTagFilters = query.filters.some(({ key }) => key === 'tag');
    this.#hasPathFilters = query.filters.some(({ key }) => key !== 'tag');
  }

  async run(): Promise<
    Pick<FoundNotes, 'stopped' | 'incomplete' | 'unread'> & { found: NoteMatches; corpus: Corpus }
  > {
    const candidates = await this.#candidates();
    const stopped = this.query.isPattern
      ? await this.#searchInOrder(candidates)
      : await this.#search(candidates, Infinity);
    const corpus = { notes: this.#notes, textLength: this.#textLength, titleLength: this.#titleLength };
    return {
      ...(stopped === undefined ? {} : { stopped }),
      ...(this.#unread.length === 0 ? {} : { unread: this.#unread }),
      ...(this.#incomplete.length === 0 ? {} : { incomplete: this.#incomplete }),
      found: this.#found,
      corpus: { ...corpus, shares: this.#scan.shares, now: this.options.now },
    };
  }

  /**
   * The notes that may match. They are looked at in the order in which they were read, which is how they lie in memory:
   * by path it takes twice as long.
   */
  async #candidates(): Promise<readonly StoredNote[]> {
    const accepted = await this.#accepted();
    const candidates: StoredNote[] = [];
    const stride = Math.max(1, Math.ceil(accepted.length / sampleSize));
    // The rarity of a single term is the same for all notes.
    const samples = this.query.terms.length > 1;
    for (const note of accepted) {
      if (this.turn.due()) await this.turn.pause();
      if (samples && this.#notes % stride === 0) await this.#sample(note);
      this.#notes += 1;
      this.#textLength += note.foldedLength ?? 0;
      this.#titleLength += note.titleLength;
      if (this.#mayMatch(note)) candidates.push(note);
    }
    return candidates;
  }

  /** A list of its own: notes may be written while the sweep pauses. */
  async #accepted(): Promise<readonly StoredNote[]> {
    const { accepts = () => true, isEnough = () => false } = this.options;
    const all = [...this.store.notes()];
    const leavesMissing = isEnough();
    if (this.options.accepts === undefined && !leavesMissing) return all;
    const accepted: StoredNote[] = [];
    for (const note of all) {
      if (this.turn.due()) await this.turn.pause();
      if (!accepts(note.path)) continue;
      if (leavesMissing && !note.isComplete) this.#unread.push(note.path);
      else accepted.push(note);
    }
    return accepted;
  }

  /** @returns where it stopped, when so many milliseconds of work did not suffice */
  async #search(notes: readonly StoredNote[], until: number): Promise<Stopped | undefined> {
    let searched = 0;
    const { isPattern } = this.query;
    for (const note of notes) {
      if (this.turn.due(isPattern)) await this.turn.pause();
      if (this.turn.worked() >= until && searched > 0)
        return { at: notes[searched - 1]?.path ?? '', left: notes.length - searched };
      searched += 1;
      // Nearly all notes are done with here and now: waiting for each takes longer than looking at it.
      const text = note.text ?? (await this.store.textOf(note, this.turn));
      if (text === undefined || !this.#scan.mayMatch(note, text)) continue;
      const isFound = this.#scan.isShort(text)
        ? this.#scan.lookAt(note, text)
        : await drive(this.#scan.steps(note, text), this.turn);
      if (this.#scan.isIncomplete) this.#incomplete.push(note.path);
      if (isFound && this.#passesByTags(note, text)) this.#scan.addTo(this.#found, note, text);
    }
    return undefined;
  }

  /** Searches the part that is asked for, by path. Where an earlier page stopped, this one stops too. */
  async #searchInOrder(candidates: readonly StoredNote[]): Promise<Stopped | undefined> {
    const { from, to } = this.options.part ?? {};
    const wanted = from === undefined ? candidates : candidates.filter(({ path }) => path > from);
    const sorted = await sortSliced(wanted, (a, b) => (a.path < b.path ? -1 : 1), this.turn);
    if (to === undefined) return this.#search(sorted, patternTime);
    const part = sorted.filter(({ path }) => path <= to);
    const left = sorted.length - part.length;
    await this.#search(part, Infinity);
    return left === 0 ? undefined : { at: to, left };
  }

  async #sample(note: StoredNote): Promise<void> {
    const text = note.text ?? (await this.store.textOf(note, this.turn));
    if (text !== undefined) await drive(this.#scan.sample(note, text), this.turn);
  }

  #mayMatch(note: StoredNote): boolean {
    if (this.#hasPathFilters && !passesByPath(note, this.query.filters, this.store.folder)) return false;
    if (!this.#scan.mayHave(note)) return false;
    // Of a pattern, to sort few notes by path. Words are looked for once the note is looked at.
    return !this.query.isPattern || note.text === undefined || this.#scan.mayMatch(note, note.text);
  }

  #passesByTags(note: StoredNote, text: NoteText): boolean {
    return !this.#hasTagFilters || passesByTags(note, text, this.query, this.options.tagsOf);
  }
}
