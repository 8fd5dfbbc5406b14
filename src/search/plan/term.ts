/** Terms of single words, and terms made of others. */

import { editsWithin, toleranceFor } from '../../utils/text/edit-distance';
import { maxIndexOfLength, TextNeedle } from '../../utils/text/text-search';
import {
  eitherMatcher,
  type Likeness,
  type Literal,
  literalMatcher,
  type MatchRules,
  matchTest,
  needsOf,
  needsOfAny,
} from '../match/matcher';
import { type Parts, partsMatcher } from '../match/note-parts';
import { maxComparedLength, wordMatcher, type WordTest } from '../match/word-matcher';
import type { FormsOfWord } from '../words/word-forms';
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

/** Words that begin with the asked one. */
function wordTest(asked: string): WordTest {
  return { asked, start: asked, part: asked, match: word => beginning(asked, word) };
}

/** The same without longer words that begin with the asked one. */
function wholeWordsOf(test: WordTest): WordTest {
  return {
    ...test,
    match: word => {
      const like = test.match(word);
      return like === 'beginning' ? undefined : like;
    },
  };
}

/** The word's other forms too. */
function formsTest(asked: string, forms: FormsOfWord): WordTest {
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
function nearWordsTest(asked: string, words: readonly string[]): WordTest {
  const near = new Set(words);
  return {
    ...{ asked, start: '', part: '', listed: words },
    match: word => beginning(asked, word) ?? (near.has(word) ? 'near' : undefined),
  };
}

/** Words with at most this many typing errors. */
function fuzzyTest(asked: string, tolerance: number): WordTest {
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
