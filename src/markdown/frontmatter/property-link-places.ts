import { locateFrontmatter } from './frontmatter';
import { propertyWikilinks } from './property-wikilinks';

export interface PropertyLinkPlace {
  /** Like `LinkText.link`. */
  readonly link: string;
  /** Offset into the note's text. */
  readonly at: number;
}

/** Finds properties that are exactly one wikilink, in the order of the text; none for invalid YAML. */
export function propertyLinkPlaces(text: string): PropertyLinkPlace[] {
  const block = locateFrontmatter(text);
  if (block === undefined) return [];
  const { bodyStart, bodyEnd } = block;
  return propertyWikilinks(text.slice(bodyStart, bodyEnd)).map(({ link, from }) => ({
    link,
    at: bodyStart + from,
  }));
}
