import { visibleLine } from '../../utils/text/visible-text';
import { quoted } from '../plain-words';
import type { ActivityEntry } from './activity-entries';
import { contains } from '../../utils/text/text-search';

export const filterKinds = ['all', 'reads', 'writes', 'changes'] as const;
export type FilterKind = (typeof filterKinds)[number];

/** Which entries are shown. */
export interface Filters {
  /** A key of `whoOptions`; empty for all. */
  readonly who: string;
  readonly kind: FilterKind;
  readonly isProblemsOnly: boolean;
  /** Words that must all occur, in any case. */
  readonly text: string;
}

export const noFilters: Filters = { who: '', kind: 'all', isProblemsOnly: false, text: '' };

export function filtered(entries: readonly ActivityEntry[], filters: Filters): readonly ActivityEntry[] {
  if (filters === noFilters) return entries;
  const words = filters.text.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter(
    entry =>
      (filters.who === '' || isOf(entry, filters.who)) &&
      isOfKind(entry, filters.kind) &&
      (!filters.isProblemsOnly || entry.outcome !== 'ok') &&
      hasWords(entry, words),
  );
}

/** Clients and tokens to choose from, sorted by name. */
export function whoOptions(entries: readonly ActivityEntry[]): ReadonlyMap<string, string> {
  const clients = new Set(entries.map(({ client }) => client));
  const tokens = new Set(entries.map(({ token }) => token));
  const found: (readonly [key: string, words: string])[] = [];
  for (const client of clients)
    if (client !== undefined) found.push([`client:${client}`, visibleLine(client)]);
  for (const token of tokens) found.push([`token:${token}`, quoted(token)]);
  return new Map(found.sort(([, one], [, other]) => one.localeCompare(other)));
}

function isOf({ client, token }: ActivityEntry, who: string): boolean {
  return who === `token:${token}` || (client !== undefined && who === `client:${client}`);
}

function isOfKind({ effect, changeId }: ActivityEntry, kind: FilterKind): boolean {
  switch (kind) {
    case 'all':
      return true;
    case 'reads':
    case 'writes':
      return effect === kind;
    case 'changes':
      return changeId !== undefined;
  }
}

function hasWords(
  { tool, path, client, token, outcome, change }: ActivityEntry,
  words: readonly string[],
): boolean {
  if (words.length === 0) return true;
  const places = change?.files.slice(0, 20).map(file => file.path) ?? [];
  const text = [tool, path, client, token, outcome, ...places].join('\n').toLowerCase();
  return words.every(word => contains(text, word));
}
