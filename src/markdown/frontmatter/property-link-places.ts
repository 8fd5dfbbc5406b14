import { isScalar, visit } from 'yaml';
import { locateFrontmatter } from './frontmatter';
import { readYaml } from '../yaml/frontmatter-yaml';
import { wholeWikilink } from '../links/links';

export interface PropertyLinkPlace {
  /** As `LinkText.link`. */
  readonly link: string;
  /** Offset into the note's text. */
  readonly at: number;
}

/** Where the properties stand that are one whole wikilink each, in the order of the text; none for YAML that does not parse. */
export function propertyLinkPlaces(text: string): PropertyLinkPlace[] {
  const block = locateFrontmatter(text);
  const yaml = block === undefined ? '' : text.slice(block.bodyStart, block.bodyEnd);
  if (block === undefined || !yaml.includes('[[')) return [];
  const read = readYaml(yaml);
  const places: PropertyLinkPlace[] = [];
  if (!read.ok) return places;
  visit(read.document, {
    Scalar: (place, node) => {
      if (place === 'key' || !isScalar(node) || typeof node.value !== 'string' || !node.range) return;
      const link = wholeWikilink(node.value);
      if (link) places.push({ link: link.link, at: block.bodyStart + node.range[0] });
    },
  });
  return places;
}
