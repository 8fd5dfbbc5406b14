/** Finds parts of a query that probably mean something else. */

import type { SearchMode, SearchQuery } from './parsed-query';
import { parseQuery } from './language/query-grammar';
import { shownPiece } from './language/query-problem';
import { nodesOf, type QueryNode } from './language/query-tree';
import { misreadWords, misreadProperty, misreadWordsOfEmpty, shown } from './misread-words';

/** Tags and properties that a query requires; excluded ones are left out. */
export interface FactsUsed {
  readonly tags: readonly string[];
  readonly properties: readonly string[];
  /** What is in brackets as a name and holds a comparison: `mobile=true`. */
  readonly comparisons: readonly string[];
  /** Words that look like tags, without `#`. */
  readonly hashtags: readonly string[];
  /** Whether tags or properties decide which notes are found. */
  readonly readsMetadata: boolean;
}

export function factsUsed(request: SearchQuery): FactsUsed {
  const nodes = nodesOfQuery(request, ({ kind }) => kind !== 'not' && kind !== 'any');
  const plain = (node: QueryNode): string[] => [plainText(node) ?? []].flat();
  const all = nodesOfQuery(request);
  const names = nodes.flatMap(node => (node.kind === 'property' ? plain(node.name) : []));
  const isComparison = (name: string): boolean => misreadProperty(name).length > 0;
  return {
    tags: nodes.flatMap(node => (node.kind === 'operator' && node.name === 'tag' ? plain(node.operand) : [])),
    properties: names.filter(name => !isComparison(name)),
    hashtags: hashtagsOf(textWords(request)),
    comparisons: names.filter(isComparison),
    readsMetadata: all.some(
      node => node.kind === 'property' || (node.kind === 'operator' && node.name === 'tag'),
    ),
  };
}

/** A filter that a query requires, and what it asks for. */
export interface QueryFilter {
  readonly kind: 'path' | 'file' | 'property';
  /** As errors and hints show it: in backticks. */
  readonly name: string;
  /** The property; '' for the other kinds. */
  readonly property: string;
  /** Undefined where it is no plain text: a comparison, a pattern, or several. */
  readonly text: string | undefined;
}

/** The filters by folder, file or a property's value; excluded and alternative ones are left out. */
export function filtersOf(request: SearchQuery): QueryFilter[] {
  const nodes = nodesOfQuery(request, ({ kind }) => kind === 'all' || kind === 'operator');
  return nodes.flatMap((node): readonly QueryFilter[] => {
    const name = shownPiece(request.query, node.place);
    if (node.kind === 'operator' && (node.name === 'path' || node.name === 'file'))
      return [{ kind: node.name, name, property: '', text: plainText(node.operand) }];
    if (node.kind !== 'property' || node.value === undefined) return [];
    const property = plainText(node.name);
    return property === undefined ? [] : [{ kind: node.kind, name, property, text: plainText(node.value) }];
  });
}

function plainText(node: QueryNode): string | undefined {
  return node.kind === 'word' || node.kind === 'phrase' ? node.text.trim() : undefined;
}

function nodesOfQuery(
  { query, mode = 'words' }: SearchQuery,
  descends?: (node: QueryNode) => boolean,
): QueryNode[] {
  const tree = isPlain(mode) ? parseQuery(query) : undefined;
  return tree === undefined ? [] : [...nodesOf(tree, descends)];
}

/** `#idea`; no number such as `#12`. */
function hashtagsOf(words: readonly string[]): string[] {
  return words.filter(word => /^#(?=\p{L})[\p{L}\p{N}_/-]+$/u.test(word)).map(word => word.slice(1));
}

/** The words that are searched as text. */
function textWords(request: SearchQuery): string[] {
  const outside = ({ kind }: QueryNode): boolean => kind !== 'operator' && kind !== 'property';
  return nodesOfQuery(request, outside).flatMap(node => (node.kind === 'word' ? [node.text] : []));
}

/** What of a query may have been meant otherwise. @param found notes that have all of it */
export function misreadHints(request: SearchQuery, found: number): string[] {
  const { query, mode = 'words' } = request;
  const hasNoWord = mode === 'words' && !/[\p{L}\p{N}]/u.test(query);
  if (!isPlain(mode)) return [];
  const words = textWords(request);
  const properties = found > 0 ? [] : factsUsed(request).comparisons;
  return [
    ...(hasNoWord ? [`${shown(query.trim())} has no letter or digit; it was looked for as text.`] : []),
    ...misreadWords(words),
    ...(found > 0 ? [] : misreadWordsOfEmpty(words)),
    ...properties.flatMap(misreadProperty),
  ];
}

function isPlain(mode: SearchMode): boolean {
  return mode !== 'regex' && mode !== 'phrase';
}
