/** Links in properties: by the values of the frontmatter, and by their places in its YAML. */
import { locateFrontmatter } from './frontmatter';
import { linkText, wholeWikilink, type LinkText } from '../links/links';
import { mapDefined } from '../../utils/collections';
import { scanStructure } from '../structure/scan-structure';
import { readYaml, textsOf } from '../yaml/frontmatter-yaml';

export interface FrontmatterLink extends LinkText {
  /** The path in the frontmatter: `related.0` is the first item of a list. */
  readonly key: string;
}

/** Nobody writes links into deeper values by hand. */
const MAX_DEPTH = 64;
/** More than fit into 64 kB of YAML, unless aliases repeat them. */
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
  /** How many values may still be visited. */
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

export interface PropertyLinkPlace {
  readonly link: string;
  /** Offset into the note's text. */
  readonly at: number;
}

/** Longer YAML is not parsed for this: 60 kB of links took 84 ms. */
const maxParsed = 16_384;

const wikilinks = /\[\[([^[\]|\n]+)(?:\|[^[\]\n]*)?\]\]/gu;

/** Finds properties that are exactly one wikilink, in order; in YAML of over 16 kB, every wikilink in its source. */
export function propertyLinkPlaces(text: string): PropertyLinkPlace[] {
  const block = locateFrontmatter(text);
  if (block === undefined) return [];
  const { bodyStart, bodyEnd } = block;
  const yaml = text.slice(bodyStart, bodyEnd);
  const found = yaml.length > maxParsed ? writtenWikilinks(yaml) : propertyWikilinks(yaml);
  return found.map(({ link, from }) => ({ link, at: bodyStart + from }));
}

function writtenWikilinks(yaml: string): { readonly link: string; readonly from: number }[] {
  return Array.from(yaml.matchAll(wikilinks), ({ 1: link = '', index }) => ({ link, from: index }));
}

/** A property, or a list item, that is exactly one wikilink. */
export interface PropertyWikilink {
  /** Between the brackets, without the display text. */
  readonly link: string;
  readonly value: string;
  /** Offsets of the scalar in the YAML, quotes included. */
  readonly from: number;
  readonly to: number;
}

/** In the order of the text; none for invalid YAML. */
export function propertyWikilinks(yaml: string): PropertyWikilink[] {
  const read = yaml.includes('[[') ? readYaml(yaml) : undefined;
  if (read?.ok !== true) return [];
  return mapDefined(textsOf(read.document), ({ isKey, value, from, to }) => {
    const link = isKey ? undefined : wholeWikilink(value)?.link;
    return link === undefined ? undefined : { link, value, from, to };
  });
}
