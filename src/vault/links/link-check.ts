import type { CallerContext } from '../caller-context';
import type { TFile } from 'obsidian';
import { sortSliced } from '../../utils/slicing/sorting';
import { linkpathOf } from '../../markdown/links/link-target';
import { compareSortKeys } from '../../utils/cursor-paginator';
import { compareKeys, compareNames, nameKey } from '../../utils/text/folding';
import { noProgress, type Progress } from '../../utils/call-hooks';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { LineContext } from '../reading/line-context';
import { occurrencesIn } from './file-occurrences';
import { cutHint } from './link-occurrences';
import type { PagedQuery, PageFields } from '../paging';
import { LinkSuggestions } from './link-suggestions';
import { isNote } from '../access/visible-files';

export interface LinkCheckQuery extends PagedQuery {
  /** A note or a folder; the whole vault if left out. */
  readonly path?: string | undefined;
  readonly kind: 'broken' | 'orphans' | 'deadends';
}

export interface BrokenLink {
  source: string;
  line: number;
  link: string;
  suggestions: string[];
}

type FoundLink = Omit<BrokenLink, 'suggestions'>;

export interface LinkCheck extends PageFields {
  items: (BrokenLink | { path: string })[];
  /** Why it is empty. */
  hints?: string[];
}

/** Bytes; listing the unresolved links of a larger note could hold up the thread. */
const largeNote = 100_000;

interface Watch {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** Finds links that lead nowhere, and notes that none leads to or from. */
export class LinkChecker {
  private readonly suggestions: LinkSuggestions;

  constructor(private readonly context: CallerContext) {
    this.suggestions = new LinkSuggestions(context);
  }

  async check(
    query: LinkCheckQuery,
    signal: AbortSignal,
    progress: Progress = noProgress,
  ): Promise<LinkCheck> {
    // What is waited for may take notes away.
    await this.context.links.whole(signal);
    const notes = await this.notesAt(query.path, signal);
    const watch = { signal, progress };
    const answer = await (query.kind === 'broken'
      ? this.broken(notes, query, watch)
      : this.unlinked(notes, query, watch));
    if (answer.totalCount > 0) return answer;
    return { ...answer, hints: [emptyHint(notes.length, query.kind), ...(answer.hints ?? [])] };
  }

  private async broken(
    notes: readonly TFile[],
    query: LinkCheckQuery,
    { signal, progress }: Watch,
  ): Promise<LinkCheck> {
    const { links, pager, slicer } = this.context;
    const turn = slicer.slice({ signal });
    const found: FoundLink[] = [];
    const columns = new Map<object, number>();
    const propertyIndexes = new Map<object, number>();
    const cutNotes: string[] = [];
    const suspects = await this.suspects(notes, turn);
    for (const [index, note] of suspects.entries()) {
      for (const { target, link, line, column, kind } of links.occurrences(note)) {
        if (turn.due()) {
          progress(index, suspects.length, 'Checking links.');
          await turn.pause();
        }
        if (target !== undefined) continue;
        const item = { source: note.path, line, link };
        columns.set(item, column);
        if (kind === 'frontmatter') propertyIndexes.set(item, column);
        found.push(item);
      }
      if (links.hasMore(note)) cutNotes.push(note.path);
      if (turn.due()) await turn.pause();
    }
    for (const item of await this.brokenInFiles(query.path, turn)) {
      columns.set(item, item.column);
      found.push(item);
    }
    const { page, ...rest } = pager.page('check_links', query, {
      items: found,
      keyOf: item => [item.source, item.line, columns.get(item) ?? 0],
      compare: (a, b) => compareNames(String(a[0]), String(b[0])) || compareSortKeys(a.slice(1), b.slice(1)),
    });
    const hints = cutNotes.length === 0 ? {} : { hints: [cutHint(cutNotes)] };
    const placed = await this.withPropertyLines(page, propertyIndexes, turn);
    return { items: await this.withSuggestions(placed, signal), ...rest, ...hints };
  }

  /** Those of canvases and bases. */
  private async brokenInFiles(
    path: string | undefined,
    turn: SliceTurn,
  ): Promise<(FoundLink & { readonly column: number })[]> {
    const { files, linkingFiles } = this.context;
    const at = path === undefined ? files.folder('') : files.noteOrFolder(path);
    if (isNote(at)) return [];
    const prefix = at.path === '/' ? '' : `${at.path}/`;
    const broken: (FoundLink & { readonly column: number })[] = [];
    for (const file of await linkingFiles.all(turn)) {
      if (!file.path.startsWith(prefix) || !files.canSee(file)) continue;
      for (const { target, link, line, column } of await occurrencesIn(file, this.context))
        if (target === undefined) broken.push({ source: file.path, line, link, column });
      if (turn.due()) await turn.pause();
    }
    return broken;
  }

  /** With the real lines of links in properties, for which the app knows the first line of the frontmatter only. */
  private async withPropertyLines(
    page: readonly FoundLink[],
    indexes: ReadonlyMap<object, number>,
    turn: SliceTurn,
  ): Promise<FoundLink[]> {
    const { app } = this.context;
    const ofProperties = page.flatMap(item => {
      const file = indexes.has(item) ? app.vault.getFileByPath(item.source) : null;
      return file === null ? [] : [file];
    });
    const context = await LineContext.of(app, ofProperties, turn);
    return page.map(item => {
      const index = indexes.get(item);
      const file = index === undefined ? null : app.vault.getFileByPath(item.source);
      const line =
        file === null || index === undefined ? undefined : context.propertyLine(file, item.link, index);
      return { ...item, line: line ?? item.line };
    });
  }

  private async withSuggestions(page: readonly FoundLink[], signal: AbortSignal): Promise<BrokenLink[]> {
    const names = page.map(({ link }) => linkpathOf(link));
    const suggestions = await this.suggestions.of(names, signal);
    return page.map(item => ({ ...item, suggestions: suggestions.get(linkpathOf(item.link)) ?? [] }));
  }

  /** The notes that may hold a broken link; the app knows for callers that see everything. */
  private async suspects(notes: readonly TFile[], turn: SliceTurn): Promise<readonly TFile[]> {
    const { app, files } = this.context;
    const { unresolvedLinks } = app.metadataCache;
    if (files.access.isNarrowed) return sortedByPath(notes, turn);
    const suspects: TFile[] = [];
    for (const note of notes) {
      const mayHaveMany = note.stat.size > largeNote;
      if (mayHaveMany || Object.keys(unresolvedLinks[note.path] ?? {}).length > 0) suspects.push(note);
      if (turn.due()) await turn.pause();
    }
    return sortedByPath(suspects, turn);
  }

  private async unlinked(
    notes: readonly TFile[],
    query: LinkCheckQuery,
    { signal, progress }: Watch,
  ): Promise<LinkCheck> {
    const { links, pager, slicer } = this.context;
    const turn = slicer.slice({ signal });
    const found: TFile[] = [];
    const graph = await links.whole(signal);
    for (const [index, note] of notes.entries()) {
      const others = query.kind === 'orphans' ? graph.incoming(note.path) : links.outgoingTargets(note);
      let hasOther = false;
      for (const path of others) {
        hasOther = path !== note.path;
        if (hasOther) break;
        if (turn.due()) await turn.pause();
      }
      if (!hasOther) found.push(note);
      if (turn.due()) {
        progress(index, notes.length, 'Checking links.');
        await turn.pause();
      }
    }
    const { page, ...rest } = pager.page('check_links', query, {
      items: await sortedByPath(found, turn),
      keyOf: note => [note.path],
      compare: ([a = ''], [b = '']) => compareNames(String(a), String(b)),
    });
    return { items: page.map(({ path }) => ({ path })), ...rest };
  }

  private async notesAt(path: string | undefined, signal: AbortSignal): Promise<TFile[]> {
    const { files, slicer } = this.context;
    const found = path === undefined ? files.folder('') : files.noteOrFolder(path);
    if (isNote(found)) return [found];
    const prefix = found.path === '/' ? '' : `${found.path}/`;
    const notes = await files.notesSliced({ slicer, signal });
    return notes.filter(note => note.path.startsWith(prefix));
  }
}

function emptyHint(notes: number, kind: LinkCheckQuery['kind']): string {
  if (notes === 0) return 'There are no notes in this folder.';
  const found = {
    broken: 'has a link that leads nowhere',
    orphans: 'is without a link from another one',
    deadends: 'is without a link to another one',
  };
  const missing = {
    broken: 'has no link that leads nowhere',
    orphans: 'has a link from another one',
    deadends: 'has a link to another one',
  };
  return notes === 1
    ? `The note that was looked at ${missing[kind]}.`
    : `None of the ${notes} notes that were looked at ${found[kind]}.`;
}

async function sortedByPath(notes: readonly TFile[], turn: SliceTurn): Promise<TFile[]> {
  const keyed: { note: TFile; key: string }[] = [];
  for (const note of notes) {
    keyed.push({ note, key: nameKey(note.path) });
    if (turn.due()) await turn.pause();
  }
  const sorted = await sortSliced(keyed, (a, b) => compareKeys(a.key, b.key), turn);
  return sorted.map(({ note }) => note);
}
