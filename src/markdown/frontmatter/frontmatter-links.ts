import { wholeWikilink, type LinkText } from '../links/links';

export interface FrontmatterLink extends LinkText {
  /** The path in the frontmatter: `related.0` is the first item of a list. */
  readonly key: string;
}

/** Deeper values hold no links written by hand. */
const MAX_DEPTH = 64;

/** Every string in the frontmatter that is exactly one wikilink. */
export function frontmatterLinks(frontmatter: Readonly<Record<string, unknown>>): FrontmatterLink[] {
  const found: FrontmatterLink[] = [];
  collect(frontmatter, '', 0, found);
  return found;
}

function collect(value: unknown, key: string, depth: number, found: FrontmatterLink[]): void {
  if (typeof value === 'string') {
    const link = wholeWikilink(value);
    if (link) found.push({ key, ...link });
  } else if (typeof value === 'object' && value !== null && depth < MAX_DEPTH) {
    for (const [name, inner] of Object.entries(value)) {
      collect(inner, key === '' ? name : `${key}.${name}`, depth + 1, found);
    }
  }
}
