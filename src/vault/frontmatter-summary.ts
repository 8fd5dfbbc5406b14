import type { TFile } from 'obsidian';
import type { NoteFactsReader } from './note-facts';

/**
 * A note's properties for a listing: `title`, `tags` and `aliases` as the app reads them, the others as they
 * are. Undefined for a note without properties.
 * @param fields the keys wanted; all if left out
 */
export function frontmatterSummary(
  file: TFile,
  facts: NoteFactsReader,
  fields: readonly string[] | undefined,
): Record<string, unknown> | undefined {
  const { frontmatter, aliases, ownTitle } = facts.of(file);
  if (frontmatter === undefined) return undefined;
  const summary: Record<string, unknown> = {};
  for (const key of Object.keys(frontmatter)) {
    if (fields !== undefined && !fields.includes(key)) continue;
    if (key === '__proto__') continue;
    if (key === 'tags') summary[key] = facts.frontmatterTags(file) ?? [];
    else if (key === 'aliases') summary[key] = aliases;
    else if (key === 'title') summary[key] = ownTitle ?? frontmatter[key];
    else summary[key] = frontmatter[key];
  }
  return summary;
}
