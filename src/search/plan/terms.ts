/** Compiles conditions on texts to terms: words, phrases, patterns, and parts of notes that contain them. */

import { mapDefined } from '../../utils/collections';
import { editsWithin, toleranceFor } from '../../utils/near';
import { maxIndexOfLength, TextNeedle } from '../../utils/text/text-search';
import { matchOf, trimmedEnd, trimmedStart } from '../../utils/text/pieces';
import {
  eitherMatcher,
  everyText,
  joiningMatchers,
  type Likeness,
  type Matcher,
  type MatchRules,
  type WordTest,
} from '../match/matcher';
import { type Parts, partsMatcher, partsOf, wholeText } from '../match/note-parts';
import { PatternMatcher } from '../match/pattern-matcher';
import {
  isShortPhrase,
  type Literal,
  literalMatcher,
  maxComparedLength,
  phraseMatcher,
  wildcardMatcher,
  wordMatcher,
} from '../match/text-matchers';
import { joinedTest, nodesOf, queryProblem, type QueryNode, withPlace } from '../query/language/query-tree';
import type { SearchMode, SearchQuery } from '../query/query';
import { foldKeepingCase, type TextFolder } from '../text/folded-text';
import { type CharacterKinds, joinedWords } from '../text/words';
import type { FormsOfWord } from '../words/word-forms';
import type { Term, WordHelp } from './compiled-query';

/** Punctuation before and after words in Latin, Arabic, Indic and East Asian scripts. */
const [marksBefore, marksBehind] = ['¿¡«»', '.,;:!?…،؛؟۔।॥、。！，．：；？«»'];
const joints = /[-\u2010-\u2013/._]/u;
const minPartLength = 2;
/** Words of a phrase, a part or alternatives that are also looked up one by one. */
const maxPhraseWords = 12;
const ideograph = /\p{Script=Han}/u;
const digits = /^\d+$/u;
/** As before a flag of a command: `--turbo`. */
const dashes = /^-+(?=[\p{L}\p{N}])/u;
const possessive = /(?<=\p{L}[\p{L}\p{M}])['\u2019\u02bc\uff07]s?$/iu;
/** What can be searched for: other signs next to it are only punctuation. */
const wordlike = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

export interface TermOptions {
  readonly rules: MatchRules;
  readonly isCased?: boolean;
  /** Whether only matches in the text count, not those in the name. */
  readonly isContent?: boolean;
}

/** Strips the operators that change how texts are compared. @returns the node, and what they change */
export function withoutModifiers(
  node: QueryNode,
  termOptions: TermOptions,
): readonly [node: QueryNode, termOptions: TermOptions] {
  if (node.kind !== 'operator') return [node, termOptions];
  const { name, operand } = node;
  if (name === 'content') return withoutModifiers(operand, { ...termOptions, isContent: true });
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
   * The term for a word, phrase or pattern, for a kind of part, or for alternatives of these.
   * @returns undefined for other nodes, an empty phrase and punctuation
   * @throws ToolFailure `invalid_query` for a pattern that cannot be run
   */
  of(node: QueryNode, options: TermOptions): Term | undefined {
    const { rules, isContent = false } = options;
    if (node.kind === 'any') {
      const terms = this.#alternatives(node, options);
      return terms && eitherTerm(terms);
    }
    if (node.kind === 'operator') return this.#part(node, rules);
    const leaf = this.#leaf(node, rules);
    const term = leaf && node.kind === 'word' && node.isDemanded ? { ...leaf, isLoose: false } : leaf;
    return term && isContent ? within(wholeText, term) : term;
  }

  /** The terms of which one is enough; undefined if the node contains anything else. */
  #alternatives(given: QueryNode, options: TermOptions): Term[] | undefined {
    const [node, termOptions] = withoutModifiers(given, options);
    if (node.kind !== 'any') {
      const term = this.of(node, termOptions);
      return term && [term];
    }
    const terms = node.nodes.map(child => this.#alternatives(child, termOptions));
    const known = terms.filter(found => found !== undefined);
    return known.length === terms.length ? known.flat() : undefined;
  }

  #leaf(node: QueryNode, rules: MatchRules): Term | undefined {
    if (node.kind === 'phrase') return this.phrase(node.text, rules);
    if (node.kind === 'word') return this.#word(node.text, rules);
    if (node.kind !== 'pattern') return undefined;
    return withPlace(this.query, node.place, name => ({
      ...this.pattern(node.text, rules, name),
      ...shownAs(this.query.slice(node.place.start, node.place.end)),
    }));
  }

  /** Matches anywhere, even within longer words; undefined for an empty phrase. */
  phrase(text: string, rules: MatchRules): Term | undefined {
    const literal = this.#literal(text);
    const { folded, cased } = literal;
    if (folded === '') return undefined;
    const [word, shown] = [`"${rules.caseSensitive ? cased : folded}"`, `"${text.trim()}"`];
    const isWord = !/\s/u.test(folded);
    const matcher = isWord ? literalMatcher(literal, 'anywhere', rules) : phraseMatcher(literal, rules);
    return {
      word,
      shown,
      isWord,
      isSlow: !isShortPhrase(folded),
      matcher: () => matcher,
      ...(isWord ? {} : { phraseWords: this.#wordsOf(text, rules) }),
    };
  }

  #wordsOf(text: string, rules: MatchRules): Term[] {
    const words = new Set(text.trim().split(/\s+/u).slice(0, maxPhraseWords));
    return [...words].map(word => this.#plainTerm(word, { ...rules, caseSensitive: false }));
  }

  #plainTerm(word: string, rules: MatchRules): Term {
    const literal = this.#literal(word);
    return wordTerm(literal, this.#isPlainWord(literal.folded), rules);
  }

  /** @param name the pattern's name in errors @throws ToolFailure `invalid_query` for a pattern that cannot be run */
  pattern(pattern: string, rules: MatchRules, name?: string): Term {
    return textTerm(pattern, new PatternMatcher(pattern, rules, name), true);
  }

  #literal(text: string): Literal {
    const folded = this.folder.fold(text).folded.trim();
    return { folded, cased: foldKeepingCase(text).trim(), written: text.trim() };
  }

  #word(text: string, rules: MatchRules): Term | undefined {
    if (this.mode === 'words' && !wordlike.test(text) && wordlike.test(this.query)) return undefined;
    const literal = this.#literal(this.mode === 'words' ? this.#bare(text) : text);
    const { folded } = literal;
    // A character such as U+00B4 folds to a space.
    if (folded === '' || /\s/u.test(folded)) return this.phrase(text, rules);
    if (this.mode === 'wildcard' && /[*?]/u.test(folded))
      return { ...textTerm(folded, wildcardMatcher(literal, rules), true), shown: text };
    const isPlain = this.#isPlainWord(folded);
    if (this.mode === 'fuzzy' && isPlain) return fuzzyTerm(literal, rules);
    if (isPlain || this.mode !== 'words') return wordTerm(literal, isPlain, rules);
    const parts = this.#partsOf(literal, rules);
    const isSentence = this.#isSpaceless(folded);
    return { ...this.#inEachSpelling(literal, rules), ...(parts.length === 0 ? {} : { parts, isSentence }) };
  }

  /** A word without the punctuation around it, and without a possessive or dashes: `Tam` for `Tam's`. */
  #bare(text: string): string {
    const bare = withoutMarks(text);
    return this.asked.exact === true ? bare : bare.replace(possessive, () => '').replace(dashes, () => '');
  }

  /** Finds a word as it is written, and without the marks between its letters. */
  #inEachSpelling(literal: Literal, rules: MatchRules): Term {
    const written = wordTerm(literal, false, rules);
    const { folded } = literal;
    if (rules.caseSensitive) return written;
    const [whole] = joinedWords(folded, this.kinds);
    const [wholeWord, others] = [{ ...rules, wholeWord: true }, numbersApart(folded)];
    const isJoined = whole?.start === 0 && whole.end === folded.length;
    const joined = isJoined ? [wordTerm({ folded: whole.word, cased: whole.word }, true, wholeWord)] : [];
    const apart = others.map(other => phraseMatcher({ folded: other, cased: other }, wholeWord));
    if (joined.length + apart.length === 0) return written;
    const matcher = (help?: WordHelp): Matcher =>
      eitherMatcher([...[...joined, written].map(term => term.matcher(help)), ...apart]);
    return { ...written, matcher };
  }

  /** The words within `time-sharing`, and within a sentence without spaces; none within `2026-05-01`. */
  #partsOf({ folded }: Literal, rules: MatchRules): Term[] {
    const words = this.#isSpaceless(folded)
      ? wordsWithin(folded)
      : folded.split(joints).filter(word => word.length >= minPartLength && this.#isPlainWord(word));
    const parts = new Set(words.filter(word => !digits.test(word)));
    return [...parts].map(part => ({ ...this.#plainTerm(part, rules), role: 'part' }));
  }

  /** Whether it has characters of a script without spaces between words. */
  #isSpaceless(text: string): boolean {
    for (let at = 0; at < text.length; at += 1) if (this.kinds.isSpacelessAt(text, at)) return true;
    return false;
  }

  /** Whether it has only letters, of a script with spaces between words. */
  #isPlainWord(text: string): boolean {
    return this.kinds.endOfWord(text, 0, text.length) === text.length;
  }

  /** The term for an operator that names a kind of part: it matches in each part that passes on its own. */
  #part({ name, operand, place }: QueryNode<'operator'>, rules: MatchRules): Term | undefined {
    const parts = partsOf.get(name);
    if (parts === undefined) return undefined;
    const matcher = partsMatcher(parts, this.#test(operand, { rules }, `${name}:`));
    return {
      ...textTerm(this.query.slice(place.start, place.end), matcher, true),
      partOperator: name,
      phraseWords: this.#wordsIn(operand, rules),
    };
  }

  /** The words that a node asks for, each as a term that is found anywhere. */
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
  #test(given: QueryNode, options: TermOptions, owner: string): Matcher {
    return joinedTest(given, joiningMatchers, single => {
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
      return this.of(single, options)?.matcher() ?? everyText;
    });
  }
}

const shownAs = (word: string): Pick<Term, 'word' | 'shown'> => ({ word, shown: word });

/** A term that is no word and has only one matcher. */
export function textTerm(word: string, matcher: Matcher, isSlow: boolean): Term {
  return { ...shownAs(word), isWord: false, isSlow, matcher: () => matcher };
}

/** The words of a text without spaces, by JavaScript's dictionary. A single kana is a particle. */
function wordsWithin(text: string): string[] {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  const words = [...segmenter.segment(text)].filter(({ isWordLike }) => isWordLike === true);
  const found = words.map(({ segment }) => segment).filter(word => word.length > 1 || ideograph.test(word));
  return found.length > 1 ? found : [];
}

/** Other ways to write a number with its unit, or a date: `30 %` for `30%`, `2026-12-05` for `05.12.2026`. */
function numbersApart(word: string): string[] {
  const apart = word.replace(/^\d[\d.,]*(?=[%\u2030\p{S}])/u, number => `${number} `);
  const [, day, month, year] = matchOf(/^(\d{1,2})\.(\d{1,2})\.(\d{4})$/u, word);
  const [, ...yearFirst] = matchOf(/^(\d{4})[/.](\d{1,2})[/.](\d{1,2})$/u, word);
  const date = day === undefined ? yearFirst : [year, month, day];
  const iso = date.map(part => String(part).padStart(2, '0')).join('-');
  return [apart, iso].filter(one => one !== '' && one !== word);
}

/** The word as it is if it is only punctuation, such as a question mark after a space. */
function withoutMarks(word: string): string {
  const isPunctuation = trimmedStart(word, marksBefore + marksBehind) === '';
  return isPunctuation ? word : trimmedEnd(trimmedStart(word, marksBefore), marksBehind);
}

/** One word, found at the start of words. @param isPlain whether it has only letters, of a script with spaces */
export function wordTerm(literal: Literal, isPlain: boolean, rules: MatchRules): Term {
  const { folded: word, cased, written: shown = cased } = literal;
  const { caseSensitive, wholeWord } = rules;
  const isCounted = isPlain && !caseSensitive && word.length < maxComparedLength;
  const testWith = (help?: WordHelp): WordTest => {
    if (wholeWord) return wholeWordsOf(wordTest(word));
    const near = help?.near?.get(word);
    if (near !== undefined) return nearWordsTest(word, near);
    const forms = help?.forms?.of(word);
    return forms === undefined ? wordTest(word) : formsTest(word, forms);
  };
  const matcher = (help?: WordHelp): Matcher => {
    if (!isCounted) return literalMatcher(literal, 'word', rules);
    const test = testWith(help);
    return { ...wordMatcher(test, rules), wordTests: [test] };
  };
  return {
    word: caseSensitive ? cased : word,
    shown,
    isWord: isPlain,
    isSlow: word.length > maxIndexOfLength,
    isLoose: true,
    matcher,
    hasForms: isPlain && !caseSensitive && !wholeWord,
  };
}

function fuzzyTerm({ folded: word, cased, written: shown = cased }: Literal, rules: MatchRules): Term {
  const { caseSensitive, wholeWord } = rules;
  const tolerance = toleranceFor(word);
  const whole = (test: WordTest): WordTest => (wholeWord ? wholeWordsOf(test) : test);
  const asCased = caseSensitive ? { text: cased, tolerance } : undefined;
  const matcher = wordMatcher(whole(fuzzyTest(word, tolerance)), rules, asCased);
  return {
    word: caseSensitive ? cased : word,
    shown,
    tolerance,
    isWord: true,
    isSlow: caseSensitive || word.length > maxIndexOfLength,
    matcher: help => {
      const near = nearWordsTest(word, help?.near?.get(word) ?? []);
      return caseSensitive ? matcher : { ...matcher, wordTests: [whole(near)] };
    },
  };
}

function eitherTerm(terms: readonly Term[]): Term {
  const { partOperator } = terms.find(term => term.partOperator !== undefined) ?? {};
  return {
    word: terms.map(({ word }) => word).join(' OR '),
    shown: terms.map(({ shown }) => shown).join(' OR '),
    isWord: false,
    phraseWords: wordsOfTerms(terms),
    ...(partOperator === undefined ? {} : { partOperator }),
    isSlow: terms.some(({ isSlow }) => isSlow),
    matcher: help => eitherMatcher(terms.map(term => term.matcher(help))),
  };
}

/** The words to look up one by one: those of phrases and parts, and the other terms. */
function wordsOfTerms(terms: readonly Term[]): Term[] {
  return terms.flatMap(term => term.phraseWords ?? [term]).slice(0, maxPhraseWords);
}

/** The term restricted to parts of notes, which the word index does not know. */
export function within(parts: Parts, term: Term): Term {
  return {
    ...term,
    ...(term.parts === undefined ? {} : { parts: term.parts.map(part => within(parts, part)) }),
    matcher: help => partsMatcher(parts, term.matcher(help)),
  };
}

function wordTest(asked: string): WordTest {
  return { asked, start: asked, part: asked, match: word => beginning(asked, word) };
}

/** The same test without longer words that begin with the searched one. */
function wholeWordsOf(test: WordTest): WordTest {
  return {
    ...test,
    match: word => {
      const like = test.match(word);
      return like === 'beginning' ? undefined : like;
    },
  };
}

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

function nearWordsTest(asked: string, words: readonly string[]): WordTest {
  const near = new Set(words);
  return {
    ...{ asked, start: '', part: '', listed: words },
    match: word => beginning(asked, word) ?? (near.has(word) ? 'near' : undefined),
  };
}

function fuzzyTest(asked: string, tolerance: number): WordTest {
  return {
    ...{ asked, start: '', part: '' },
    match: word =>
      beginning(asked, word) ?? (editsWithin(word, asked, tolerance) === undefined ? undefined : 'near'),
  };
}

function beginning(asked: string, word: string): Likeness | undefined {
  if (word === asked) return 'exact';
  // `3` does not stand for `300`.
  return word.startsWith(asked) && !(asked.length < 3 && digits.test(word)) ? 'beginning' : undefined;
}
