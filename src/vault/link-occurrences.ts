import type { CachedMetadata } from 'obsidian';
import { linkpathOf } from '../markdown/link-target';

export type LinkKind = 'link' | 'embed' | 'markdown' | 'frontmatter' | 'canvas' | 'base';

/** One place of a note, canvas or base that points somewhere in the vault. */
export interface LinkOccurrence {
  /** As the app reads it, subpath included. */
  readonly link: string;
  /** The part before the subpath; '' for the note itself. */
  readonly linkpath: string;
  readonly kind: LinkKind;
  /** 1-based; the first line of the frontmatter for a link in a property, whose place the app does not keep. */
  readonly line: number;
  readonly column: number;
}

/** The links of a note in the order of its text, those of properties first. */
export function linkOccurrences(cache: CachedMetadata | null): LinkOccurrence[] {
  if (cache === null) return [];
  const inProperties = (cache.frontmatterLinks ?? []).map(({ link }, index) =>
    occurrence(link, 'frontmatter', { line: cache.frontmatterPosition?.start.line ?? 0, col: index }),
  );
  const links = (cache.links ?? []).map(({ link, original, position }) =>
    occurrence(link, original.startsWith('[[') ? 'link' : 'markdown', position.start),
  );
  const embeds = (cache.embeds ?? []).map(({ link, position }) => occurrence(link, 'embed', position.start));
  const inText = [...links, ...embeds].sort((a, b) => a.line - b.line || a.column - b.column);
  return [...inProperties, ...inText];
}

function occurrence(
  link: string,
  kind: LinkKind,
  { line, col }: { line: number; col: number },
): LinkOccurrence {
  return { link, linkpath: linkpathOf(link), kind, line: line + 1, column: col };
}
