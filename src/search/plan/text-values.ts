/** Words, phrases and patterns in short texts: paths and tags. */

import { foldTag, tagCovers } from '../../utils/properties/tags';
import { immediately } from '../../utils/slicing/steps';
import { contains } from '../../utils/text/text-search';
import { holds } from '../match/matcher';
import { PatternMatcher } from '../match/pattern-matcher';
import { withPlace } from '../query/language/query-problem';
import type { ComparisonNode, TextNode } from '../query/language/query-tree';
import type { CharacterKinds } from '../text/character-kinds';
import { type FoldedText, foldKeepingCase, type TextFolder } from '../text/folded-text';
import { joinedText } from '../text/joined-words';
import type { SearchText } from '../text/search-text';
import type { Test } from './value-test';

/** A short text other than a note: a path, a tag or the value of a property. */
class PlainText implements SearchText {
  readonly #fold: FoldedText;

  constructor(
    readonly original: string,
    folder: TextFolder,
  ) {
    this.#fold = folder.fold(original);
  }

  get folded(): string {
    return this.#fold.folded;
  }

  joinedBy(kinds: CharacterKinds): string {
    return joinedText(this.folded, kinds);
  }

  originalSpan(start: number, end: number): readonly [start: number, end: number] {
    const { map } = this.#fold;
    return map === undefined ? [start, end] : [map.startOf(start), map.endOf(end)];
  }

  foldedSpan(start: number, end: number): readonly [start: number, end: number] {
    const { map } = this.#fold;
    return map === undefined ? [start, end] : [map.foldedStart(start), map.foldedEnd(end)];
  }
}

export interface TextFolding {
  readonly query: string;
  readonly folder: TextFolder;
  readonly kinds: CharacterKinds;
}

/** Whether a path contains a text; a leading `/` is the root of the vault. */
export function pathLeaf(
  node: TextNode | ComparisonNode,
  caseSensitive: boolean,
  folding: TextFolding,
): Test<string> {
  if (node.kind === 'pattern') return patternTest(node, caseSensitive, folding);
  const fold = foldWith(folding, caseSensitive);
  const wanted = fold(node.text.trim());
  return path => immediately(contains(fold(`/${path}`), wanted));
}

/** Whether a tag is the searched one or nested in it. */
export function tagLeaf(
  node: TextNode | ComparisonNode,
  caseSensitive: boolean,
  folding: TextFolding,
): Test<string> {
  const bare = (tag: string): string => tag.trim().replace(/^#/u, () => '');
  if (node.kind === 'pattern') {
    const test = patternTest(node, caseSensitive, folding);
    return tag => test(`#${bare(tag)}`);
  }
  const wanted = caseSensitive ? bare(node.text) : foldTag(node.text);
  if (wanted === '') return () => immediately(true);
  if (!caseSensitive) return tag => immediately(tagCovers(wanted, foldTag(tag)));
  return tag => immediately(`${bare(tag)}/`.startsWith(`${wanted}/`));
}

/** Folds with or without case, and always without diacritics. */
export function foldWith({ folder }: TextFolding, caseSensitive: boolean): (text: string) => string {
  return caseSensitive ? foldKeepingCase : text => folder.fold(text).folded;
}

/** @throws ToolFailure `invalid_query` that names the pattern's place */
export function patternTest(
  { text, place }: TextNode,
  caseSensitive: boolean,
  { query, folder, kinds }: TextFolding,
): Test<string> {
  const rules = { kinds, caseSensitive, wholeWord: false };
  const matcher = withPlace(query, place, name => new PatternMatcher(text, rules, name));
  return value => holds(matcher, new PlainText(value, folder));
}
