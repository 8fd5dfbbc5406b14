/** Which words of notes match a term: in the word index, and in texts. */

import { editsWithin } from '../../utils/text/edit-distance';
import { TextNeedle } from '../../utils/text/text-search';
import type { FormsOfWord } from '../words/word-forms';
import type { Likeness } from './matcher';

export interface WordTest {
  /** The word that was asked for, folded. */
  readonly asked: string;
  /** The beginning that all matching words share, and a part of them; empty if there is none. */
  readonly start: string;
  readonly part: string;
  /** All words that match beside those that begin with the one that was asked for; undefined if they are not listed. */
  readonly listed?: readonly string[];
  /** @param word folded, whole. @returns undefined if it does not match */
  match(word: string): Likeness | undefined;
}

/** Whether a word counts that is like the asked one without the marks between its letters. */
export function isInEachSpelling(like: Likeness): boolean {
  return like === 'exact' || like === 'form';
}

/** Words that begin with the asked one. */
export function wordTest(asked: string): WordTest {
  return { asked, start: asked, part: asked, match: word => beginning(asked, word) };
}

/** The same without longer words that begin with the asked one. */
export function wholeWordsOf(test: WordTest): WordTest {
  return {
    ...test,
    match: word => {
      const like = test.match(word);
      return like === 'beginning' ? undefined : like;
    },
  };
}

/** The word's other forms too. */
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
    asked,
    start: isInside ? '' : start,
    part: start,
    match: word => beginning(asked, word) ?? formIn(word),
  };
}

/** Similar words in place of one that no note has. */
export function nearWordsTest(asked: string, words: readonly string[]): WordTest {
  const near = new Set(words);
  return {
    ...{ asked, start: '', part: '', listed: words },
    match: word => beginning(asked, word) ?? (near.has(word) ? 'near' : undefined),
  };
}

/** Words with at most this many typing errors. */
export function fuzzyTest(asked: string, tolerance: number): WordTest {
  return {
    ...{ asked, start: '', part: '' },
    match: word =>
      beginning(asked, word) ?? (editsWithin(word, asked, tolerance) === undefined ? undefined : 'near'),
  };
}

function beginning(asked: string, word: string): Likeness | undefined {
  if (word === asked) return 'exact';
  return word.startsWith(asked) ? 'beginning' : undefined;
}
