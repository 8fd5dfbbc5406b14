/** What of a query may have been meant as something else. */

import type { SearchQuery } from './parsed-query';
import { queryTokens } from './query-tokens';

/** The tags of `tag:x` in a query, those that are to be absent left out. */
export function tagsAsked({ query, mode = 'words' }: SearchQuery): string[] {
  if (mode === 'regex' || mode === 'phrase') return [];
  return queryTokens(query).flatMap(({ key, value, isExcluded }) =>
    key === 'tag' && !isExcluded ? [value] : [],
  );
}

const operatorWords: ReadonlyMap<string, string> = new Map([
  ['or', 'write `OR` in capitals between two words for either of them'],
  ['and', 'leave it out: all words must occur anyway'],
  ['not', 'write `-word` for a word that must not occur'],
]);

/** Operators of other languages that were read as words. */
export function wordsForOperators({ query, mode = 'words' }: SearchQuery): string[] {
  if (mode === 'regex' || mode === 'phrase') return [];
  const words = new Set(
    queryTokens(query).flatMap(({ value, isQuoted, key }) => (isQuoted || key !== undefined ? [] : [value])),
  );
  return [...words].flatMap(word => {
    const way = operatorWords.get(word.toLowerCase());
    return way === undefined || word === 'OR' ? [] : [`"${word}" was read as a word; ${way}.`];
  });
}
