import type { App, TFile } from 'obsidian';
import { sortSliced } from '../search/sliced-sort';
import { compareSortKeys, type SortKey } from '../utils/cursor-paginator';
import { compareNames } from '../utils/folding';
import type { TimeSlicer } from '../utils/time-slicer';
import { lineContext } from './line-context';
import type { LinkKind, LinkOccurrence } from './link-occurrences';
import type { Links } from './links';
import type { Mention, Mentions } from './mentions';
import type { PagedQuery, PageFields, Pager } from './paging';
import type { Notes } from './notes';

export interface LinkQuery extends PagedQuery {
  readonly path: string;
  readonly direction: 'out' | 'in' | 'both';
  readonly withContext: boolean;
  readonly includeUnlinked: boolean;
}

export interface OutgoingLink {
  /** A vault path, or the link's own words where nothing is there. */
  target: string;
  resolved: boolean;
  link: string;
  kind: LinkKind;
  line: number;
  text?: string;
}

export interface IncomingLink {
  source: string;
  link: string;
  kind: LinkKind;
  line: number;
  text?: string;
}

export interface LinkListing extends PageFields {
  path: string;
  outgoing?: OutgoingLink[];
  incoming?: IncomingLink[];
  unlinked?: Mention[];
}

export interface LinkListingParts {
  readonly app: App;
  readonly notes: Notes;
  readonly links: Links;
  readonly mentions: Mentions;
  readonly pager: Pager;
  readonly slicer: TimeSlicer;
}

type Row =
  | {
      readonly group: 0;
      readonly file: TFile;
      readonly found: LinkOccurrence;
      readonly target: TFile | undefined;
    }
  | { readonly group: 1; readonly file: TFile; readonly found: LinkOccurrence }
  | { readonly group: 2; readonly file: TFile; readonly mention: Mention };

/** The links of one note, out of it and into it. */
export class LinkListings {
  constructor(private readonly parts: LinkListingParts) {}

  async of(query: LinkQuery, signal: AbortSignal): Promise<LinkListing> {
    const { notes, mentions, pager, slicer } = this.parts;
    const file = await notes.textFile(query.path);
    const rows: Row[] = [];
    const incoming = await this.incoming(file, signal);
    if (query.direction !== 'in') rows.push(...(await this.outgoing(file, signal)));
    if (query.direction !== 'out') for (const row of incoming) rows.push(row);
    if (query.includeUnlinked) {
      const unlinked: Row[] = [];
      for (const mention of await mentions.of(file, signal)) {
        const source = this.parts.app.vault.getFileByPath(mention.source);
        if (source !== null) unlinked.push({ group: 2, file: source, mention });
      }
      const turn = slicer.slice({ signal });
      rows.push(...(await sortSliced(unlinked, (a, b) => compare(keyOf(a), keyOf(b)), turn)));
    }
    const { page, ...rest } = pager.page('get_links', query, { items: rows, keyOf, compare });
    return { path: file.path, ...(await this.shown(page, query)), ...rest };
  }

  private async outgoing(file: TFile, signal: AbortSignal): Promise<Row[]> {
    await this.parts.links.outgoing(file.path, signal);
    return this.parts.links
      .occurrences(file)
      .map(({ target, ...found }) => ({ group: 0, file, found, target }));
  }

  private async incoming(file: TFile, signal: AbortSignal): Promise<Row[]> {
    const { app, links, slicer } = this.parts;
    const paths = [...(await links.incoming(file.path, signal))].sort(compareNames);
    const rows: Row[] = [];
    const turn = slicer.slice({ signal });
    for (const path of paths) {
      const source = app.vault.getFileByPath(path);
      for (const { target, ...found } of source === null ? [] : links.occurrences(source))
        if (source !== null && target === file) rows.push({ group: 1, file: source, found });
      if (turn.due()) await turn.pause();
    }
    return rows;
  }

  private async shown(
    page: readonly Row[],
    query: LinkQuery,
  ): Promise<Pick<LinkListing, 'outgoing' | 'incoming' | 'unlinked'>> {
    const texts = query.withContext
      ? await lineContext(
          this.parts.app,
          page.map(row => row.file),
        )
      : undefined;
    const context = (file: TFile, line: number): { text?: string } => {
      const text = texts?.(file, line);
      return text === undefined ? {} : { text };
    };
    const outgoing: OutgoingLink[] = [];
    const incoming: IncomingLink[] = [];
    const unlinked: Mention[] = [];
    for (const row of page) {
      if (row.group === 2) {
        unlinked.push(row.mention);
        continue;
      }
      const { link, linkpath, kind, line } = row.found;
      const common = { link, kind, line, ...context(row.file, line) };
      if (row.group === 1) incoming.push({ source: row.file.path, ...common });
      else
        outgoing.push({
          target: row.target?.path ?? linkpath,
          resolved: row.target !== undefined,
          ...common,
        });
    }
    return {
      ...(query.direction === 'in' ? {} : { outgoing }),
      ...(query.direction === 'out' ? {} : { incoming }),
      ...(query.includeUnlinked ? { unlinked } : {}),
    };
  }
}

function keyOf(row: Row): SortKey {
  return row.group === 2
    ? [2, row.file.path, row.mention.line, 0]
    : [row.group, row.group === 0 ? '' : row.file.path, row.found.line, row.found.column];
}

function compare(a: SortKey, b: SortKey): number {
  return (
    compareSortKeys(a.slice(0, 1), b.slice(0, 1)) ||
    compareNames(String(a[1]), String(b[1])) ||
    compareSortKeys(a.slice(2), b.slice(2))
  );
}
