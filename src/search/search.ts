/** Searches the text store: finds and ranks all matching notes, then describes those that are shown. */

import type { DateClock } from '../utils/dates/dates';
import { finish } from '../utils/slicing/steps';
import type { SliceLimits, SliceTurn, TimeSlicer } from '../utils/slicing/time-slicer';
import { type FoundNotes, type SearchOptions, SearchRun } from './search-run';
import { Corpus } from './index/corpus';
import type { TextStore } from './index/text-store';
import type { Asked, CompiledQuery } from './plan/compiled-query';
import { compileQuery } from './plan/query-compiler';
import type { Query, SearchQuery } from './query/query';
import { askedWords } from './rank/asked-words';
import type { Rank, RankedNote } from './rank/ranked-list';
import type { AskedFacts } from './show/fact-places';
import {
  type DescribeOptions,
  NoteDescriber,
  type NoteDetails,
  type SnippetContext,
} from './show/note-describer';
import { TitleText } from './text/search-text';

export type { FoundNotes, SearchOptions } from './search-run';

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
    const known = { title: new TitleText('', this.store.folder), text: undefined, tags: [], properties: {} };
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
