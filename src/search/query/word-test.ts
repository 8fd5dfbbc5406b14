/** Which words of notes match a term: the same rules as the term's finder, applied to single words. */

import type { FormsOfWord } from '../words/word-forms';
import { TextNeedle } from '../../utils/text/text-search';

/** How a word matches: exactly, as the beginning of a longer one, as another form, as the last part of a compound, or with typing errors. */
export type Likeness = 'exact' | 'beginning' | 'form' | 'compound' | 'near';

export interface WordTest {
  /** The beginning and a part that all matching words share; empty if there is none. */
  readonly start: string;
  readonly part: string;
  /** @param word folded, whole. @returns undefined if it does not match */
  match(word: string): Likeness | undefined;
}

/** Like `LiteralFinder` for a word: words that begin with it. */
export function wordTest(asked: string): WordTest {
  return { start: asked, part: asked, match: word => beginning(asked, word) };
}

/** Like `FormsFinder`. */
export function formsTest(asked: string, forms: FormsOfWord): WordTest {
  const { start, isInside } = forms;
  const needle = new TextNeedle(start);
  const formIn = (word: string): Likeness | undefined => {
    if (word.startsWith(start) && forms.includes(word, 0)) return 'form';
    if (!isInside) return undefined;
    for (let at = needle.indexIn(word, 1); at >= 0; at = needle.indexIn(word, at + 1))
      if (forms.includes(word, at)) return forms.hasCompounds ? 'compound' : 'form';
    return undefined;
  };
  return {
    start: isInside ? '' : start,
    part: start,
    match: word => beginning(asked, word) ?? formIn(word),
  };
}

/** Like `NearWordsFinder`. */
export function nearWordsTest(asked: string, words: readonly string[]): WordTest {
  const near = new Set(words);
  return {
    start: '',
    part: '',
    match: word => beginning(asked, word) ?? (near.has(word) ? 'near' : undefined),
  };
}

function beginning(asked: string, word: string): Likeness | undefined {
  if (word === asked) return 'exact';
  return word.startsWith(asked) ? 'beginning' : undefined;
}
