/** What of a query may have been meant as something else. */

import type { AbsentParts } from '../rank/absent-parts';
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

const longestShown = 60;
/** `status:done`; no address such as `https://…` and no time such as `10:30`. */
const colonWord = /^[\p{L}_-]+:(?!\/\/)/u;

/** Words that look like a filter or a tag: `status:done`, `#idea`. */
function wordsForFilters({ query }: SearchQuery): string[] {
  return queryTokens(query).flatMap(({ value, key, isQuoted }) => {
    if (isQuoted || key !== undefined) return [];
    if (value.startsWith('#') && value.length > 1)
      return [
        `${shown(value)} was read as text; write \`tag:${cut(value.slice(1))}\` for notes with the tag, in their text or their properties.`,
      ];
    return colonWord.test(value)
      ? [
          `${shown(value)} was read as a word; \`query\` knows the filters \`tag:\`, \`path:\` and \`file:\`, and \`where\` takes conditions on properties and fields, as ["status=done"] or ["tasks.open>0"].`,
        ]
      : [];
  });
}

/**
 * Why a search found nothing.
 * @param absent what of the query leaves nothing by itself; undefined where that is not known
 * @param passed the arguments that narrow the notes, as the caller knows them
 */
export function emptySearchHints(
  request: SearchQuery,
  absent: AbsentParts | undefined,
  passed: readonly string[],
): string[] {
  const { mode = 'words' } = request;
  const isPlain = mode !== 'regex' && mode !== 'phrase';
  const asWords = isPlain ? [...wordsForOperators(request), ...wordsForFilters(request)] : [];
  if (absent === undefined) return asWords;
  const notes = passed.length === 0 ? 'note' : `note that passes ${passed.join(', ')}`;
  if (mode === 'regex')
    return [
      `No line matches the pattern${passed.length === 0 ? '' : ` in a ${notes}`}; a pattern looks at single lines.`,
      ...wayToMore(request),
    ];
  const { words, filters, isComplete } = absent;
  const reasons = [
    ...(filters.length === 0
      ? []
      : [`No ${notes} passes ${filters.map(one => `\`${cut(one)}\``).join(' or ')}.`]),
    ...(words.length === 0
      ? []
      : [`No ${notes} has ${words.map(word => shown(word.replace(/^"|"$/gu, () => ''))).join(' or ')}.`]),
  ];
  const together =
    reasons.length === 0 && isComplete && isPlain
      ? [`Each word occurs, but no ${notes} has all of them; write \`OR\` between words for either.`]
      : [];
  return [...reasons, ...together, ...asWords, ...wayToMore(request)];
}

/** What of the request leaves matches out. */
function wayToMore({ mode, wholeWord = false, caseSensitive = false }: SearchQuery): string[] {
  return [
    ...(mode === 'phrase' ? ['`mode: "words"` finds notes that have the words in any order.'] : []),
    ...(mode === 'wildcard' ? ['`*` stands for any letters of one word, `?` for one.'] : []),
    ...(wholeWord ? ['`wholeWord` leaves out longer words; without it, words that begin so are found.'] : []),
    ...(caseSensitive ? ['`caseSensitive` leaves out other letter case.'] : []),
  ];
}

function shown(word: string): string {
  return `"${cut(word)}"`;
}

function cut(word: string): string {
  return word.slice(0, longestShown).toWellFormed();
}

/** Operators of other languages that were read as words. */
function wordsForOperators({ query }: SearchQuery): string[] {
  const words = new Set(
    queryTokens(query).flatMap(({ value, isQuoted, key }) => (isQuoted || key !== undefined ? [] : [value])),
  );
  return [...words].flatMap(word => {
    const way = operatorWords.get(word.toLowerCase());
    return way === undefined || word === 'OR' ? [] : [`"${word}" was read as a word; ${way}.`];
  });
}
