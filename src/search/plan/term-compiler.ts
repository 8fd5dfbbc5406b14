/** Compiles conditions on texts to terms: words, phrases, patterns, and parts of notes that contain them. */

import { mapDefined } from '../../utils/collections';
import { trimmedEnd, trimmedStart } from '../../utils/text/trimming';
import {
  everyText,
  type Literal,
  literalMatcher,
  type MatchRules,
  matchTest,
  needsOf,
  needsOfAny,
  type SteppedTest,
  type TextTest,
} from '../match/matcher';
import { type Parts, partsMatcher, partsOf, wholeText } from '../match/note-parts';
import { PatternMatcher } from '../match/pattern-matcher';
import { isShortPhrase, phraseMatcher } from '../match/phrase-matcher';
import { wildcardMatcher } from '../match/wildcard-matcher';
import { queryProblem, withPlace } from '../query/language/query-problem';
import {
  joinedTest,
  type Joining,
  nodesOf,
  type OperatorNode,
  type QueryNode,
} from '../query/language/query-tree';
import type { SearchMode, SearchQuery } from '../query/query';
import type { CharacterKinds } from '../text/character-kinds';
import type { SearchText } from '../text/search-text';
import { foldKeepingCase, type TextFolder } from '../text/folded-text';
import { lettersOf } from '../text/joined-words';
import type { Sought, Term } from './compiled-query';
import { eitherSought, fuzzyTerm, within, wordsOfTerms, wordTerm } from './term';

/** Punctuation before and behind words: of Latin, Arabic, Indic and East Asian scripts. */
const [marksBefore, marksBehind] = ['¿¡«»', '.,;:!?…،؛؟۔।॥、。！，．：；？«»'];
/** Characters that join the parts of a word. */
const joints = /[-\u2010-\u2013/._]/u;
const minPartLength = 2;
/** Words of a phrase that are looked for by themselves. */
const maxPhraseWords = 12;
const ideograph = /\p{Script=Han}/u;
const digits = /^\d+$/u;
const possessive = /(?<=\p{L}[\p{L}\p{M}])['\u2019\u02bc\uff07]s?$/iu;
const letter = /[\p{L}\p{N}]/u;

/** How texts are compared where a node is. */
export interface TermOptions {
  readonly rules: MatchRules;
  /** Whether an operator makes it case-sensitive. */
  readonly isCased?: boolean;
  /** Only matches in these parts count; undefined for name and text. */
  readonly parts?: Parts | undefined;
}

/** A node without the operators that change how the texts in it are compared, and what they change. */
export function withoutModifiers(
  node: QueryNode,
  termOptions: TermOptions,
): readonly [node: QueryNode, termOptions: TermOptions] {
  if (node.kind !== 'operator') return [node, termOptions];
  const { name, operand } = node;
  if (name === 'content')
    return withoutModifiers(operand, { ...termOptions, parts: termOptions.parts ?? wholeText });
  if (name !== 'match-case' && name !== 'ignore-case') return [node, termOptions];
  const isCased = name === 'match-case';
  const rules = { ...termOptions.rules, caseSensitive: isCased };
  return withoutModifiers(operand, { ...termOptions, isCased, rules });
}

export class TermCompiler {
  private readonly query: string;
  private readonly mode: SearchMode;

  constructor(
    private readonly asked: Pick<SearchQuery, 'query' | 'mode' | 'exact'>,
    private readonly folder: TextFolder,
    private readonly kinds: CharacterKinds,
  ) {
    this.query = asked.query;
    this.mode = asked.mode ?? 'words';
  }

  /**
   * The term of a word, phrase or pattern, or of a kind of part.
   * @returns undefined for other nodes, an empty phrase and punctuation
   * @throws ToolFailure `invalid_query` for a pattern that cannot be run
   */
  of(node: QueryNode, { rules, parts }: TermOptions): Term | undefined {
    if (node.kind === 'operator') return this.#part(node, { rules, parts });
    const term = this.#leaf(node, rules);
    return term && parts ? within(parts, term) : term;
  }

  #leaf(node: QueryNode, rules: MatchRules): Term | undefined {
    if (node.kind === 'phrase') return this.phrase(node.text, rules);
    if (node.kind === 'word') return this.#word(node.text, rules);
    if (node.kind !== 'pattern') return undefined;
    return withPlace(this.query, node.place, name => ({
      ...this.pattern(node.text, rules, name),
      word: this.query.slice(node.place.start, node.place.end),
    }));
  }

  /** Matches anywhere, also within longer words; undefined for an empty phrase. */
  phrase(text: string, rules: MatchRules): Term | undefined {
    const literal = this.#literal(text);
    const { folded } = literal;
    if (folded === '') return undefined;
    const isWord = !/\s/u.test(folded);
    const matcher = isWord ? literalMatcher(literal, 'anywhere', rules) : phraseMatcher(literal, rules);
    const sought = { matcher, needs: needsOf(folded, this.kinds) };
    const phraseWords = isWord ? {} : { phraseWords: this.#wordsOf(literal, rules) };
    return {
      word: `"${folded}"`,
      isWord,
      isSlow: !isShortPhrase(folded),
      sought: () => sought,
      ...phraseWords,
    };
  }

  #wordsOf({ folded }: Literal, rules: MatchRules): Term[] {
    const words = new Set(folded.split(/\s+/u).slice(0, maxPhraseWords));
    return [...words].map(word => this.#plainTerm(word, { ...rules, caseSensitive: false }));
  }

  #plainTerm(word: string, rules: MatchRules): Term {
    return wordTerm({ folded: word, cased: word }, this.#isPlainWord(word), rules);
  }

  /** @param name the pattern's name in errors @throws ToolFailure `invalid_query` for a pattern that cannot be run */
  pattern(pattern: string, rules: MatchRules, name?: string): Term {
    const matcher = new PatternMatcher(pattern, rules, name);
    const needs = needsOfAny((matcher.literals ?? []).map(text => needsOf(text, this.kinds)));
    return slowTerm(pattern, { matcher, needs });
  }

  #literal(text: string): Literal {
    return { folded: this.folder.fold(text).folded.trim(), cased: foldKeepingCase(text).trim() };
  }

  #word(text: string, rules: MatchRules): Term | undefined {
    if (this.mode === 'words' && isPunctuation(text) && letter.test(this.query)) return undefined;
    const literal = this.#literal(this.mode === 'words' ? this.#bare(text) : text);
    const { folded } = literal;
    // A character such as U+00B4 folds to a blank.
    if (folded === '' || /\s/u.test(folded)) return this.phrase(text, rules);
    if (this.mode === 'wildcard' && /[*?]/u.test(folded)) {
      const needs = folded.split(/[*?]+/u).flatMap(part => needsOf(part, this.kinds));
      return slowTerm(folded, { matcher: wildcardMatcher(literal, rules), needs });
    }
    const isPlain = this.#isPlainWord(folded);
    if (this.mode === 'fuzzy' && isPlain) return fuzzyTerm(literal, rules);
    if (isPlain || this.mode !== 'words') return wordTerm(literal, isPlain, rules);
    const parts = this.#partsOf(literal, rules);
    return { ...this.#inEachSpelling(literal, rules), ...(parts.length === 0 ? {} : { parts }) };
  }

  /** A word without the marks around it, and as the name of whom something belongs to: `Tam` of `Tam's`. */
  #bare(text: string): string {
    const bare = withoutMarks(text);
    return this.asked.exact === true ? bare : bare.replace(possessive, () => '');
  }

  /** A word as it is written, and without the marks between its letters. */
  #inEachSpelling(literal: Literal, rules: MatchRules): Term {
    const written = wordTerm(literal, false, rules);
    const letters = rules.caseSensitive ? undefined : lettersOf(literal.folded, this.kinds);
    if (letters === undefined) return written;
    const joined = wordTerm({ folded: letters, cased: letters }, true, { ...rules, wholeWord: true });
    return { ...written, sought: help => eitherSought([joined.sought(help), written.sought(help)]) };
  }

  /** The words within `time-sharing`, and within a sentence without blanks; none within `2026-05-01`. */
  #partsOf({ folded }: Literal, rules: MatchRules): Term[] {
    const words = this.#isSpaceless(folded)
      ? wordsWithin(folded)
      : folded.split(joints).filter(word => word.length >= minPartLength && this.#isPlainWord(word));
    const parts = new Set(words.filter(word => !digits.test(word)));
    return [...parts].map(part => ({ ...this.#plainTerm(part, rules), isPart: true }));
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

  /** For an operator that names a kind of part: matches in each part that passes on its own. */
  #part(node: OperatorNode, { rules, parts: outer }: TermOptions): Term | undefined {
    const parts = partsOf.get(node.name);
    if (parts === undefined) return undefined;
    const test = this.#test(node.operand, { rules }, `${node.name}:`);
    const term: Term = {
      ...slowTerm(this.query.slice(node.place.start, node.place.end), {
        matcher: partsMatcher(parts, test),
        needs: test.needs,
      }),
      partOperator: node.name,
      phraseWords: this.#wordsIn(node.operand, rules),
    };
    return outer === undefined || outer === wholeText ? term : within(outer, term);
  }

  /** The words that a node asks for, each as it is found anywhere. */
  #wordsIn(node: QueryNode, rules: MatchRules): Term[] {
    const leaves = [...nodesOf(node, ({ kind }) => kind !== 'not')];
    const texts = leaves.filter(({ kind }) => kind === 'word' || kind === 'phrase');
    return wordsOfTerms(
      mapDefined(texts, leaf => this.of(leaf, { rules: { ...rules, caseSensitive: false } })),
    );
  }

  /**
   * Compiles a node about texts to a test.
   * @param owner the surrounding operator, for error messages
   * @throws ToolFailure `invalid_query` for a condition on whole notes
   */
  #test(given: QueryNode, options: TermOptions, owner: string): TextTest {
    return joinedTest(given, { all: allTest, any: anyTest, not: notTest }, single => {
      const [node, termOptions] = withoutModifiers(single, options);
      if (node !== single) return this.#test(node, termOptions, owner);
      const isOfNote =
        single.kind === 'property' ||
        single.kind === 'comparison' ||
        (single.kind === 'operator' && !partsOf.has(single.name));
      if (isOfNote)
        throw queryProblem(
          this.query,
          single.place,
          `is about the whole note and cannot be used inside \`${owner}\``,
          `Write it beside \`${owner}\`, not inside it. In quotes it is text.`,
        );
      return textTestOf(this.of(single, options));
    });
  }
}

/** Every text passes the test of an empty phrase. */
export function textTestOf(term: Term | undefined): TextTest {
  if (term === undefined) return everyText;
  const { matcher, needs } = term.sought();
  return matchTest(matcher, needs);
}

/** Joins tests that may pause. */
export function joiningSteps<Subject>(): Joining<SteppedTest<Subject>> {
  return {
    all: tests =>
      function* (subject) {
        for (const test of tests) if (!(yield* test(subject))) return false;
        return true;
      },
    any: tests =>
      function* (subject) {
        for (const test of tests) if (yield* test(subject)) return true;
        return false;
      },
    not: test =>
      function* (subject) {
        return !(yield* test(subject));
      },
  };
}

const joiningTexts = joiningSteps<SearchText>();

function allTest(tests: readonly TextTest[]): TextTest {
  return {
    needs: tests.flatMap(({ needs }) => needs),
    marks: tests.flatMap(({ marks }) => marks),
    mayMatch: text => tests.every(test => test.mayMatch(text)),
    holdsIn: joiningTexts.all(tests.map(({ holdsIn }) => holdsIn)),
  };
}

function anyTest(tests: readonly TextTest[]): TextTest {
  return {
    needs: needsOfAny(tests.map(({ needs }) => needs)),
    marks: tests.flatMap(({ marks }) => marks),
    mayMatch: text => tests.some(test => test.mayMatch(text)),
    holdsIn: joiningTexts.any(tests.map(({ holdsIn }) => holdsIn)),
  };
}

function notTest(test: TextTest): TextTest {
  return {
    ...{ needs: [], marks: [] },
    mayMatch: () => true,
    holdsIn: joiningTexts.not(test.holdsIn),
  };
}

/** A term whose search can take long. */
function slowTerm(word: string, sought: Sought): Term {
  return { word, isWord: false, isSlow: true, sought: () => sought };
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
