import { maxIndexOfLength } from '../../utils/text/text-search';
import { type Literal, LiteralMatcher } from '../match/literal-matcher';
import type { MatchRules } from '../match/matcher';
import { needsOf, needsOfTest } from '../match/needs';
import { maxComparedLength, WordMatcher } from '../match/word-matcher';
import { formsTest, nearWordsTest, wholeWordsOf, type WordTest, wordTest } from '../match/word-test';
import type { Term, WordHelp } from './compiled-query';

/**
 * One word, found at the start of words.
 * @param isPlain whether it has only letters, of a script with blanks between words
 */
export function wordTerm(literal: Literal, isPlain: boolean, rules: MatchRules): Term {
  const { folded: word } = literal;
  const { kinds, caseSensitive, wholeWord } = rules;
  const hasForms = isPlain && !caseSensitive && !wholeWord;
  const isCounted = isPlain && !caseSensitive && word.length < maxComparedLength;
  const testWith = (help?: WordHelp): WordTest => {
    if (wholeWord) return wholeWordsOf(wordTest(word));
    const near = help?.near?.get(word);
    if (near !== undefined) return nearWordsTest(word, near);
    const forms = help?.forms?.of(word);
    return forms === undefined ? wordTest(word) : formsTest(word, forms);
  };
  return {
    word,
    isWord: isPlain,
    isSlow: word.length > maxIndexOfLength,
    hasForms,
    isLoose: true,
    needs: help =>
      isCounted ? needsOfTest(testWith(help)) : needsOf(word, kinds, { begins: true, ends: wholeWord }),
    ...(isCounted ? { wordTests: help => [testWith(help)] } : {}),
    matcher: help =>
      isCounted ? new WordMatcher(testWith(help), rules) : new LiteralMatcher(literal, 'word', rules),
  };
}
