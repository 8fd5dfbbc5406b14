/** What of a query may have been meant as something else. */

import type { AbsentParts } from '../rank/absent-parts';
import type { SearchQuery } from './parsed-query';
import { parseQuery } from './language/query-grammar';
import { nodesOf, type QueryNode } from './language/query-tree';

/** Tags and properties by which a query asks for notes; what is to be absent is left out. */
export interface FactsAsked {
  readonly tags: readonly string[];
  readonly properties: readonly string[];
  /** Whether tags or properties decide which notes are found. */
  readonly readsMetadata: boolean;
}

export function factsAsked(request: SearchQuery): FactsAsked {
  const nodes = nodesOfQuery(request, ({ kind }) => kind !== 'not' && kind !== 'any');
  const plain = (node: QueryNode): string[] =>
    node.kind === 'word' || node.kind === 'phrase' ? [node.text] : [];
  const all = nodesOfQuery(request);
  return {
    tags: nodes.flatMap(node => (node.kind === 'operator' && node.name === 'tag' ? plain(node.operand) : [])),
    properties: nodes.flatMap(node => (node.kind === 'property' ? plain(node.name) : [])),
    readsMetadata: all.some(
      node => node.kind === 'property' || (node.kind === 'operator' && node.name === 'tag'),
    ),
  };
}

function nodesOfQuery(
  { query, mode = 'words' }: SearchQuery,
  descends?: (node: QueryNode) => boolean,
): QueryNode[] {
  const tree = isPlain({ query, mode }) ? parseQuery(query) : undefined;
  return tree === undefined ? [] : [...nodesOf(tree, descends)];
}

/** The words that are looked for as text. */
function textWords(request: SearchQuery): string[] {
  const outside = ({ kind }: QueryNode): boolean => kind !== 'operator' && kind !== 'property';
  return nodesOfQuery(request, outside).flatMap(node => (node.kind === 'word' ? [node.text] : []));
}

const operatorWords: ReadonlyMap<string, string> = new Map([
  ['or', 'write `OR` in capitals between two words for either of them'],
  ['and', 'leave it out: all words must occur anyway'],
  ['not', 'write `-word` for a word that must not occur'],
]);

const longestShown = 60;
/** `status:done`; no address such as `https://…` and no time such as `10:30`. */
const colonWord = /^[\p{L}_-]+:(?!\/\/)/u;

/** Words that look like a filter or a tag: `due:2026`, `#idea`. */
function wordsForFilters(words: readonly string[]): string[] {
  return words.flatMap(word => {
    if (word.startsWith('#') && word.length > 1)
      return [
        `${shown(word)} was read as text; write \`tag:${cut(word.slice(1))}\` for notes with the tag, in their text or their properties.`,
      ];
    if (!colonWord.test(word)) return [];
    const pair = cut(word);
    return [
      `${shown(word)} was read as a word; write \`[${pair}]\` for notes with that property, or give \`where\` to \`query_notes\`.`,
    ];
  });
}

/** What of a query that found something may have been meant as an operator. */
export function misreadHints(request: SearchQuery): string[] {
  return isPlain(request) && textWords(request).includes('NOT')
    ? ['"NOT" was read as a word; write `-word` for a word that must not occur.']
    : [];
}

function isPlain({ mode }: SearchQuery): boolean {
  return mode !== 'regex' && mode !== 'phrase';
}

/**
 * Why a search found nothing.
 * @param absent what of the query leaves nothing by itself; undefined where that is not known
 * @param passed the arguments that narrow the notes, as the caller knows them
 * @param partialCount notes that have some of the words
 */
export function emptySearchHints(
  request: SearchQuery,
  absent: AbsentParts | undefined,
  { passed, partialCount }: { readonly passed: readonly string[]; readonly partialCount: number },
): string[] {
  const { mode = 'words' } = request;
  const asked = textWords(request);
  const asWords = [...wordsForOperators(asked), ...wordsForFilters(asked)];
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
    reasons.length === 0 && isComplete && isPlain(request)
      ? [`Each word occurs, but no ${notes} has all of them${wayToSome(partialCount)}`]
      : [];
  return [...reasons, ...together, ...asWords, ...wayToMore(request)];
}

function wayToSome(partialCount: number): string {
  return partialCount === 0
    ? '; write `OR` between words for either.'
    : ': the notes shown have some of them.';
}

/** What of the request leaves matches out. */
function wayToMore({ mode, heading, wholeWord = false, caseSensitive = false }: SearchQuery): string[] {
  return [
    ...(heading === undefined
      ? []
      : ['`heading` looks only below such headings; titles and other text count without it.']),
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
function wordsForOperators(words: readonly string[]): string[] {
  return [...new Set(words)].flatMap(word => {
    const way = operatorWords.get(word.toLowerCase());
    return way === undefined ? [] : [`"${word}" was read as a word; ${way}.`];
  });
}
