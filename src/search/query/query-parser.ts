import { ToolFailure } from '../../errors';
import { longestForIndexOf } from '../../utils/text/text-search';
import { foldTag } from '../../utils/properties/tags';
import type { CharacterKinds } from '../text/character-kinds';
import { foldKeepingCase, type TextFolder } from '../text/folded-text';
import type { Finder, MatchRules } from './finders/finder';
import { toleranceFor } from './finders/edit-distance';
import { EitherFinder } from './finders/either-finder';
import { FuzzyFinder } from './finders/fuzzy-finder';
import { type Literal, LiteralFinder } from './finders/literal-finder';
import { NearWordsFinder } from './finders/near-words-finder';
import type { FilterTerm, ParsedQuery, SearchMode, SearchQuery, Term } from './parsed-query';
import { isShortPhrase, PhraseFinder } from './finders/phrase-finder';
import { type QueryToken, queryTokens } from './query-tokens';
import { regexTerm } from './finders/regex-finder';
import { refuseOperator } from './unknown-operators';
import { WildcardFinder } from './finders/wildcard-finder';

const maxQueryLength = 2000;
const maxTerms = 32;

/** Reads queries. Keep one: it remembers how characters fold. */
export class QueryParser {
  constructor(
    private readonly folder: TextFolder,
    private readonly kinds: CharacterKinds,
  ) {}

  /** @throws ToolFailure `invalid_argument` for an empty query, `invalid_query` for one that cannot be run. */
  parse(asked: SearchQuery): ParsedQuery {
    const { query, mode = 'words', caseSensitive = false, wholeWord = false } = asked;
    const rules = { kinds: this.kinds, caseSensitive, wholeWord };
    const none = { excluded: [], filters: [], rules };
    if (query.trim() === '') throw emptyQuery();
    if (query.length > maxQueryLength) {
      throw new ToolFailure('invalid_query', `\`query\` is longer than ${maxQueryLength} characters.`);
    }
    if (mode === 'regex') return { ...none, terms: [regexTerm(query, rules)], isPattern: true };
    if (mode === 'phrase') {
      const terms = this.#phrase(query, rules);
      if (terms.length === 0) throw emptyQuery();
      return { ...none, terms, whole: this.#literal(query).folded, isPattern: false };
    }
    return this.#parseWords(query, mode, rules);
  }

  #parseWords(query: string, mode: SearchMode, rules: MatchRules): ParsedQuery {
    const terms = new Map<string, Term>();
    const excluded = new Map<string, Term>();
    const filters: FilterTerm[] = [];
    const tokens = queryTokens(query);
    for (const { key, isQuoted, value } of tokens) if (key === undefined && !isQuoted) refuseOperator(value);
    if (tokens.length > maxTerms) {
      throw new ToolFailure('invalid_query', `\`query\` has more than ${maxTerms} words and filters.`);
    }
    for (const [token, ...others] of alternatives(tokens)) {
      if (token.key !== undefined) filters.push(this.#filter(token, token.key));
      const ofToken = (one: QueryToken): Term[] =>
        one.key === undefined ? this.#terms(one, mode, rules) : [];
      const found = others.length === 0 ? ofToken(token) : [either([token, ...others].flatMap(ofToken))];
      for (const term of found) (token.isExcluded ? excluded : terms).set(term.word, term);
    }
    if (terms.size + excluded.size + filters.length === 0) throw emptyQuery();
    const all = { terms: [...terms.values()], excluded: [...excluded.values()] };
    const words = tokens.filter(({ key, isExcluded }) => key === undefined && !isExcluded);
    const whole = this.#literal(words.map(({ value }) => value).join(' ')).folded;
    return { ...all, whole, filters, rules, isPattern: false };
  }

  #filter({ value, isExcluded }: QueryToken, key: FilterTerm['key']): FilterTerm {
    return { key, isExcluded, value: key === 'tag' ? foldTag(value) : this.folder.fold(value.trim()).folded };
  }

  #terms(token: QueryToken, mode: SearchMode, rules: MatchRules): Term[] {
    if (token.isQuoted) return this.#phrase(token.value, rules);
    const literal = this.#literal(token.value);
    // A character such as U+00B4 folds to a blank.
    if (literal.folded === '' || /\s/u.test(literal.folded)) return this.#phrase(token.value, rules);
    if (mode === 'wildcard' && /[*?]/u.test(literal.folded)) {
      return [{ ...term(literal, false, () => new WildcardFinder(literal, rules)), isSlow: true }];
    }
    if (mode === 'fuzzy' && this.#isPlainWord(literal.folded)) {
      return [fuzzyTerm(literal, rules)];
    }
    return [
      term(literal, this.#isPlainWord(literal.folded), () => new LiteralFinder(literal, 'word', rules)),
    ];
  }

  #phrase(text: string, rules: MatchRules): Term[] {
    const literal = this.#literal(text);
    if (literal.folded === '') return [];
    const isOneWord = !/\s/u.test(literal.folded);
    const isSlow = !isShortPhrase(literal);
    const makeFinder = (): Finder =>
      isOneWord ? new LiteralFinder(literal, 'anywhere', rules) : new PhraseFinder(literal, rules);
    return [{ ...term(literal, isOneWord, makeFinder), isSlow, word: `"${literal.folded}"` }];
  }

  #literal(text: string): Literal {
    return { folded: this.folder.fold(text).folded.trim(), cased: foldKeepingCase(text).trim() };
  }

  /** Letters only, of a script that parts its words. */
  #isPlainWord(text: string): boolean {
    return this.kinds.endOfWord(text, 0, text.length) === text.length;
  }
}

function term(literal: Literal, isWord: boolean, makeFinder: () => Finder): Term {
  return { word: literal.folded, isWord, isSlow: literal.folded.length > longestForIndexOf, makeFinder };
}

/** One term that any of some terms matches. */
function either(terms: readonly Term[]): Term {
  return {
    word: terms.map(({ word }) => word).join(' OR '),
    isWord: false,
    isSlow: terms.some(({ isSlow }) => isSlow),
    makeFinder: () => new EitherFinder(terms.map(one => one.makeFinder())),
  };
}

/**
 * Words joined by `OR`, else each alone. An `OR` at an end of the query is a word.
 * @throws ToolFailure `invalid_query` for a filter or an excluded word beside `OR`
 */
function alternatives(tokens: readonly QueryToken[]): [QueryToken, ...QueryToken[]][] {
  const groups: [QueryToken, ...QueryToken[]][] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    const [token, next] = [tokens[index], tokens[index + 1]];
    if (token === undefined) continue;
    const last = groups.at(-1);
    if (!isOr(token) || last === undefined || next === undefined) {
      groups.push([token]);
      continue;
    }
    if ([...last, next].some(({ key, isExcluded }) => key !== undefined || isExcluded))
      throw new ToolFailure('invalid_query', '`OR` joins words and phrases only.', {
        hint: 'Search for each alternative in a call of its own, or use `query_notes` with `{"or":[…]}` in `filter`.',
      });
    last.push(next);
    index += 1;
  }
  return groups;
}

function isOr({ value, isQuoted, key, isExcluded }: QueryToken): boolean {
  return value === 'OR' && !isQuoted && key === undefined && !isExcluded;
}

function fuzzyTerm(literal: Literal, rules: MatchRules): Term {
  const word = literal.folded;
  return {
    ...{ word, isWord: true, isSlow: true, tolerance: toleranceFor(word) },
    makeFinder: near =>
      near === undefined || rules.caseSensitive
        ? new FuzzyFinder(literal, rules)
        : new NearWordsFinder(word, near, rules),
  };
}

function emptyQuery(): ToolFailure {
  return new ToolFailure('invalid_argument', '`query` is empty.', {
    hint: 'Give words to look for, or use `list` to see what is there.',
  });
}
