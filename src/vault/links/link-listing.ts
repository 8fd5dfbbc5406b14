import type { CallerContext } from '../caller-context';
import type { TFile } from 'obsidian';
import { compareSortKeys, type SortKey } from '../../utils/page';
import { compareKeys, compareNames, nameKey } from '../../utils/text/folding';
import { forEachInTurn, someInTurn } from '../../utils/slicing/time-slicer';
import { LineContext, shortened } from '../reading/line-context';
import { cutHint, type LinkKind, type LinkOccurrence, maxLinks, isLinkingFile } from './link-occurrences';
import { linkingPaths, occurrencesIn } from './file-occurrences';
import { type Mention, mentionsOf } from './mentions';
import type { PagedQuery, PageFields } from '../paging';
import { isNote } from '../access/visible-files';

interface LinkQuery extends PagedQuery {
  readonly path: string;
  readonly direction: 'out' | 'in' | 'both';
  readonly withContext: boolean;
  readonly includeUnlinked: boolean;
}

interface ListedLink {
  link: string;
  kind: LinkKind;
  line: number;
  text?: string;
}

interface OutgoingLink extends ListedLink {
  /** A vault path, or the link's text if no file has that name. */
  target: string;
  resolved: boolean;
}

export interface IncomingLink extends ListedLink {
  source: string;
}

interface LinkListing extends PageFields {
  path: string;
  outgoing?: OutgoingLink[];
  incoming?: IncomingLink[];
  unlinked?: Mention[];
  hints?: string[];
}

interface FirstLinks {
  readonly links: readonly IncomingLink[];
  /** Links in the files that were read. */
  readonly found: number;
  readonly moreSources: number;
}

/** With the text around it if known. */
type FoundLink = LinkOccurrence & { readonly text?: string };

type Row =
  | {
      readonly group: 0;
      readonly file: TFile;
      readonly found: FoundLink;
      readonly target: TFile | undefined;
    }
  | { readonly group: 1; readonly file: TFile; readonly found: FoundLink }
  | { readonly group: 2; readonly file: TFile; readonly mention: Mention };

interface Source {
  readonly path: string;
  readonly key: string;
}

/** What a listing has found so far. */
interface Gathered {
  readonly rows: Row[];
  readonly cutNotes: Set<string>;
  readonly signal: AbortSignal;
}

export class LinkListings {
  constructor(private readonly context: CallerContext) {}

  async of(query: LinkQuery, signal: AbortSignal): Promise<LinkListing> {
    const { files, links, notes, pager } = this.context;
    const file = files.otherFile(query.path) ?? (await notes.textFile(query.path));
    const rows: Row[] = [];
    const cutNotes = new Set<string>();
    const gathered = { rows, cutNotes, signal };
    await links.whole(signal);
    if (query.direction !== 'in') await this.outgoing(file, gathered);
    const before = pager.placeBefore('get_links', query);
    const left = query.direction === 'out' ? 0 : await this.incoming(file, gathered, { query, before });
    const hints: string[] = [];
    if (query.includeUnlinked) {
      const { mentions, hints: ofMentions } = await mentionsOf(file, this.context, signal);
      for (const mention of mentions) {
        const source = this.context.app.vault.getFileByPath(mention.source);
        if (source !== null) rows.push({ group: 2, file: source, mention });
      }
      hints.push(...ofMentions);
    }
    const { page, ...rest } =
      left === 0
        ? pager.page('get_links', query, { items: rows, keyOf, compare })
        : pager.pageFrom('get_links', query, {
            items: rows.filter(row => isBehind(row, before)),
            keyOf,
            totalCount: rows.length + left,
          });
    if (rows.length === 0) hints.push(...hintsFor(file, query));
    if (cutNotes.size > 0) hints.push(cutHint([...cutNotes]));
    return {
      path: file.path,
      ...(await this.shown(page, query, signal)),
      ...rest,
      ...(hints.length === 0 ? {} : { hints }),
    };
  }

  /** The first links to a file, by the path of their file, with lines; stops early for a file with many links. */
  async firstTo(file: TFile, most: number, signal: AbortSignal): Promise<FirstLinks> {
    const gathered: Gathered = { rows: [], cutNotes: new Set(), signal };
    const sources = await this.sourcesOf(file, signal);
    let looked = 0;
    await someInTurn(sources, { slicer: this.context.slicer, signal }, async ({ path }) => {
      await this.incomingFrom(path, file, gathered);
      looked += 1;
      return gathered.rows.length >= most;
    });
    const query = { path: file.path, direction: 'in', limit: most, withContext: true } as const;
    const { incoming = [] } = await this.shown(
      gathered.rows.slice(0, most),
      { ...query, includeUnlinked: false },
      signal,
    );
    return { links: incoming, found: gathered.rows.length, moreSources: sources.length - looked };
  }

  private async outgoing(file: TFile, { rows, cutNotes, signal }: Gathered): Promise<void> {
    const { slicer } = this.context;
    await forEachInTurn(await occurrencesIn(file, this.context), { slicer, signal }, ({ target, ...found }) =>
      rows.push({ group: 0, file, found, target }),
    );
    if (this.context.links.hasMore(file)) cutNotes.add(file.path);
  }

  /**
   * Gathers the links for one page: reading all of ten thousand notes takes half a second.
   * @returns how many links are left out, before and after the page
   */
  private async incoming(
    file: TFile,
    gathered: Gathered,
    { query, before }: { readonly query: LinkQuery; readonly before: SortKey | undefined },
  ): Promise<number> {
    const { slicer } = this.context;
    const { signal } = gathered;
    const mayCount = !this.context.files.access.isNarrowed && !query.includeUnlinked;
    const first = before?.[0] === 1 ? nameKey(String(before[1])) : '';
    let wanted = query.limit + 1 - gathered.rows.filter(row => isBehind(row, before)).length;
    let left = 0;
    await forEachInTurn(await this.sourcesOf(file, signal), { slicer, signal }, async ({ path, key }) => {
      const isOnPage = wanted > 0 && compareKeys(key, first) >= 0;
      const count = mayCount && !isOnPage ? this.linksFrom(path, file) : 0;
      left += count;
      if (count > 0) return;
      const known = gathered.rows.length;
      await this.incomingFrom(path, file, gathered);
      wanted -= gathered.rows.slice(known).filter(row => isBehind(row, before)).length;
    });
    return left;
  }

  /** How many links of a note lead to a file, as the app counts them; 0 if unknown. */
  private linksFrom(source: string, { path }: TFile): number {
    const counts = this.context.app.metadataCache.resolvedLinks[source] ?? {};
    return Object.hasOwn(counts, path) ? Math.min(counts[path] ?? 0, maxLinks) : 0;
  }

  /** Paths of the notes, canvases and bases that link to a file, in the order of names. */
  private async sourcesOf(file: TFile, signal: AbortSignal): Promise<readonly Source[]> {
    const { slicer } = this.context;
    const linking = await linkingPaths(this.context, signal);
    const keyed: Source[] = [];
    await forEachInTurn(linking(file.path), { slicer, signal }, path =>
      keyed.push({ path, key: nameKey(path) }),
    );
    return keyed.sort((a, b) => compareKeys(a.key, b.key));
  }

  private async incomingFrom(path: string, file: TFile, { rows, cutNotes, signal }: Gathered): Promise<void> {
    const { app, links, slicer } = this.context;
    const source = app.vault.getFileByPath(path);
    if (source === null) return;
    const occurrences = await occurrencesIn(source, this.context);
    await forEachInTurn(occurrences, { slicer, signal }, ({ target, ...found }) => {
      if (target === file) rows.push({ group: 1, file: source, found });
    });
    if (links.hasMore(source)) cutNotes.add(source.path);
  }

  private async shown(
    page: readonly Row[],
    query: LinkQuery,
    signal: AbortSignal,
  ): Promise<Pick<LinkListing, 'outgoing' | 'incoming' | 'unlinked'>> {
    const read = page.filter(
      row => row.group !== 2 && (query.withContext || row.found.kind === 'frontmatter'),
    );
    const { app, slicer } = this.context;
    const sources = read.map(({ file }) => file).filter(isNote);
    const context = await LineContext.of(app, sources, { slicer, signal });
    const outgoing: OutgoingLink[] = [];
    const incoming: IncomingLink[] = [];
    const unlinked: Mention[] = [];
    for (const row of page) {
      if (row.group === 2) {
        unlinked.push(row.mention);
        continue;
      }
      const { link, linkpath, kind } = row.found;
      const common = { link, kind, ...placeOf(row, context, query.withContext) };
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

function placeOf(
  { file, found }: { readonly file: TFile; readonly found: FoundLink },
  context: LineContext,
  withText: boolean,
): { line: number; text?: string } {
  const { kind, link, column } = found;
  const ofProperty = kind === 'frontmatter' ? context.propertyLine(file, link, column) : undefined;
  const line = ofProperty ?? found.line;
  const text = found.text === undefined ? context.textOf(file, line) : shortened(found.text);
  return withText && text !== undefined ? { line, text } : { line };
}

function hintsFor(file: TFile, { direction, includeUnlinked }: LinkQuery): string[] {
  if (!isNote(file) && !isLinkingFile(file) && direction === 'out')
    return ['Only notes, canvases and bases have links; ask for `direction: in`.'];
  const ways = {
    both: 'Nothing links to it, and it links to nothing',
    out: 'It links to nothing',
    in: 'Nothing links to it',
  };
  const more =
    direction === 'out'
      ? 'Pass `direction: in` to see what links to it'
      : includeUnlinked
        ? 'It has no unlinked mentions either'
        : 'Search for its name to find unlinked mentions';
  return [`${ways[direction]}. ${more}.`];
}

function keyOf(row: Row): SortKey {
  return row.group === 2
    ? [2, row.file.path, row.mention.line, 0]
    : [row.group, row.group === 0 ? '' : row.file.path, row.found.line, row.found.column];
}

/** Whether a row comes after the end of the last page. */
function isBehind(row: Row, place: SortKey | undefined): boolean {
  return place === undefined || compare(keyOf(row), place) > 0;
}

function compare(a: SortKey, b: SortKey): number {
  return (
    compareSortKeys(a.slice(0, 1), b.slice(0, 1)) ||
    compareNames(String(a[1]), String(b[1])) ||
    compareSortKeys(a.slice(2), b.slice(2))
  );
}
