import { linkText, wholeWikilink, type LinkText } from '../links/links';
import { scanStructure } from '../structure/scan-structure';

export interface FrontmatterLink extends LinkText {
  /** The path in the frontmatter: `related.0` is the first item of a list. */
  readonly key: string;
}

/** Deeper values hold no links written by hand. */
const MAX_DEPTH = 64;
/** More than 64 kB of YAML hold, unless aliases repeat them. */
const MAX_VALUES = 40_000;

/** Every string in the frontmatter that is exactly one wikilink. */
export function frontmatterLinks(frontmatter: Readonly<Record<string, unknown>>): FrontmatterLink[] {
  const found: FrontmatterLink[] = [];
  collect(frontmatter, { linkIn: wholeWikilink, found, left: Infinity });
  return found;
}

/**
 * Every string in the frontmatter that is exactly one wikilink or one Markdown link into the vault. Observed: bases
 * count both as links of the file, though the value of a Markdown link is a text.
 */
export function linksOfProperties(frontmatter: Readonly<Record<string, unknown>>): FrontmatterLink[] {
  const found: FrontmatterLink[] = [];
  const linkIn = (value: string): LinkText | undefined => wholeWikilink(value) ?? wholeMarkdownLink(value);
  collect(frontmatter, { linkIn, found, left: MAX_VALUES });
  return found;
}

function wholeMarkdownLink(value: string): LinkText | undefined {
  if (!value.startsWith('[') || !value.endsWith(')') || value.includes('\n')) return undefined;
  const [link, ...others] = scanStructure(value).links;
  if (link?.start !== 0 || link.end !== value.length || others.length > 0) return undefined;
  return linkText(value, link);
}

interface Collection {
  readonly linkIn: (value: string) => LinkText | undefined;
  readonly found: FrontmatterLink[];
  /** How many values may still be looked at. */
  left: number;
}

function collect(value: unknown, collection: Collection, key = '', depth = 0): void {
  if (collection.left === 0) return;
  collection.left -= 1;
  if (typeof value === 'string') {
    const link = collection.linkIn(value);
    if (link) collection.found.push({ key, ...link });
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const [name, inner] of Object.entries(value)) {
      collect(inner, collection, key === '' ? name : `${key}.${name}`, depth + 1);
    }
  }
}
