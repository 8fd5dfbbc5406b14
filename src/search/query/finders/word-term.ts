import { maxIndexOfLength } from '../../../utils/text/text-search';
import { maxCountedLength } from '../../store/word-numbers';
import type { Term, WordHelp } from '../compiled-query';
import { formsTest, nearWordsTest, type WordTest, wordTest } from '../word-test';
import type { MatchRules } from './finder';
import { FormsFinder } from './forms-finder';
import { type Literal, LiteralFinder } from './literal-finder';
import { NearWordsFinder } from './near-words-finder';

/**
 * One word, found at the start of words.
 * @param isPlain whether it has only letters, of a script with blanks between words
 */
export function wordTerm(literal: Literal, isPlain: boolean, rules: MatchRules): Term {
  const word = literal.folded;
  const hasForms = isPlain && !rules.caseSensitive && !rules.wholeWord;
  const testWords = (help?: WordHelp): WordTest => {
    const near = help?.near?.get(word);
    if (hasForms && near !== undefined) return nearWordsTest(word, near);
    const forms = hasForms ? help?.forms?.of(word) : undefined;
    return forms === undefined ? wordTest(word) : formsTest(word, forms);
  };
  return {
    word,
    isWord: isPlain,
    isSlow: word.length > maxIndexOfLength,
    hasForms,
    isLoose: true,
    ...(isPlain && !rules.caseSensitive && !rules.wholeWord && word.length < maxCountedLength
      ? { testWords }
      : {}),
    makeFinder: help => {
      const near = help?.near?.get(word);
      if (hasForms && near !== undefined) return new NearWordsFinder(word, near, rules);
      const forms = hasForms ? help?.forms?.of(word) : undefined;
      return forms === undefined
        ? new LiteralFinder(literal, 'word', rules)
        : new FormsFinder(word, forms, rules);
    },
  };
}
