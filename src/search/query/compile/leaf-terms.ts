/** Terms of single words, phrases and patterns. */

import { maxIndexOfLength } from '../../../utils/text/text-search';
import type { CharacterKinds } from '../../text/character-kinds';
import { foldKeepingCase, type TextFolder } from '../../text/folded-text';
import { toleranceFor } from '../../../utils/text/edit-distance';
import type { Finder, MatchRules } from '../finders/finder';
import { FuzzyFinder } from '../finders/fuzzy-finder';
import { type Literal, LiteralFinder } from '../finders/literal-finder';
import { NearWordsFinder } from '../finders/near-words-finder';
import { isShortPhrase, PhraseFinder } from '../finders/phrase-finder';
import { regexTerm } from '../finders/regex-finder';
import { WildcardFinder } from '../finders/wildcard-finder';
import { wordTerm } from '../finders/word-term';
import { withPlace } from '../language/query-problem';
import type { TextNode } from '../language/query-tree';
import type { Term } from '../compiled-query';
import type { SearchMode } from '../query';
import { wordPieces } from '../word-pieces';
import { trimmedEnd, trimmedStart } from '../../../utils/text/trimming';

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
      ...regexTerm(node.text, rules, name),
      word: this.query.slice(node.place.start, node.place.end),
    }));
  }

  /** Matches anywhere, also within longer words; undefined for an empty phrase. */
  phrase(text: string, rules: MatchRules): Term | undefined {
    const literal = this.literal(text);
    if (literal.folded === '') return undefined;
    const isOneWord = !/\s/u.test(literal.folded);
    const isSlow = !isShortPhrase(literal);
    const makeFinder = (): Finder =>
      isOneWord ? new LiteralFinder(literal, 'anywhere', rules) : new PhraseFinder(literal, rules);
    return {
      ...term(literal, isOneWord, makeFinder),
      isSlow,
      word: `"${literal.folded}"`,
      ...(isOneWord
        ? { pieces: wordPieces([literal.folded], this.kinds) }
        : { phraseWords: this.#wordsOf(literal, rules) }),
    };
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
    if (this.mode === 'wildcard' && /[*?]/u.test(literal.folded))
      return {
        ...term(literal, false, () => new WildcardFinder(literal, rules)),
        isSlow: true,
        pieces: wordPieces([literal.folded], this.kinds),
      };
    const isPlain = this.#isPlainWord(literal.folded);
    if (this.mode === 'fuzzy' && isPlain) return fuzzyTerm(literal, rules);
    const parts = isPlain || this.mode !== 'words' ? [] : this.#partsOf(literal, rules);
    return { ...wordTerm(literal, isPlain, rules), ...(parts.length === 0 ? {} : { parts }) };
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

function term(literal: Literal, isWord: boolean, makeFinder: () => Finder): Term {
  return { word: literal.folded, isWord, isSlow: literal.folded.length > maxIndexOfLength, makeFinder };
}

function fuzzyTerm(literal: Literal, rules: MatchRules): Term {
  const word = literal.folded;
  return {
    word,
    isWord: true,
    isSlow: true,
    tolerance: toleranceFor(word),
    makeFinder: help => {
      const near = help?.near?.get(word);
      return near === undefined || rules.caseSensitive
        ? new FuzzyFinder(literal, rules)
        : new NearWordsFinder(word, near, rules);
    },
  };
}
