import type { NoteFacts } from './note-facts';

/**
 * A note's properties for a listing: `title`, `tags` and `aliases` as the app reads them, the others as they
 * are. Undefined for a note without properties.
 * @param fields the keys wanted, in any letter case; all if left out
 */
export function frontmatterSummary(
  { shownFrontmatter }: NoteFacts,
  fields: readonly string[] | undefined,
): Readonly<Record<string, unknown>> | undefined {
  if (shownFrontmatter === undefined || fields === undefined) return shownFrontmatter;
  const folded = fields.map(field => field.toLowerCase());
  const wanted = Object.entries(shownFrontmatter).filter(([key]) => folded.includes(key.toLowerCase()));
  return Object.fromEntries(wanted);
}
