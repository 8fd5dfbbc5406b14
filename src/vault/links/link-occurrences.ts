import type { CachedMetadata, ReferenceCache } from 'obsidian';
import { linkpathOf } from '../../markdown/links/link-target';

export type LinkKind = 'link' | 'embed' | 'markdown' | 'frontmatter' | 'canvas' | 'base';

/** A link in a note, canvas or base. */
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

/** The hint that not all links of these notes were read. */
export function cutHint(paths: readonly string[]): string {
  const named = paths.slice(0, 3).map(path => `\`${path}\``);
  const more = paths.length > named.length ? ` and ${paths.length - named.length} more` : '';
  return `Only the first ${maxLinks} links were checked in ${named.join(', ')}${more}; there are more.`;
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
  let [nextLink, nextEmbed] = [0, 0];
  for (;;) {
    const [link, embed] = [links[nextLink], embeds[nextEmbed]];
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
