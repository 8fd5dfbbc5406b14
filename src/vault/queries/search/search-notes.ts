import type { TFile } from 'obsidian';
import { mapDefined } from '../../../utils/collections';
import { type RankedNote, type RankPage, pageOf } from '../../../search/rank/formula';
import type { FactSource, SearchedPart } from '../../../search/rank/round';
import { type FoundNotes, Search, type SearchOptions } from '../../../search/search';
import { Query, type SearchQuery } from '../../../search/query/query';
import { nameOf } from '../../../search/text/search-text';
import type { SnippetContext, NoteDetails } from '../../../search/show/note-describer';
import { noProgress, type Progress } from '../../../utils/call-hooks';
import { filtered, type TimeSlicer, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { type FileFilter, fileFilter, type FileFilterQuery } from '../listings/file-filter';
import type { CallerContext } from '../../caller-context';
import type { Hinted } from '../../hints/hints';
import {
  isComparison,
  flagHint,
  misreadWords,
  emptySearch,
  failingFilters,
  pathWay,
  replacedWords,
  unfinishedWork,
} from '../../hints/search-hints';
import type { NoteFacts } from '../../index/metadata/note-metadata';
import type { MeaningIndex } from '../../meaning/meaning-index';
import { combinedFound, findOtherFiles, isOtherFile } from './other-files';
import type { PagedQuery, PageFields } from '../../paging';
import { noAttachments } from '../../plugins/extracted-texts';
import { templateTest } from '../../plugins/templates/templates';
import { isNote } from '../../access/visible-files';
import type { CardLine } from '../../../markdown/canvas/canvas-text';
import type { SortKey } from '../../../utils/page';
import { toIso } from '../../../utils/dates';
import { lastName } from '../../../utils/text/pieces';

interface SearchRequest extends SearchQuery, FileFilterQuery, PagedQuery {
  /** Only notes below this folder. */
  readonly path?: string | undefined;
  /** How much of a note a snippet shows. */
  readonly context: SnippetContext;
  /** Characters of a snippet. */
  readonly contextLength?: number | undefined;
  readonly matchesPerNote: number;
  /** Whether each note's snippets are ordered by relevance, rather than as in the note. */
  readonly bestFirst?: boolean | undefined;
}

interface NoteSearchResult extends PageFields, Hinted {
  totalMatches: number;
  /** Listed notes with only some of the words. */
  partialCount?: number;
  results: SearchHit[];
  /** Similar words, if nothing was found. */
  suggestions?: string[];
  /** The search stopped before the last note: counts are for the searched notes. */
  truncated?: true;
}

/** A request, read once: nothing after this parses the query or compiles the filter again. */
interface SearchPlan {
  readonly request: SearchRequest;
  readonly query: Query;
  /** The folder to search; '' for the whole vault. */
  readonly root: string;
  readonly filter: FileFilter;
}

/** Full-text search over the notes that one caller may see. */
export class NoteSearch {
  constructor(private readonly context: CallerContext) {}

  async search(
    request: SearchRequest,
    signal: AbortSignal,
    progress: Progress = noProgress,
  ): Promise<NoteSearchResult> {
    const { app, texts, meaning, pager, slicer, clock } = this.context;
    const query = Query.parse(request);
    const search = new Search(texts.open(), query, clock, this.namedNote(request));
    let read = 0;
    const limits = { slicer, signal };
    const { page, part } = pageAfter(pager.placeBefore('search', request), request.limit);
    const plan = await this.planOf(request, query, signal);
    const { accepts, ...narrowed } = await this.acceptance(plan, signal);
    const said: string[] = [];
    const found = await search.find({
      ...limits,
      accepts,
      ...narrowed,
      similar: nearFinder(request.query, { meaning, accepts, hints: said, ...limits }),
      page,
      part,
      now: clock.now().getTime(),
      isLast: templateTest(app, plan.root),
      isEnough: texts.slowReadLimit(),
      readsFlags: true,
      onProgress: left => progress((read += 1), read + left, 'Reading notes.'),
      ...this.factSource(),
    });
    const { stopped } = found;
    const isFirstPart = part === undefined || part.from === '';
    const attached = isFirstPart ? await this.findAttached(search, plan, page, signal) : noAttachments;
    const { notes, totalCount, totalMatches, partialCount } = combinedFound(found, attached);
    const items = pageOf(notes, {});
    const { page: shown, ...rest } = pager.pageFrom('search', request, {
      items,
      totalCount,
      keyOf: last => keyAfter(items.slice(0, items.indexOf(last) + 1), page, part, stopped),
      goOn: stopped && [stopped.at],
    });
    const hits = await this.hits(search, plan, shown, limits);
    return {
      ...rest,
      ...(stopped === undefined ? {} : { truncated: true as const }),
      totalMatches,
      ...(partialCount === 0 ? {} : { partialCount }),
      results: mapDefined(shown, ({ path }) => hits.get(path)),
      ...(await this.hinted(plan, { ...found, totalCount, partialCount, said }, signal)),
      ...(found.suggestions === undefined || totalCount > 0 ? {} : { suggestions: [...found.suggestions] }),
    };
  }

  private async planOf(request: SearchRequest, query: Query, signal: AbortSignal): Promise<SearchPlan> {
    const { files, readiness } = this.context;
    const root = files.folderPath(request.path, true);
    if (query.facts.readsMetadata) await readiness.wait(signal);
    const filter = fileFilter(request, root, this.context);
    await filter.prepare(signal);
    return { request, query, root, filter };
  }

  /** The path of the note whose file name the query is. */
  private namedNote({ query, mode = 'words' }: SearchRequest): string | undefined {
    const { files } = this.context;
    const name = query.trim();
    const file = mode === 'words' && /\.md$/iu.test(name) ? files.linkTarget(name, '') : undefined;
    return file !== undefined && isNote(file) ? file.path : undefined;
  }

  /** Facts about notes other than their texts. */
  private factSource(): FactSource {
    const { files, facts } = this.context;
    const factsOf = (path: string): NoteFacts | undefined => {
      const note = files.noteAtExactly(path);
      return note && facts.of(note);
    };
    return {
      tagsOf: path => factsOf(path)?.tags ?? [],
      propertiesOf: path => factsOf(path)?.frontmatter ?? undefined,
    };
  }

  private async hinted(
    plan: SearchPlan,
    found: Omit<FoundNotes, 'notes'> & { readonly said: readonly string[] },
    signal: AbortSignal,
  ): Promise<Hinted> {
    const { query, root: folder, filter } = plan;
    const { hints } = this.context;
    const used = query.facts;
    const { totalCount, replaced } = found;
    const shown = used.properties.filter(name => !isComparison(name));
    const { tags, readsMetadata } = used;
    const asked = { folder, found: totalCount, filter, tags, shown, readsMetadata };
    const { hints: named = [], ...unreadable } = await hints.of(asked, signal);
    const isExplained = totalCount > 0 || named.length > 0 || found.unread !== undefined;
    const all = [
      ...found.said,
      ...unfinishedWork(found),
      ...named,
      ...replacedWords(replaced),
      // If tags or filters explain why nothing is found, words are not checked.
      ...(isExplained ? [] : await this.emptyHints(plan, found, signal)),
      ...flagHint(found),
      ...misreadWords(query, totalCount),
      ...(await hints.tags.ofWords(used.hashtags, totalCount, signal)),
    ];
    return all.length === 0 ? unreadable : { hints: [...new Set(all)], ...unreadable };
  }

  private async emptyHints(
    { query, request, root, filter }: SearchPlan,
    { absent, replaced, partialCount }: Pick<FoundNotes, 'absent' | 'replaced' | 'partialCount'>,
    signal: AbortSignal,
  ): Promise<string[]> {
    if (absent === undefined) return [];
    const { hints, files } = this.context;
    const passed = [
      ...(root === '' ? [] : ['`path`']),
      ...filter.parts.map(({ name }) => name),
      ...(request.heading === undefined ? [] : ['`heading`']),
    ];
    const words = absent.words.filter(({ word }) => !replaced.has(word));
    const all = emptySearch(
      request,
      { ...absent, words },
      { passed, partialCount, isReplaced: replaced.size > 0 },
    );
    for (const missed of failingFilters(query, absent))
      all.push(
        ...(missed.kind === 'property'
          ? await hints.nearValues(missed.property, missed.text ?? '', signal)
          : pathWay(missed, files)),
      );
    return all;
  }

  /** The rows of these notes and attachments, by path. */
  private async hits(
    search: Search,
    { request, query }: SearchPlan,
    shown: readonly RankedNote[],
    limits: { readonly slicer: TimeSlicer; readonly signal: AbortSignal },
  ): Promise<ReadonlyMap<string, SearchHit>> {
    const { app, files, facts, texts, extracted } = this.context;
    const titleOf = (path: string): string | undefined => {
      const note = files.noteAtExactly(path);
      return note === undefined ? nameOf(path) : facts.knownTitleOf(note);
    };
    const details = await search.describe(shown, { ...limits, ...request, titleOf });
    const ofAttached = (await extracted?.describe(query, shown, { signal: limits.signal, ...request })) ?? [];
    const cardAt = (path: string, line: number) => texts.cardAt(path, line);
    const hits = new Map(details.map(note => [note.path, hitOf(note, cardAt)]));
    for (const file of ofAttached) hits.set(file.path, { ...hitOf(file), extracted: true });
    for (const ranked of shown) {
      const { path, missing, score, modified } = ranked;
      const file = hits.has(path) ? null : app.vault.getFileByPath(path);
      if (file !== null && isOtherFile(file))
        hits.set(path, { path, title: lastName(path), score, modified: toIso(modified), matches: [] });
      const hit = hits.get(path);
      if (hit && missing) hits.set(path, { ...hit, partial: true, missing: [...missing] });
    }
    return hits;
  }

  /** Finds attachments by their texts, if the user wants that, and any file by its path. */
  private async findAttached(
    search: Search,
    { query, filter }: SearchPlan,
    page: RankPage,
    signal: AbortSignal,
  ): Promise<FoundNotes> {
    const { app, extracted, files, clock, slicer } = this.context;
    const holds = search.ofFiles();
    if (extracted === undefined && holds === undefined) return noAttachments;
    const asked = { page, now: clock.now().getTime() };
    const read = await extracted?.find(query, {
      ...asked,
      signal,
      accepts: file => filter.matches(file) && files.canSee(file),
    });
    if (holds === undefined) return read ?? noAttachments;
    const isUnread = (file: TFile): boolean => extracted?.isKnown(file) !== true && filter.matches(file);
    const named = { ...asked, holds, accepts: isUnread };
    const found = await findOtherFiles(app.vault.getFiles(), files, named, { slicer, signal });
    return read === undefined ? found : combinedFound(read, found);
  }

  /** The notes and canvases that pass the filters, undefined for all the caller sees; and what each filter lets through. */
  private async acceptance(
    { root, filter }: SearchPlan,
    signal: AbortSignal,
  ): Promise<Pick<SearchOptions, 'accepts' | 'visible' | 'narrowings'>> {
    const { files, texts, slicer } = this.context;
    const isBelow = (path: string): boolean => path.startsWith(`${root}/`);
    const narrowings = [
      ...(root === '' ? [] : [{ name: '`path`', accepts: isBelow }]),
      ...filter.parts.map(part => ({
        name: part.name,
        accepts: (path: string): boolean => {
          const file = this.searchedAt(path);
          return file !== undefined && part.matches(file);
        },
      })),
    ];
    if (filter.isOpen && root === '' && !files.access.isNarrowed) return { narrowings };
    const loop = { slicer, signal };
    const all = [...(await files.notesSliced(loop)), ...(await files.seenOf(texts.canvases(), loop))];
    const paths = new Set((await filtered(all, filter.matches, loop)).map(({ path }) => path));
    const visible = (path: string): boolean => this.searchedAt(path) !== undefined;
    return { accepts: path => paths.has(path), visible, narrowings };
  }

  /** The note or canvas at a path that the caller sees. */
  private searchedAt(path: string): TFile | undefined {
    const { app, files } = this.context;
    const file = app.vault.getFileByPath(path);
    return file !== null && !isOtherFile(file) && files.canSee(file) ? file : undefined;
  }
}

type FoundMatch = NoteDetails['matches'][number];

interface SearchMatch extends Omit<FoundMatch, 'ranges'> {
  /** The id of the card or arrow of a canvas. */
  card?: string;
  ranges: [number, number][];
}

export interface SearchHit extends Omit<NoteDetails, 'modified' | 'matches'> {
  /** ISO 8601 in UTC. */
  modified: string;
  matches: SearchMatch[];
  /** Set if some words are missing, which `missing` lists, the rarest first. */
  partial?: true;
  missing?: string[];
  /** The text of an attachment, read by another plugin; line numbers refer to that text. */
  extracted?: true;
}

/**
 * A note or a canvas as an answer shows it.
 * @param cardAt tells the card of a canvas that a line of its searched text belongs to
 */
function hitOf(
  { path, title, score, modified, matches, moreMatches }: NoteDetails,
  cardAt: (path: string, line: number) => CardLine | undefined = () => undefined,
): SearchHit {
  return {
    path,
    title,
    score,
    modified: toIso(modified),
    matches: matches.map(({ ranges, ...match }) => ({
      ...match,
      ...(match.field === 'title' ? {} : cardAt(path, match.line)),
      ranges: ranges.map(([start, end]) => [start, end]),
    })),
    ...(moreMatches === undefined ? {} : { moreMatches }),
  };
}

/*
 * The key of a cursor: the paths between which was searched, then those of the notes that were shown. Scores depend on
 * all notes, so none of them marks a place. Where a slow search stopped, it is that path alone.
 */

/** Before and after all paths. */
const wholeVault = { from: '', to: '\uffff' } as const;

/**
 * A later page searches as far as the first one, however long it takes, so that no note is listed twice.
 * @param notes of this page @param page without those of earlier pages @param stopped where the search did
 */
function keyAfter(
  notes: readonly RankedNote[],
  { without = new Set() }: RankPage,
  part: SearchedPart | undefined,
  stopped: FoundNotes['stopped'],
): SortKey {
  const [from, to] = [part?.from ?? wholeVault.from, stopped?.at ?? wholeVault.to];
  return [from, to, ...without, ...notes.map(({ path }) => path)];
}

/** What to search for the page after such a key: one note more than is shown, to know whether there are more. */
function pageAfter(place: SortKey | undefined, limit: number): { page: RankPage; part?: SearchedPart } {
  const most = limit + 1;
  if (place === undefined) return { page: { most } };
  const [from = wholeVault.from, to, ...shown] = place.map(String);
  if (to === undefined) return { page: { most }, part: { from } };
  return { page: { most, without: new Set(shown) }, part: { from, to } };
}

/** Most notes to request, and their least similarity as a fraction of the nearest one's. */
const maxNear = 30;
const minShare = 0.6;

interface NearInMeaningDependencies extends SlicedLoop {
  readonly meaning: MeaningIndex;
  readonly accepts: ((path: string) => boolean) | undefined;
  /** Gets a hint if the server fails. */
  readonly hints: string[];
}

/** Returns a function that finds the notes similar in meaning, nearest first; undefined if the user has set no server. */
function nearFinder(
  question: string,
  { meaning, slicer, accepts = () => true, hints, ...limits }: NearInMeaningDependencies,
): SearchOptions['similar'] {
  if (!meaning.isOn) return undefined;
  return async () => {
    const options = { accepts, most: maxNear, turn: slicer.slice(limits) };
    const near = await meaning.nearText(question, options).catch(() => {
      hints.push('The embeddings server did not answer, so the notes are ordered by their words alone.');
      limits.signal?.throwIfAborted();
      return undefined;
    });
    const least = minShare * (near?.[0]?.nearness ?? 0);
    return (near ?? []).filter(({ nearness }) => nearness >= least);
  };
}
