import { locateFrontmatter } from './frontmatter';
import { propertyWikilinks } from './property-wikilinks';

export interface PropertyLinkPlace {
  /** As `LinkText.link`. */
  readonly link: string;
  /** Offset into the note's text. */
  readonly at: number;
}

/** Where the properties are that are one whole wikilink each, in the order of the text; none for YAML that does not parse. */
export function propertyLinkPlaces(text: string): PropertyLinkPlace[] {
  const block = locateFrontmatter(text);
  if (block === undefined) return [];
  const { bodyStart, bodyEnd } = block;
  return propertyWikilinks(text.slice(bodyStart, bodyEnd)).map(({ link, from }) => ({
    link,
    at: bodyStart + from,
  }));
}
