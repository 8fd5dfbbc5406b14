/** Finds words, phrases and patterns in texts. */

import { immediately, type Steps } from '../../utils/slicing/time-slicer';
import type { Span } from '../text/folded-text';
import type { SearchText } from '../text/search-text';
import { type CharacterKinds, forEachWord } from '../text/words';

/** How a match is like the searched word: the word itself, another form, the last part of a compound, a longer word that begins with it, or one with typing errors. */
export type Likeness = 'exact' | 'form' | 'compound' | 'beginning' | 'near';

/** A match, with offsets in the folded text. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly like: Likeness;
  /** The place in the original text, if it is not the one that the folded place maps to. */
  readonly original?: Span;
}

/** The matches in one text, in order and without overlaps, and undefined wherever a caller may pause. */
export type Matches = Generator<Match | undefined, void>;

/** A note can only match if, for each list, one of its words contains one of the texts; the word index knows that. */
export type Needs = readonly (readonly string[])[];

export interface WordTest {
  readonly asked: string;
  /** The beginning that all matching words share, and a part of them; empty if there is none. */
  readonly start: string;
  readonly part: string;
  /** All matching words that do not begin with the searched one; undefined if they are not listed. */
  readonly listed?: readonly string[];
  /** @param word folded, whole. @returns undefined if it does not match */
  match(word: string): Likeness | undefined;
}

export interface Matcher {
  /** Which words match it, if words alone decide: then texts whose words are counted need not be searched. */
  readonly wordTests?: readonly WordTest[];
  /** What every matching text has. */
  readonly needs: Needs;
  /** False if a text has no match. Costs one search for a fixed text at most. */
  mayMatch(text: SearchText): boolean;
  matches(text: SearchText): Matches;
  /** Whether a text passes, if that differs from having a match. */
  passes?(text: SearchText): Steps<boolean>;
  /** Whether matches may be missing in the last text, whose lines were too long for a pattern. */
  readonly isIncomplete?: boolean;
}

export interface MatchRules {
  readonly kinds: CharacterKinds;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
}

/** Characters that a matcher reads before it lets a caller pause; `mayMatch` is not tried on longer texts. */
export const stretchLength = 65_536;

export function* holds(matcher: Matcher, text: SearchText): Steps<boolean> {
  if (!matcher.mayMatch(text)) return false;
  if (matcher.passes !== undefined) return yield* matcher.passes(text);
  for (const match of matcher.matches(text)) {
    if (match !== undefined) return true;
    yield;
  }
  return false;
}

interface Side {
  readonly matches: Matches;
  ahead: Match | undefined;
  hasEnded: boolean;
}

/** Matches of several matchers, in order; if two overlap, the first. */
export function eitherMatcher(matchers: readonly Matcher[]): Matcher {
  const tests = matchers.map(({ wordTests }) => wordTests);
  return {
    ...(tests.every(one => one !== undefined) ? { wordTests: tests.flat() } : {}),
    needs: needsOfAny(matchers.map(({ needs }) => needs)),
    get isIncomplete() {
      return matchers.some(({ isIncomplete = false }) => isIncomplete);
    },
    mayMatch: text => matchers.some(matcher => matcher.mayMatch(text)),
    *passes(text) {
      for (const matcher of matchers) if (yield* holds(matcher, text)) return true;
      return false;
    },
    *matches(text) {
      const sides = matchers.map((matcher): Side => ({
        matches: matcher.matches(text),
        ahead: undefined,
        hasEnded: false,
      }));
      for (let behind = 0; ;) {
        let nearest: Side | undefined;
        for (const side of sides) {
          while (!side.hasEnded && (side.ahead?.start ?? -1) < behind) {
            const { done, value } = side.matches.next();
            side.hasEnded = done === true;
            side.ahead = value ?? undefined;
            if (!side.hasEnded && side.ahead === undefined) yield undefined;
          }
          if ((side.ahead?.start ?? Infinity) < (nearest?.ahead?.start ?? Infinity)) nearest = side;
        }
        if (nearest?.ahead === undefined) return;
        const match = nearest.ahead;
        nearest.ahead = undefined;
        behind = match.end;
        yield match;
      }
    },
  };
}

/** Every text passes, without a match. */
export const everyText: Matcher = {
  needs: [],
  mayMatch: () => true,
  *matches() {
    yield* [];
  },
  passes: () => immediately(true),
};

/** Ways to join matchers to one that decides whether a text passes; its matches are those of any. */
export const joiningMatchers = {
  all: (matchers: readonly Matcher[]): Matcher => ({
    needs: matchers.flatMap(({ needs }) => needs),
    mayMatch: text => matchers.every(matcher => matcher.mayMatch(text)),
    matches: text => eitherMatcher(matchers).matches(text),
    *passes(text) {
      for (const matcher of matchers) if (!(yield* holds(matcher, text))) return false;
      return true;
    },
  }),
  any: eitherMatcher,
  not: (matcher: Matcher): Matcher => ({
    ...everyText,
    *passes(text) {
      return !(yield* holds(matcher, text));
    },
  }),
};

export function originalSpan(text: SearchText, { start, end, original }: Match): Span {
  return original ?? text.originalSpan(start, end);
}

/** How a match that ends here is like the word: exact at the end of a word, otherwise the beginning of a longer one. */
export function likenessAt(kinds: CharacterKinds, folded: string, end: number): Likeness {
  return kinds.endsAt(folded, end) ? 'exact' : 'beginning';
}

/** Too many words contain a shorter text. */
const minNeededLength = 2;
/** The longest texts rule out the most; more of them would cost more than they save. */
const maxNeeds = 3;

/** @param folded a text that each match contains */
export function needsOf(folded: string, kinds: CharacterKinds): Needs {
  const parts: string[] = [];
  forEachWord(folded, kinds, (start, end) => parts.push(folded.slice(start, end)));
  const long = parts.filter(({ length }) => length >= minNeededLength);
  return long
    .sort((a, b) => b.length - a.length)
    .slice(0, maxNeeds)
    .map(part => [part]);
}

/** What every text has that meets one of the alternatives: nothing if one of them needs nothing. */
export function needsOfAny(alternatives: readonly Needs[]): Needs {
  const first = alternatives.map(([longest = []]) => longest);
  return first.length > 0 && first.every(({ length }) => length > 0) ? [first.flat()] : [];
}
