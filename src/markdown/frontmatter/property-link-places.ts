import { locateFrontmatter } from './frontmatter';
import { propertyWikilinks } from './property-wikilinks';

export interface PropertyLinkPlace {
  /** Like `LinkText.link`. */
  readonly link: string;
  /** Offset into the note's text. */
  readonly at: number;
}

/** Longer YAML is not parsed for this: 60 kB of links took 84 ms. */
const maxParsed = 16_384;

const wikilinks = /\[\[([^[\]|\n]+)(?:\|[^[\]\n]*)?\]\]/gu;

/**
 * Finds properties that are exactly one wikilink, in the order of the text; none for invalid YAML. In YAML of more than
 * 16 kB it finds every wikilink as it is written.
 */
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
