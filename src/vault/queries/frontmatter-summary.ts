import { jsonSize } from '../../utils/json';
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
 * @param fields the wanted keys, in any letter case; all if left out
 */
export function summaryOf(
  { shownFrontmatter }: Pick<NoteFacts, 'shownFrontmatter'>,
  fields: readonly string[] | undefined,
): FrontmatterSummary | undefined {
  if (shownFrontmatter === undefined) return undefined;
  const wanted = fields === undefined ? shownFrontmatter : chosen(shownFrontmatter, fields);
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
