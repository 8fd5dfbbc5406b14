/** Terms of single words, and terms made of others. */

import { toleranceFor } from '../../utils/text/edit-distance';
import { maxIndexOfLength } from '../../utils/text/text-search';
import { eitherMatcher, type Literal, literalMatcher, type MatchRules } from '../match/matcher';
import { type Parts, partsMatcher } from '../match/note-parts';
import { matchTest, needsOf, needsOfAny } from '../match/text-test';
import {
  formsTest,
  fuzzyTest,
  maxComparedLength,
  nearWordsTest,
  wholeWordsOf,
  wordMatcher,
  type WordTest,
  wordTest,
} from '../match/word-matcher';
import type { Sought, Term, WordHelp } from './compiled-query';

/** Words of a part, or of alternatives, that are looked for by themselves. */
const maxWords = 12;

/**
 * One word, found at the start of words.
 * @param isPlain whether it has only letters, of a script with blanks between words
 */
export function wordTerm(literal: Literal, isPlain: boolean, rules: MatchRules): Term {
  const { folded: word } = literal;
  const { kinds, caseSensitive, wholeWord } = rules;
  const isCounted = isPlain && !caseSensitive && word.length < maxComparedLength;
  const testWith = (help?: WordHelp): WordTest => {
    if (wholeWord) return wholeWordsOf(wordTest(word));
    const near = help?.near?.get(word);
    if (near !== undefined) return nearWordsTest(word, near);
    const forms = help?.forms?.of(word);
    return forms === undefined ? wordTest(word) : formsTest(word, forms);
  };
  const sought = (help?: WordHelp): Sought => {
    if (!isCounted) return { matcher: literalMatcher(literal, 'word', rules), needs: needsOf(word, kinds) };
    const test = testWith(help);
    const { part, listed = [] } = test;
    const needs = part === '' ? [[word, ...listed]] : needsOf(part, kinds);
    return { matcher: wordMatcher(test, rules), needs, wordTests: [test] };
  };
  return {
    ...{ word, isWord: isPlain, isSlow: word.length > maxIndexOfLength, isLoose: true, sought },
    hasForms: isPlain && !caseSensitive && !wholeWord,
  };
}

/** A word with typing errors. */
export function fuzzyTerm({ folded: word, cased }: Literal, rules: MatchRules): Term {
  const { caseSensitive, wholeWord } = rules;
  const tolerance = toleranceFor(word);
  const whole = (test: WordTest): WordTest => (wholeWord ? wholeWordsOf(test) : test);
  const asCased = caseSensitive ? { text: cased, tolerance } : undefined;
  const matcher = wordMatcher(whole(fuzzyTest(word, tolerance)), rules, asCased);
  return {
    ...{ word, tolerance, isWord: true, isSlow: caseSensitive || word.length > maxIndexOfLength },
    sought: help => {
      const near = nearWordsTest(word, help?.near?.get(word) ?? []);
      return { matcher, needs: [], ...(caseSensitive ? {} : { wordTests: [whole(near)] }) };
    },
  };
}

/** One term that any of some terms matches. */
export function eitherTerm(terms: readonly Term[]): Term {
  const { partOperator } = terms.find(term => term.partOperator !== undefined) ?? {};
  return {
    word: terms.map(({ word }) => word).join(' OR '),
    isWord: false,
    phraseWords: wordsOfTerms(terms),
    ...(partOperator === undefined ? {} : { partOperator }),
    isSlow: terms.some(({ isSlow }) => isSlow),
    sought: help => eitherSought(terms.map(term => term.sought(help))),
  };
}

export function eitherSought(all: readonly Sought[]): Sought {
  const tests = all.map(({ wordTests }) => wordTests);
  return {
    matcher: eitherMatcher(all.map(({ matcher }) => matcher)),
    needs: needsOfAny(all.map(({ needs }) => needs)),
    ...(tests.every(one => one !== undefined) ? { wordTests: tests.flat() } : {}),
  };
}

/** The words that are looked for by themselves: those of phrases and parts, and the other terms. */
export function wordsOfTerms(terms: readonly Term[]): Term[] {
  return terms.flatMap(term => term.phraseWords ?? [term]).slice(0, maxWords);
}

/** The term, restricted to some parts; word counts do not cover this. */
export function within(parts: Parts, term: Term): Term {
  return {
    ...term,
    ...(term.parts === undefined ? {} : { parts: term.parts.map(part => within(parts, part)) }),
    sought: help => {
      const { matcher, needs } = term.sought(help);
      return { matcher: partsMatcher(parts, matchTest(matcher, needs)), needs };
    },
  };
}
