/** Terms of single words, phrases and patterns. */

import { maxIndexOfLength } from '../../utils/text/text-search';
import { toleranceFor } from '../../utils/text/edit-distance';
import { trimmedEnd, trimmedStart } from '../../utils/text/trimming';
import { EitherMatcher } from '../match/either-matcher';
import { type Literal, LiteralMatcher } from '../match/literal-matcher';
import type { MatchRules } from '../match/matcher';
import { anyOf, needsOf, needsOfAny } from '../match/needs';
import { PatternMatcher } from '../match/pattern-matcher';
import { isShortPhrase, PhraseMatcher } from '../match/phrase-matcher';
import { WildcardMatcher } from '../match/wildcard-matcher';
import { WordMatcher } from '../match/word-matcher';
import { fuzzyTest, nearWordsTest, wholeWordsOf, type WordTest } from '../match/word-test';
import { withPlace } from '../query/language/query-problem';
import type { TextNode } from '../query/language/query-tree';
import type { SearchMode } from '../query/query';
import type { CharacterKinds } from '../text/character-kinds';
import { foldKeepingCase, type TextFolder } from '../text/folded-text';
import { lettersOf } from '../text/joined-words';
import type { Term, WordHelp } from './compiled-query';
import { wordTerm } from './word-term';

/** Punctuation before and behind words: of Latin, Arabic, Indic and East Asian scripts. */
const [marksBefore, marksBehind] = ['¿¡«»', '.,;:!?…،؛؟۔।॥、。！，．：；？«»'];
/** Characters that join the parts of a word. */
const joints = /[-\u2010-\u2013/._]/u;
const minPartLength = 2;
/** Words of a phrase that are looked for by themselves. */
const maxPhraseWords = 12;
const ideograph = /\p{Script=Han}/u;
const digits = /^\d+$/u;
const letter = /[\p{L}\p{N}]/u;

export class LeafTerms {
  constructor(
    private readonly query: string,
    private readonly mode: SearchMode,
    private readonly folder: TextFolder,
    private readonly kinds: CharacterKinds,
  ) {}

  /**
   * @returns undefined for an empty phrase, and for punctuation
   * @throws ToolFailure `invalid_query` for a pattern that cannot be run
   */
  of(node: TextNode, rules: MatchRules): Term | undefined {
    if (node.kind === 'phrase') return this.phrase(node.text, rules);
    if (node.kind === 'word') return this.#word(node.text, rules);
    return withPlace(this.query, node.place, name => ({
      ...this.pattern(node.text, rules, name),
      word: this.query.slice(node.place.start, node.place.end),
    }));
  }

  /** Matches anywhere, also within longer words; undefined for an empty phrase. */
  phrase(text: string, rules: MatchRules): Term | undefined {
    const literal = this.literal(text);
    const { folded } = literal;
    if (folded === '') return undefined;
    const isOneWord = !/\s/u.test(folded);
    const matcher = isOneWord
      ? new LiteralMatcher(literal, 'anywhere', rules)
      : new PhraseMatcher(literal, rules);
    const { wholeWord } = rules;
    const needs = needsOf(folded, this.kinds, { begins: wholeWord, ends: wholeWord });
    return {
      word: `"${folded}"`,
      isWord: isOneWord,
      isSlow: !isShortPhrase(folded),
      needs: () => needs,
      matcher: () => matcher,
      ...(isOneWord ? {} : { phraseWords: this.#wordsOf(literal, rules) }),
    };
  }

  /** @param name the pattern's name in errors @throws ToolFailure `invalid_query` for a pattern that cannot be run */
  pattern(pattern: string, rules: MatchRules, name?: string): Term {
    const matcher = new PatternMatcher(pattern, rules, name);
    const needs = needsOfAny(matcher.literals ?? [], this.kinds);
    return { word: pattern, isWord: false, isSlow: true, needs: () => needs, matcher: () => matcher };
  }

  #wordsOf({ folded }: Literal, rules: MatchRules): Term[] {
    const words = new Set(folded.split(/\s+/u).slice(0, maxPhraseWords));
    return [...words].map(word =>
      wordTerm({ folded: word, cased: word }, this.#isPlainWord(word), { ...rules, caseSensitive: false }),
    );
  }

  literal(text: string): Literal {
    return { folded: this.folder.fold(text).folded.trim(), cased: foldKeepingCase(text).trim() };
  }

  #word(text: string, rules: MatchRules): Term | undefined {
    if (this.mode === 'words' && isPunctuation(text) && letter.test(this.query)) return undefined;
    const literal = this.literal(this.mode === 'words' ? withoutMarks(text) : text);
    // A character such as U+00B4 folds to a blank.
    if (literal.folded === '' || /\s/u.test(literal.folded)) return this.phrase(text, rules);
    if (this.mode === 'wildcard' && /[*?]/u.test(literal.folded)) return this.#wildcard(literal, rules);
    const isPlain = this.#isPlainWord(literal.folded);
    if (this.mode === 'fuzzy' && isPlain) return fuzzyTerm(literal, rules);
    if (isPlain || this.mode !== 'words') return wordTerm(literal, isPlain, rules);
    const parts = this.#partsOf(literal, rules);
    return { ...this.#inEachSpelling(literal, rules), ...(parts.length === 0 ? {} : { parts }) };
  }

  /** A word as it is written, and without the marks between its letters. */
  #inEachSpelling(literal: Literal, rules: MatchRules): Term {
    const written = wordTerm(literal, false, rules);
    const letters = rules.caseSensitive ? undefined : lettersOf(literal.folded, this.kinds);
    if (letters === undefined) return written;
    const joined = wordTerm({ folded: letters, cased: letters }, true, { ...rules, wholeWord: true });
    return {
      ...written,
      needs: help => anyOf([written.needs(help), joined.needs(help)]),
      matcher: help => new EitherMatcher([joined.matcher(help), written.matcher(help)]),
    };
  }

  #wildcard(literal: Literal, rules: MatchRules): Term {
    const { folded } = literal;
    const [first = '', ...others] = folded.split(/[*?]+/u);
    const anywhere = { begins: false, ends: false };
    const matcher = new WildcardMatcher(literal, rules);
    const needs = [
      ...needsOf(first, this.kinds, { ...anywhere, begins: true }),
      ...others.flatMap(text => needsOf(text, this.kinds, anywhere)),
    ];
    return { word: folded, isWord: false, isSlow: true, needs: () => needs, matcher: () => matcher };
  }

  /** The words within `time-sharing`, and within a sentence without blanks; none within `2026-05-01`. */
  #partsOf({ folded }: Literal, rules: MatchRules): Term[] {
    const words = this.#isSpaceless(folded)
      ? wordsWithin(folded)
      : folded.split(joints).filter(word => word.length >= minPartLength && this.#isPlainWord(word));
    const parts = new Set(words.filter(word => !digits.test(word)));
    return [...parts].map(part => ({
      ...wordTerm({ folded: part, cased: part }, this.#isPlainWord(part), rules),
      isPart: true,
    }));
  }

  /** Whether it has characters of a script without blanks between words. */
  #isSpaceless(text: string): boolean {
    for (let at = 0; at < text.length; at += 1) if (this.kinds.isSpacelessAt(text, at)) return true;
    return false;
  }

  /** Only letters of a script with blanks between words. */
  #isPlainWord(text: string): boolean {
    return this.kinds.endOfWord(text, 0, text.length) === text.length;
  }
}

/** The words of a text without blanks, by the engine's dictionary. A single kana is a particle. */
function wordsWithin(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike === true);
  const found = words.map(({ segment }) => segment).filter(word => word.length > 1 || ideograph.test(word));
  return found.length > 1 ? found : [];
}

/** Punctuation alone, such as a question mark after a blank. */
function isPunctuation(word: string): boolean {
  return trimmedStart(word, marksBefore + marksBehind) === '';
}

/** A word without the punctuation around it. */
function withoutMarks(word: string): string {
  return isPunctuation(word) ? word : trimmedEnd(trimmedStart(word, marksBefore), marksBehind);
}

function fuzzyTerm(literal: Literal, rules: MatchRules): Term {
  const { folded: word, cased } = literal;
  const { caseSensitive, wholeWord } = rules;
  const tolerance = toleranceFor(word);
  const asCased = caseSensitive ? { text: cased, tolerance } : undefined;
  const whole = (test: WordTest): WordTest => (wholeWord ? wholeWordsOf(test) : test);
  return {
    ...{ word, tolerance, isWord: true, needs: () => [] },
    isSlow: caseSensitive || word.length > maxIndexOfLength,
    matcher: () => new WordMatcher(whole(fuzzyTest(word, tolerance)), rules, asCased),
    ...(caseSensitive
      ? {}
      : { wordTests: (help?: WordHelp) => [whole(nearWordsTest(word, help?.near?.get(word) ?? []))] }),
  };
}
