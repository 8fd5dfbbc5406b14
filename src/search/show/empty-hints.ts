/** Why a search found nothing, in words. */

import type { AbsentParts } from '../rank/absent-parts';
import type { AbsentWord } from '../rank/word-trace';
import { shown } from '../query/misread-words';
import type { SearchQuery } from '../query/query';

export interface EmptySearch {
  /** The arguments that narrow the notes, in backticks. */
  readonly passed: readonly string[];
  /** Notes that have some of the words. */
  readonly partialCount: number;
}

/** @param absent the words or filters for which nothing was found; undefined if another hint already explains it */
export function emptySearchHints(
  request: SearchQuery,
  absent: AbsentParts | undefined,
  search: EmptySearch,
): string[] {
  if (absent === undefined) return [];
  const { isComplete } = absent;
  const ways = wayToMore(request, absent);
  if (!isComplete) return [unknownHint(search.passed), ...ways];
  const reasons = [...filterHints(absent, search), ...wordHints(absent, request)];
  return [...(reasons.length > 0 ? reasons : togetherHints(absent, search)), ...ways];
}

function filterHints({ filters }: AbsentParts, { passed }: EmptySearch): string[] {
  return filters.length === 0 ? [] : [`No ${noteThat(passed)} passes ${filters.join(' or ')}.`];
}

function wordHints(absent: AbsentParts, request: SearchQuery): string[] {
  const { words, filters, lacksHeading } = absent;
  if (words.length === 0 && lacksHeading) return [`No note has a heading ${shown(request.heading ?? '')}.`];
  // Other words are left out by the filter that nothing passes.
  const listed = filters.length === 0 ? words : words.filter(({ reason }) => reason === 'nowhere');
  const byReason = new Map<AbsentWord['reason'], AbsentWord[]>();
  for (const word of listed) byReason.set(word.reason, [...(byReason.get(word.reason) ?? []), word]);
  return [...byReason].flatMap(([reason, alike]) => reasonHints(reason, alike, request, absent));
}

function reasonHints(
  reason: AbsentWord['reason'],
  words: readonly AbsentWord[],
  { mode = 'words', heading = '' }: SearchQuery,
  { lacksHeading }: AbsentParts,
): string[] {
  const names = words.map(nameOf).join(' or ');
  switch (reason) {
    case 'nowhere':
      return [
        mode === 'regex'
          ? 'No line matches the pattern; a pattern looks at single lines.'
          : `No note has ${names}${missingWithin(words)}.`,
      ];
    case 'apart':
      return words.map(word => apartHint(word, mode));
    case 'filtered':
      return filteredHints(words, mode);
    case 'heading':
      return [
        lacksHeading
          ? `No note has a heading ${shown(heading)}.`
          : `${names} occurs, but not below a heading ${shown(heading)}.`,
      ];
    case 'excluded':
      return [`Each note with ${names} is left out by \`-\`.`];
  }
}

/** The words of parts that are nowhere. */
function missingWithin(words: readonly AbsentWord[]): string {
  const missing = words.flatMap(({ operator, missing: within }) => (operator === undefined ? [] : within));
  return missing.length === 0 ? '' : `, nor ${missing.map(shown).join(' or ')} anywhere`;
}

/** Of a phrase or part whose words all occur. */
function apartHint(word: AbsentWord, mode: SearchQuery['mode']): string {
  const { operator } = word;
  if (operator !== undefined)
    return `No note has ${nameOf(word)}; its words occur, which are found without \`${operator}:\`.`;
  const way = mode === 'phrase' ? '' : ', which are found without quotes';
  return `No note has ${nameOf(word)} as it is; its words occur${way}.`;
}

/** Words that the same filters leave out are named together. */
function filteredHints(words: readonly AbsentWord[], mode: SearchQuery['mode']): string[] {
  const byFilters = new Map<string, AbsentWord[]>();
  for (const word of words) {
    const key = word.filters.join(', ');
    byFilters.set(key, [...(byFilters.get(key) ?? []), word]);
  }
  return [...byFilters].map(([filters, left]) =>
    mode === 'regex'
      ? `No line matches the pattern in a ${noteThat([filters])}, but others do.`
      : `No ${noteThat([filters])} has ${left.map(nameOf).join(' or ')}, but others have.`,
  );
}

/** Where the time did not suffice to find out more. */
function unknownHint(passed: readonly string[]): string {
  const way =
    passed.length === 0 ? 'leave out a word or filter' : `leave out ${passed.join(', ')}, a word or filter`;
  return `No ${noteThat(passed)} has all that is asked for: ${way}.`;
}

/** Where each part of a query finds something by itself. */
function togetherHints({ words, asks }: AbsentParts, { passed, partialCount }: EmptySearch): string[] {
  if (words.length > 0) return [];
  const note = noteThat(passed);
  if (asks === 'exclusions') return [`Each ${note} is left out by \`-\`.`];
  if (asks === 'mixed') return [`Each part of the query passes some notes, but no ${note} passes all.`];
  const way =
    partialCount === 0 ? '; write `OR` between words for either.' : ': the notes shown have some of them.';
  return [`Each word occurs, but no ${note} has all of them${way}`];
}

function noteThat(passed: readonly string[]): string {
  return passed.length === 0 ? 'note' : `note that passes ${passed.join(', ')}`;
}

function nameOf({ word }: AbsentWord): string {
  return shown(word.replace(/^"|"$/gu, () => ''));
}

/** What of the request leaves matches out. */
function wayToMore(
  { mode, heading, wholeWord = false, caseSensitive = false }: SearchQuery,
  { words, lacksHeading }: AbsentParts,
): string[] {
  const isAnywhere =
    lacksHeading || words.some(({ reason }) => reason === 'nowhere' || reason === 'filtered');
  return [
    ...(heading === undefined || isAnywhere
      ? []
      : ['`heading` looks only below such headings; titles and other text count without it.']),
    ...(mode === 'phrase' ? ['`mode: "words"` finds notes that have the words in any order.'] : []),
    ...(mode === 'wildcard' ? ['`*` stands for any letters of one word, `?` for one.'] : []),
    ...(wholeWord ? ['`wholeWord` leaves out longer words; without it, words that begin so are found.'] : []),
    ...(caseSensitive ? ['`caseSensitive` leaves out other letter case.'] : []),
  ];
}
