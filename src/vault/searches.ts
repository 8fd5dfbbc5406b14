import type { TFile } from 'obsidian';
import { rankKey, Search } from '../search/search';
import type { SearchMode } from '../search/query/parsed-query';
import type { NoteDetails } from '../search/note-describer';
import { toIso } from '../utils/dates';
import { noProgress, type Progress } from '../utils/progress';
import { forEachSliced, type TimeSlicer } from '../utils/time-slicer';
import { fileFilter, type FileFilterQuery, type FilterContext } from './file-filter';
import type { MetadataReadiness } from './metadata-readiness';
import type { NoteTexts } from './note-texts';
import type { PagedQuery, PageFields, Pager } from './paging';
import type { VisibleFiles } from './visible-files';

export interface SearchRequest extends FileFilterQuery, PagedQuery {
  readonly query: string;
  readonly mode: SearchMode;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
  /** Only notes below this folder. */
  readonly path?: string | undefined;
  /** Characters of a snippet. */
  readonly contextLength: number;
  readonly matchesPerNote: number;
}

export interface SearchHit {
  path: string;
  title: string;
  score: number;
  /** ISO 8601 in UTC. */
  modified: string;
  matches: { line: number; field: string; heading?: string; text: string; ranges: [number, number][] }[];
  moreMatches?: number;
}

export interface SearchAnswer extends PageFields {
  /** Of stretches that match, in all notes. */
  totalMatches: number;
  results: SearchHit[];
  /** Near words, when nothing was found. */
  suggestions?: string[];
}

export interface SearchParts extends FilterContext {
  readonly files: VisibleFiles;
  readonly texts: NoteTexts;
  readonly readiness: MetadataReadiness;
  readonly pager: Pager;
  readonly slicer: TimeSlicer;
}

/** Full-text search over the notes that one caller may see. */
export class Searches {
  constructor(private readonly parts: SearchParts) {}

  async search(
    request: SearchRequest,
    signal: AbortSignal,
    progress: Progress = noProgress,
  ): Promise<SearchAnswer> {
    const { files, texts, pager, slicer, clock, facts } = this.parts;
    const store = texts.open();
    const search = new Search(store);
    const missing = store.missing.size;
    const limits = { slicer, signal };
    const accepts = await this.acceptance(request, signal);
    const found = await search.find(request, {
      ...limits,
      accepts,
      now: clock.now().getTime(),
      onProgress: left => progress(missing - left, missing, 'Reading notes.'),
      tagsOf: path => {
        const note = files.noteAtExactly(path);
        return note === undefined ? [] : facts.of(note).tags;
      },
    });
    const { page, ...rest } = pager.page('search', request, { items: found.notes, keyOf: rankKey });
    const titleOf = (path: string): string => {
      const note = files.noteAtExactly(path);
      return note === undefined ? path : facts.titleOf(note);
    };
    const details = await search.describe(request, page, { ...limits, ...request, titleOf });
    return {
      ...rest,
      totalMatches: found.totalMatches,
      results: details.map(hitOf),
      ...(found.suggestions === undefined ? {} : { suggestions: [...found.suggestions] }),
    };
  }

  /** Which notes the caller sees that pass the filters. */
  private async acceptance(request: SearchRequest, signal: AbortSignal): Promise<(path: string) => boolean> {
    const { files, readiness, slicer } = this.parts;
    const folder = files.folder(request.path ?? '');
    const root = folder.isRoot() ? '' : folder.path;
    const filter = fileFilter(request, root, this.parts);
    if (filter.readsMetadata || request.query.includes('tag:')) await readiness.wait(signal);
    if (filter.isOpen && root === '' && !files.access.isNarrowed) return () => true;
    const isBelow = root === '' ? () => true : (path: string) => path.startsWith(`${root}/`);
    const paths = new Set<string>();
    const isWanted = (note: TFile): boolean => isBelow(note.path) && filter.matches(note);
    await forEachSliced(files.notes(), note => isWanted(note) && paths.add(note.path), { slicer, signal });
    return path => paths.has(path);
  }
}

function hitOf({ path, title, score, modified, matches, moreMatches }: NoteDetails): SearchHit {
  return {
    path,
    title,
    score,
    modified: toIso(modified),
    matches: matches.map(({ ranges, ...match }) => ({
      ...match,
      ranges: ranges.map(([start, end]) => [start, end]),
    })),
    ...(moreMatches === undefined ? {} : { moreMatches }),
  };
}
