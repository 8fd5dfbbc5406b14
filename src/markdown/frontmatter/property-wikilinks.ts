import { isScalar, visit } from 'yaml';
import { wholeWikilink } from '../links/links';
import { readYaml } from '../yaml/frontmatter-yaml';

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
  const found: PropertyWikilink[] = [];
  const read = yaml.includes('[[') ? readYaml(yaml) : undefined;
  if (read?.ok !== true) return found;
  visit(read.document, {
    Scalar: (place, node) => {
      if (place === 'key' || !isScalar(node) || typeof node.value !== 'string' || !node.range) return;
      const link = wholeWikilink(node.value)?.link;
      const [from, to] = node.range;
      if (link !== undefined) found.push({ link, value: node.value, from, to });
    },
  });
  return found;
}
