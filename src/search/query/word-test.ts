/** Which words of notes match a term: what the finder of the term finds in texts, said of each word by itself. */

import type { FormsOfWord } from '../words/word-forms';

/** How a word matches: itself, as the beginning of a longer one, another form of it, or one with typing errors. */
export type Likeness = 'exact' | 'beginning' | 'form' | 'near';

/** How much of the weight of the word itself each has. */
export const likeness: Readonly<Record<Likeness, number>> = {
  exact: 1,
  beginning: 0.6,
  form: 0.6,
  near: 0.5,
};

export interface WordTest {
  /** With what every word begins that matches, and what is in each; empty where that does not tell. */
  readonly start: string;
  readonly part: string;
  /** @param word folded, whole. @returns undefined where it does not match */
  match(word: string): Likeness | undefined;
}

/** As `LiteralFinder` finds a word: where one begins with it. */
export function wordTest(asked: string): WordTest {
  return { start: asked, part: asked, match: word => beginning(asked, word) };
}

/** As `FormsFinder`. */
export function formsTest(asked: string, forms: FormsOfWord): WordTest {
  const { start, isInside } = forms;
  const isForm = (word: string): boolean => {
    if (!isInside) return word.startsWith(start) && forms.includes(word, 0);
    for (let at = word.indexOf(start); at >= 0; at = word.indexOf(start, at + 1))
      if (forms.includes(word, at)) return true;
    return false;
  };
  return {
    start: isInside ? '' : start,
    part: start,
    match: word => beginning(asked, word) ?? (isForm(word) ? 'form' : undefined),
  };
}

/** As `NearWordsFinder`. */
export function nearWordsTest(asked: string, words: readonly string[]): WordTest {
  const near = new Set(words);
  return {
    ...{ start: '', part: '' },
    match: word => beginning(asked, word) ?? (near.has(word) ? 'near' : undefined),
  };
}

function beginning(asked: string, word: string): Likeness | undefined {
  if (word === asked) return 'exact';
  return word.startsWith(asked) ? 'beginning' : undefined;
}
