import { jsonSize } from '../../utils/json/json-size';
import { propertyName } from '../../utils/properties/property-names';
import { shorten } from '../../utils/text/shortening';
import type { NoteFacts } from '../index/metadata/note-metadata';

/** Bytes of JSON for one property in a list: with YAML aliases, a short note can have a megabyte. */
const maxBytes = 5000;

export interface FrontmatterSummary {
  readonly frontmatterSummary: Readonly<Record<string, unknown>>;
  /** Keys whose values are cut. */
  readonly cutProperties?: string[];
}

/**
 * A note's properties for a list: `title`, `tags` and `aliases` as the app reads them, the others unchanged,
 * each cut to 5 kB. Undefined for a note without properties.
 * @param fields the wanted keys, in any letter case, of which `tags` are all tags of the note; all properties if left out
 */
export function summaryOf(
  { shownFrontmatter, tags = [] }: Pick<NoteFacts, 'shownFrontmatter'> & Partial<Pick<NoteFacts, 'tags'>>,
  fields: readonly string[] | undefined,
): FrontmatterSummary | undefined {
  const isTagged = tags.length > 0 && fields?.some(field => /^tags$/iu.test(field)) === true;
  if (shownFrontmatter === undefined && !isTagged) return undefined;
  const own = fields === undefined ? {} : chosen(shownFrontmatter ?? {}, fields);
  if (isTagged) own[propertyName(own, 'tags') ?? 'tags'] = [...tags];
  const wanted = fields === undefined && shownFrontmatter !== undefined ? shownFrontmatter : own;
  const cutProperties = Object.keys(wanted).filter(key => jsonSize(wanted[key], maxBytes) > maxBytes);
  if (cutProperties.length === 0) return { frontmatterSummary: wanted };
  // With YAML aliases, many properties can share one value.
  const cuts = new Map<unknown, unknown>();
  for (const key of cutProperties) {
    const value = wanted[key];
    if (!cuts.has(value)) cuts.set(value, shorten({ value }, maxBytes).value.value);
  }
  const cut = cutProperties.map(key => [key, cuts.get(wanted[key])] as const);
  return { frontmatterSummary: { ...wanted, ...Object.fromEntries(cut) }, cutProperties };
}

function chosen(
  properties: Readonly<Record<string, unknown>>,
  fields: readonly string[],
): Record<string, unknown> {
  const folded = fields.map(field => field.toLowerCase());
  return Object.fromEntries(Object.entries(properties).filter(([key]) => folded.includes(key.toLowerCase())));
}
