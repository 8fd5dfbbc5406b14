import type { ActivityEntry } from './activity-entries';
import { contains } from '../../utils/text/text-search';

export const filterKinds = ['all', 'changes', 'problems'] as const;
export type FilterKind = (typeof filterKinds)[number];

/** Which entries are shown. */
export interface Filters {
  readonly kind: FilterKind;
  /** Words that must all occur, in any case. */
  readonly text: string;
}

export const noFilters: Filters = { kind: 'all', text: '' };

/** @param titleOf a tool's title, by its name */
export function filtered(
  entries: readonly ActivityEntry[],
  filters: Filters,
  titleOf: (tool: string) => string,
): readonly ActivityEntry[] {
  if (filters === noFilters) return entries;
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(
    entry => isOfKind(entry, filters.kind) && hasWords(entry, titleOf(entry.tool), words),
  );
}

function isOfKind({ outcome, changeId }: ActivityEntry, kind: FilterKind): boolean {
  if (kind === 'problems') return outcome !== 'ok';
  return kind === 'all' || changeId !== undefined;
}

function hasWords(
  { tool, path, client, token, outcome, change }: ActivityEntry,
  title: string,
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const places = change?.files.slice(0, 20).map(file => file.path) ?? [];
  const text = [tool, title, path, client, token, outcome, ...places].join('\n').toLowerCase();
  return words.every(word => contains(text, word));
}
