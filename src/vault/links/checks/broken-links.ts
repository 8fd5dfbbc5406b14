import { itemsOf } from '../../../utils/collections';
import type { TFile } from 'obsidian';
import { linkpathOf } from '../../../markdown/links/link-target';
import type { Progress } from '../../../utils/call-hooks';
import { compareSortKeys, type SortKey } from '../../../utils/cursor-paginator';
import { filtered, forEachInTurn } from '../../../utils/slicing/time-slicer';
import { PageWindow, type PageWindowOptions } from '../../../utils/page-window';
import { compareNames } from '../../../utils/text/folding';
import type { CallerContext } from '../../caller-context';
import { LineContext } from '../../reading/line-context';
import { type FoundOccurrence, occurrencesIn } from '../file-occurrences';
import { type LinkPart, LinkParts } from './link-parts';
import { LinkSuggestions } from './link-suggestions';
import { sortedByPath } from './sorted-files';

/** A link to a missing file, or to a part that its file does not have. */
export interface BrokenLink {
  source: string;
  line: number;
  link: string;
  missing: 'file' | LinkPart;
  /** Paths of files; whole links for a missing part. */
  suggestions: string[];
}

/** A broken link before its row is made. */
export interface FoundBrokenLink {
  readonly source: TFile;
  readonly line: number;
  readonly column: number;
  readonly occurrence: FoundOccurrence;
  readonly missing: BrokenLink['missing'];
}

/** The files to check: notes, and canvases and bases. */
interface LinkSources {
  readonly notes: readonly TFile[];
  readonly files: readonly TFile[];
}

/** Bytes; listing the unresolved links of a larger note could block the thread. */
const largeNote = 100_000;

/** The call that waits for a check, and its progress. */
export interface Watch {
  readonly signal: AbortSignal;
  readonly progress: Progress;
}

/** The links of one page: a vault may have a hundred thousand; the others are only counted. */
export type WantedLinks = Pick<PageWindowOptions<FoundBrokenLink>, 'behind' | 'most'>;

export interface FoundBrokenLinks extends Readonly<
  Pick<PageWindow<FoundBrokenLink>, 'items' | 'totalCount'>
> {
  /** Notes whose links were not all checked. */
  readonly cutNotes: readonly string[];
}

/** The sort key of broken links: path, line and column. */
export function keyOfLink({ source, line, column }: FoundBrokenLink): SortKey {
  return [source.path, line, column];
}

function compareKeys(a: SortKey, b: SortKey): number {
  return compareNames(String(a[0]), String(b[0])) || compareSortKeys(a.slice(1), b.slice(1));
}

/** The broken links, as resolved for one caller. */
export class BrokenLinks {
  private readonly suggestions: LinkSuggestions;

  constructor(private readonly context: CallerContext) {
    this.suggestions = new LinkSuggestions(context);
  }

  async in(
    sources: LinkSources,
    wanted: WantedLinks,
    { signal, progress }: Watch,
  ): Promise<FoundBrokenLinks> {
    const { app, links, slicer } = this.context;
    const loop = { slicer, signal };
    const parts = new LinkParts(app);
    const found = new PageWindow<FoundBrokenLink>({ ...wanted, keyOf: keyOfLink, compare: compareKeys });
    const cutNotes: string[] = [];
    const suspects = await this.suspects(sources, signal);
    const missingOf = (target: TFile | undefined, subpath: string) => {
      if (target === undefined) return 'file';
      return subpath === '' ? undefined : parts.missing(target, subpath);
    };
    const onPause = (done: number): void => progress(done, suspects.length, 'Checking links.');
    await forEachInTurn(suspects, { ...loop, onPause }, async source => {
      await forEachInTurn(await occurrencesIn(source, this.context), loop, occurrence => {
        const { target, subpath, line, column } = occurrence;
        const missing = missingOf(target, subpath);
        if (missing !== undefined) found.add({ source, line, column, occurrence, missing });
      });
      if (links.hasMore(source)) cutNotes.push(source.path);
    });
    return { items: found.items, totalCount: found.totalCount, cutNotes };
  }

  /** Adds their real lines and suggestions. */
  async shown(page: readonly FoundBrokenLink[], signal: AbortSignal): Promise<BrokenLink[]> {
    const { app, slicer } = this.context;
    const loop = { slicer, signal };
    const parts = new LinkParts(app);
    const ofProperties = page.filter(({ occurrence }) => occurrence.kind === 'frontmatter');
    const lines = await LineContext.of(
      app,
      ofProperties.map(({ source }) => source),
      loop,
    );
    const names = page.flatMap(({ occurrence, missing }) =>
      missing === 'file' ? [linkpathOf(occurrence.link)] : [],
    );
    const files = await this.suggestions.of(names, signal);
    const rows: BrokenLink[] = [];
    await forEachInTurn(page, loop, ({ source, occurrence, column, missing, ...found }) => {
      const { kind, link, target } = occurrence;
      const line = kind === 'frontmatter' ? lines.propertyLine(source, link, column) : undefined;
      const suggestions =
        target === undefined
          ? [...itemsOf(files, linkpathOf(link))]
          : parts.near(target, occurrence.subpath).map(part => withoutPart(occurrence) + part);
      rows.push({ source: source.path, line: line ?? found.line, link, missing, suggestions });
    });
    return rows;
  }

  /** The files that may hold a broken link; for callers that see everything, indexes know them. */
  private async suspects({ notes, files: others }: LinkSources, signal: AbortSignal): Promise<TFile[]> {
    const { app, files, partLinks, slicer } = this.context;
    const loop = { slicer, signal };
    const { unresolvedLinks } = app.metadataCache;
    if (files.access.isNarrowed) return sortedByPath([...notes, ...others], loop);
    const namingParts = await partLinks.notes(signal);
    const isSuspect = (note: TFile): boolean =>
      note.stat.size > largeNote ||
      namingParts.has(note) ||
      Object.keys(unresolvedLinks[note.path] ?? {}).length > 0;
    return sortedByPath([...others, ...(await filtered(notes, isSuspect, loop))], loop);
  }
}

/** The link without its subpath. */
function withoutPart({ link }: FoundOccurrence): string {
  return link.slice(0, link.indexOf('#'));
}
