/** A wikilink, or a function of a formula or filter that takes a link. */
const baseLink =
  /\[\[([^\][|\n]+)(?:\|[^\][\n]*)?\]\]|\b(?:link|file|hasLink|linksTo)\(\s*(["'])([^"'\n]+)\2/dgu;

export interface BaseLinkPlace {
  /** Offset of the whole link. */
  readonly at: number;
  /** Offsets of its target. */
  readonly start: number;
  readonly end: number;
}

/** Where a base names files: wikilinks, and texts given to functions that take a link. Linear in the text. */
export function baseLinkPlaces(yaml: string): BaseLinkPlace[] {
  return Array.from(yaml.matchAll(baseLink), ({ index, indices }) => {
    const [start, end] = indices?.[1] ?? indices?.[3] ?? [index, index];
    return { at: index, start, end };
  });
}
