/** The links of notes in the order of their text, and those of canvases and bases, which the app does not list. */

import type { App, CachedMetadata, ReferenceCache, TFile } from 'obsidian';
import { linkpathOf } from '../../markdown/links/link-target';
import type { LinkPlace } from '../../markdown/edits/links/redirection';
import { linkPlaces } from '../../markdown/edits/links/link-places';
import { afterLine, lineStart } from '../../markdown/text/lines';
import { someOf } from '../hints/missing-names';
import type { Notes } from '../reading/notes';

export type LinkKind = 'link' | 'embed' | 'markdown' | 'frontmatter' | 'canvas' | 'base';

export interface LinkOccurrence {
  /** As the app reads it, subpath included. */
  readonly link: string;
  /** The part before the subpath; '' for the note itself. */
  readonly linkpath: string;
  /** From the `#` on; '' without one. */
  readonly subpath: string;
  readonly kind: LinkKind;
  /** 1-based; for a link in a property, whose position is unknown, the first line of the frontmatter. */
  readonly line: number;
  readonly column: number;
}

/** At most this many links of one note count, those of its properties first. */
export const maxLinks = 40_000;

/** The links of a note in the order of its text, those of properties first; at most `maxLinks`. */
export function* linkOccurrences(cache: CachedMetadata | null): Generator<LinkOccurrence, void> {
  let left = maxLinks;
  for (const found of allOccurrences(cache ?? {})) {
    if (left === 0) return;
    left -= 1;
    yield found;
  }
}

export function cutHint(paths: readonly string[]): string {
  return `Only the first ${maxLinks} links were checked in ${someOf(paths, 3)}; there are more.`;
}

/** Whether a note has more links than `linkOccurrences` returns. */
export function hasMoreLinks(cache: CachedMetadata | null): boolean {
  const { frontmatterLinks = [], links = [], embeds = [] } = cache ?? {};
  return frontmatterLinks.length + links.length + embeds.length > maxLinks;
}

function* allOccurrences(cache: CachedMetadata): Generator<LinkOccurrence, void> {
  const { frontmatterLinks = [], links = [], embeds = [] } = cache;
  const line = cache.frontmatterPosition?.start.line ?? 0;
  for (const [index, { link }] of frontmatterLinks.entries())
    yield occurrence(link, 'frontmatter', { line, col: index });
  // Both lists are in the order of the text.
  let nextLink = 0;
  let nextEmbed = 0;
  for (;;) {
    const link = links[nextLink];
    const embed = embeds[nextEmbed];
    if (link !== undefined && (embed === undefined || isBefore(link, embed))) {
      nextLink += 1;
      const kind = link.original.startsWith('[[') ? 'link' : 'markdown';
      yield occurrence(link.link, kind, link.position.start);
    } else if (embed !== undefined) {
      nextEmbed += 1;
      yield occurrence(embed.link, 'embed', embed.position.start);
    } else return;
  }
}

function isBefore(
  { position: { start: a } }: ReferenceCache,
  { position: { start: b } }: ReferenceCache,
): boolean {
  return a.line < b.line || (a.line === b.line && a.col < b.col);
}

function occurrence(
  link: string,
  kind: LinkKind,
  { line, col }: { line: number; col: number },
): LinkOccurrence {
  const hash = link.indexOf('#');
  const subpath = hash === -1 ? '' : link.slice(hash).trimEnd();
  return { link, linkpath: linkpathOf(link), subpath, kind, line: line + 1, column: col };
}

/** A link of a canvas or base, with its surrounding text. */
interface FileLinkOccurrence extends LinkOccurrence {
  readonly text: string;
  /** Whether `linkpath` is a vault path. */
  readonly isPath: boolean;
}

/** Bytes; a larger canvas takes too long to read without a pause and is left out. */
const maxBytes = 4_000_000;

/** The links of canvases and bases, which the app does not list; read on first use, then after each change of a file. */
export class LinkingFiles {
  private readonly known = new WeakMap<TFile, { mtime: number; size: number; links: FileLinkOccurrence[] }>();

  constructor(private readonly app: App) {}

  /** The canvases and bases of the vault. */
  all(): TFile[] {
    return this.app.vault.getFiles().filter(isLinkingFile);
  }

  /** Those too large for their links to be known. */
  tooLarge(): TFile[] {
    return this.all().filter(({ stat }) => stat.size > maxBytes);
  }

  /** In the order of the text; no links for a file that is not text. */
  async linksOf(file: TFile, notes: Pick<Notes, 'readIfPossible'>): Promise<readonly FileLinkOccurrence[]> {
    const { mtime, size } = file.stat;
    const known = this.known.get(file);
    if (known?.mtime === mtime && known.size === size) return known.links;
    if (size > maxBytes) return [];
    const read = await notes.readIfPossible(file);
    if (read === undefined) return [];
    const kind = file.extension === 'canvas' ? 'canvas' : 'base';
    const links = occurrences(read.text, kind, linkPlaces(read.text, file.extension));
    this.known.set(file, { mtime, size, links });
    return links;
  }
}

export function isLinkingFile(file: TFile): boolean {
  return file.extension === 'canvas' || file.extension === 'base';
}

function occurrences(
  text: string,
  kind: 'canvas' | 'base',
  places: readonly LinkPlace[],
): FileLinkOccurrence[] {
  let line = 1;
  let seen = 0;
  return places.map(({ path, subpath, form, at, card }, index) => {
    for (let feed = text.indexOf('\n', seen); feed !== -1 && feed < at; feed = text.indexOf('\n', seen)) {
      line += 1;
      seen = feed + 1;
    }
    const isPath = form === 'canvas';
    const linkpath = isPath ? path : linkpathOf(path);
    const around = card ?? text.slice(lineStart(text, at), afterLine(text, at)).trim();
    return { link: path + subpath, linkpath, subpath, kind, line, column: index, text: around, isPath };
  });
}
