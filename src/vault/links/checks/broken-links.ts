import type { TFile, App, CachedMetadata } from 'obsidian';
import { forEachInTurn, filtered } from '../../../utils/slicing/time-slicer';
import { compareNames } from '../../../utils/text/folding';
import { HeadingOutline, headingLinkName, headingNames } from '../../../markdown/links/heading-subpath';
import { nearest } from '../../../utils/near';
import { isNote } from '../../access/visible-files';
import { sortedByPath } from '../../index/names/orders';
import { itemsOf } from '../../../utils/collections';
import { linkpathOf } from '../../../markdown/links/link-target';
import type { Watch } from '../../../utils/call-hooks';
import { compareSortKeys, type SortKey } from '../../../utils/page';
import type { CallerContext } from '../../caller-context';
import { LineContext } from '../../reading/line-context';
import { type FoundOccurrence, occurrencesIn } from '../file-occurrences';
import { LinkSuggestions, maxSuggestions } from './link-suggestions';
import { templateTest } from '../../plugins/templates/templates';

type LinkPart = 'heading' | 'block' | 'footnote';

/** The parts of one note that links can name; ids and labels in lower case. */
export interface LinkableParts {
  readonly outline: HeadingOutline;
  readonly blocks: ReadonlySet<string>;
  readonly footnotes: ReadonlySet<string>;
}

interface NoteParts extends LinkableParts {
  /** By subpath, as written. */
  readonly missing: Map<string, LinkPart | undefined>;
}

/** Checks whether notes have the headings, blocks and footnotes that many links name. */
class LinkParts {
  private readonly known = new Map<TFile, NoteParts | undefined>();

  constructor(private readonly app: App) {}

  /**
   * The kind of part that the file lacks; undefined if none is missing, or the file is not a note.
   * @param subpath of a link, from the `#` on
   */
  missing(file: TFile, subpath: string): LinkPart | undefined {
    if (subpath === '' || !isNote(file)) return undefined;
    const parts = this.partsOf(file);
    if (parts === undefined) return undefined;
    if (!parts.missing.has(subpath)) parts.missing.set(subpath, missingIn(parts, subpath));
    return parts.missing.get(subpath);
  }

  /** Subpaths of the note that are similar to a missing one, best first. */
  near(file: TFile, subpath: string): string[] {
    const parts = this.partsOf(file);
    if (parts === undefined) return [];
    const block = blockIdOf(subpath);
    if (block !== undefined) {
      return nearest(block, [...parts.blocks].slice(0, maxCompared), maxSuggestions).map(id => `#^${id}`);
    }
    const names = parts.outline.headings.slice(0, maxCompared).map(({ heading }) => headingLinkName(heading));
    const name = headingNames(subpath).at(-1) ?? '';
    // As other programs link to headings: `#linked-lists`.
    const wanted = name.includes(' ') ? name : name.replaceAll('-', ' ');
    return nearest(wanted, names, maxSuggestions).map(near => `#${near}`);
  }

  private partsOf(file: TFile): NoteParts | undefined {
    if (this.known.has(file)) return this.known.get(file);
    const cache = this.app.metadataCache.getFileCache(file);
    // The parts of a note that is not read yet are unknown.
    const parts =
      cache === null ? undefined : { ...partsIn(cache), missing: new Map<string, LinkPart | undefined>() };
    this.known.set(file, parts);
    return parts;
  }
}

/** Parts of one note that are compared with a name. */
const maxCompared = 5_000;

function partsIn({ headings = [], blocks = {}, footnotes = [] }: CachedMetadata): LinkableParts {
  return {
    outline: new HeadingOutline(headings),
    blocks: new Set(Object.keys(blocks)),
    footnotes: new Set(footnotes.map(({ id }) => id.toLowerCase())),
  };
}

/** The kind of part that a subpath names and the note lacks; undefined if none is missing. */
export function missingIn(
  { outline, blocks, footnotes }: LinkableParts,
  subpath: string,
): LinkPart | undefined {
  const block = blockIdOf(subpath);
  if (block !== undefined) return blocks.has(block) ? undefined : 'block';
  const footnote = footnoteOf(subpath);
  if (footnote !== undefined) return footnotes.has(footnote) ? undefined : 'footnote';
  const names = headingNames(subpath);
  return names.length === 0 || outline.find(names) !== undefined ? undefined : 'heading';
}

/** In lower case, as the metadata cache has them. */
function blockIdOf(subpath: string): string | undefined {
  return /^#+\^([^#]+)#*$/u.exec(subpath)?.[1]?.toLowerCase();
}

/** The last bracket of `[[Note#[^1]]]` is not part of the link. */
function footnoteOf(subpath: string): string | undefined {
  return /^#+\[\^([^#\]]*)\]?#*$/u.exec(subpath)?.[1]?.toLowerCase();
}

/** A link to a missing file, or to a part that its file does not have. */
export interface BrokenLink {
  source: string;
  line: number;
  link: string;
  missing: 'file' | LinkPart;
  /** Paths of files; whole links for a missing part. */
  suggestions: string[];
}

interface FoundBrokenLink {
  readonly source: TFile;
  readonly line: number;
  readonly column: number;
  readonly occurrence: FoundOccurrence;
  readonly missing: BrokenLink['missing'];
}

/** The files to check: notes, and canvases and bases. */
export interface LinkSources {
  readonly notes: readonly TFile[];
  readonly files: readonly TFile[];
}

/** Bytes; listing the unresolved links of a larger note could block the thread. */
const largeNote = 100_000;

/** Which links a page needs; a vault may have a hundred thousand broken ones, of which the others are only counted. */
interface WantedLinks {
  /** The key of the last link before the page; undefined for the first page. */
  readonly behind: SortKey | undefined;
  /** One more than the page holds shows that more follow. */
  readonly most: number;
}

interface FoundBrokenLinks {
  readonly items: readonly FoundBrokenLink[];
  readonly totalCount: number;
  readonly cutNotes: readonly string[];
}

export function keyOfLink({ source, line, column }: FoundBrokenLink): SortKey {
  return [source.path, line, column];
}

function compareLinks(a: SortKey, b: SortKey): number {
  return compareNames(String(a[0]), String(b[0])) || compareSortKeys(a.slice(1), b.slice(1));
}

export class BrokenLinks {
  constructor(private readonly context: CallerContext) {}

  async in(
    sources: LinkSources,
    { behind, most }: WantedLinks,
    { signal, progress }: Watch,
  ): Promise<FoundBrokenLinks> {
    const { app, links, slicer } = this.context;
    const loop = { slicer, signal };
    const parts = new LinkParts(app);
    const items: FoundBrokenLink[] = [];
    let totalCount = 0;
    const cutNotes: string[] = [];
    const suspects = await this.suspects(sources, signal);
    const onPause = (done: number): void => progress(done, suspects.length, 'Checking links.');
    await forEachInTurn(suspects, { ...loop, onPause }, async source => {
      await forEachInTurn(await occurrencesIn(source, this.context), loop, occurrence => {
        const { target, subpath, line, column } = occurrence;
        const missing = target === undefined ? 'file' : parts.missing(target, subpath);
        if (missing === undefined) return;
        totalCount += 1;
        if (items.length === most) return;
        const found: FoundBrokenLink = { source, line, column, occurrence, missing };
        if (behind === undefined || compareLinks(keyOfLink(found), behind) > 0) items.push(found);
      });
      if (links.hasMore(source)) cutNotes.push(source.path);
    });
    return { items, totalCount, cutNotes };
  }

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
    const files = await new LinkSuggestions(this.context).of(names, signal);
    const isTemplate = templateTest(app, '');
    const rows: BrokenLink[] = [];
    await forEachInTurn(page, loop, ({ source, occurrence, column, missing, ...found }) => {
      const { kind, link, target } = occurrence;
      const line = kind === 'frontmatter' ? lines.propertyLine(source, link, column) : undefined;
      const withoutSubpath = link.slice(0, link.indexOf('#'));
      const mayMean = (path: string): boolean => isTemplate(source.path) || !isTemplate(path);
      const suggestions =
        target === undefined
          ? itemsOf(files, linkpathOf(link)).filter(mayMean).slice(0, maxSuggestions)
          : parts.near(target, occurrence.subpath).map(part => withoutSubpath + part);
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
    const namingParts = await partLinks.get(signal);
    const isSuspect = (note: TFile): boolean =>
      note.stat.size > largeNote ||
      namingParts.has(note) ||
      Object.keys(unresolvedLinks[note.path] ?? {}).length > 0;
    return sortedByPath([...others, ...(await filtered(notes, isSuspect, loop))], loop);
  }
}
