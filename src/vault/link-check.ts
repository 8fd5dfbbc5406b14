import type { App, TFile } from 'obsidian';
import { compareSortKeys } from '../utils/cursor-paginator';
import { compareNames, NameFinder } from '../utils/folding';
import type { TimeSlicer } from '../utils/time-slicer';
import type { Links } from './links';
import type { PagedQuery, PageFields, Pager } from './paging';
import { isNote, type VisibleFiles } from './visible-files';

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

export interface LinkCheck extends PageFields {
  items: (BrokenLink | { path: string })[];
}

export interface LinkCheckParts {
  readonly app: App;
  readonly files: VisibleFiles;
  readonly links: Links;
  readonly pager: Pager;
  readonly slicer: TimeSlicer;
}

const maxSuggestions = 3;

/** Finds links that lead nowhere, and notes that none leads to or from. */
export class LinkChecker {
  constructor(private readonly parts: LinkCheckParts) {}

  async check(query: LinkCheckQuery, signal: AbortSignal): Promise<LinkCheck> {
    const notes = this.notesAt(query.path);
    return query.kind === 'broken' ? this.broken(notes, query, signal) : this.unlinked(notes, query, signal);
  }

  private async broken(
    notes: readonly TFile[],
    query: LinkCheckQuery,
    signal: AbortSignal,
  ): Promise<LinkCheck> {
    const { links, pager, slicer } = this.parts;
    const turn = slicer.slice({ signal });
    const found: Omit<BrokenLink, 'suggestions'>[] = [];
    const columns = new Map<object, number>();
    for (const note of await this.suspects(notes, signal)) {
      for (const { target, link, line, column } of links.occurrences(note)) {
        if (target !== undefined) continue;
        const item = { source: note.path, line, link };
        columns.set(item, column);
        found.push(item);
      }
      if (turn.due()) await turn.pause();
    }
    const { page, ...rest } = pager.page('check_links', query, {
      items: found,
      keyOf: item => [item.source, item.line, columns.get(item) ?? 0],
      compare: (a, b) => compareNames(String(a[0]), String(b[0])) || compareSortKeys(a.slice(1), b.slice(1)),
    });
    const suggest = this.suggester();
    const items: BrokenLink[] = [];
    for (const item of page) {
      items.push({ ...item, suggestions: suggest(item.link) });
      if (turn.due()) await turn.pause();
    }
    return { items, ...rest };
  }

  /** The notes that may hold a broken link; the app knows for callers that see everything. */
  private async suspects(notes: readonly TFile[], signal: AbortSignal): Promise<readonly TFile[]> {
    const { app, files, links } = this.parts;
    const [first] = notes;
    if (first !== undefined) await links.outgoing(first.path, signal);
    if (files.access.isNarrowed) return notes;
    const { unresolvedLinks } = app.metadataCache;
    return notes.filter(note => Object.keys(unresolvedLinks[note.path] ?? {}).length > 0);
  }

  /** Near targets for a link's words; equal words are looked up once. */
  private suggester(): (link: string) => string[] {
    const known = new Map<string, string[]>();
    let finder: NameFinder | undefined;
    return link => {
      finder ??= new NameFinder(this.parts.files.notes().map(note => note.path));
      const name = link.split('#', 1)[0] ?? '';
      const suggestions = known.get(name) ?? finder.nearest(name, maxSuggestions);
      known.set(name, suggestions);
      return suggestions;
    };
  }

  private async unlinked(
    notes: readonly TFile[],
    query: LinkCheckQuery,
    signal: AbortSignal,
  ): Promise<LinkCheck> {
    const { links, pager, slicer } = this.parts;
    const turn = slicer.slice({ signal });
    const found: TFile[] = [];
    for (const note of notes) {
      const others = query.kind === 'orphans' ? await links.incoming(note.path, signal) : links.waysOut(note);
      if (!others.some(path => path !== note.path)) found.push(note);
      if (turn.due()) await turn.pause();
    }
    const { page, ...rest } = pager.page('check_links', query, {
      items: found,
      keyOf: note => [note.path],
      compare: ([a = ''], [b = '']) => compareNames(String(a), String(b)),
    });
    return { items: page.map(({ path }) => ({ path })), ...rest };
  }

  private notesAt(path: string | undefined): TFile[] {
    const { files } = this.parts;
    const found = path === undefined ? files.folder('') : files.noteOrFolder(path);
    if (isNote(found)) return [found];
    const prefix = found.path === '/' ? '' : `${found.path}/`;
    return files
      .notes()
      .filter(note => note.path.startsWith(prefix))
      .sort((a, b) => compareNames(a.path, b.path));
  }
}
