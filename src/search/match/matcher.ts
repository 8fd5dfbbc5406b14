/** Finds what a word, a phrase or a pattern stands for in texts. */

import { immediately, type Steps } from '../../utils/slicing/steps';
import { TextNeedle } from '../../utils/text/text-search';
import { type CharacterKinds, forEachWord } from '../text/character-kinds';
import { foldKeepingCase } from '../text/folded-text';
import type { SearchText } from '../text/search-text';

/** What was found: the word itself, another form of it, the last part of a compound, a longer word that begins with it, or one with typing errors. */
export type Likeness = 'exact' | 'form' | 'compound' | 'beginning' | 'near';

export type Span = readonly [start: number, end: number];

/** Offsets are those of the folded text. */
export interface Match {
  readonly start: number;
  readonly end: number;
  readonly like: Likeness;
  /** In the original text, where that is not what the folded one came from. */
  readonly original?: Span;
}

/** The matches in one text, in order and without overlaps; undefined after a stretch of work, where a caller may pause. */
export type Matches = Generator<Match | undefined, void>;

export interface Matcher {
  /** False if a text has no match. Costs one search for a fixed text at most. */
  mayMatch(text: SearchText): boolean;
  matches(text: SearchText): Matches;
  /** Whether matches may be missing in the last text, whose lines were too long for a pattern. */
  readonly isIncomplete?: boolean;
}

export interface MatchRules {
  readonly kinds: CharacterKinds;
  readonly caseSensitive: boolean;
  readonly wholeWord: boolean;
}

/** What is searched for, not empty. */
export interface Literal {
  readonly folded: string;
  /** The same with its original case. */
  readonly cased: string;
}

/** Characters that a matcher reads before it lets a caller pause; longer texts are not asked beforehand whether they may match. */
export const stretchLength = 65_536;

/** Whether a text has a match. */
export function* holds(matcher: Matcher, text: SearchText): Steps<boolean> {
  if (!matcher.mayMatch(text)) return false;
  for (const match of matcher.matches(text)) {
    if (match !== undefined) return true;
    yield;
  }
  return false;
}

/**
 * Looks at each place where a fixed text stands; at every place if that is empty.
 * @param matchAt the match at or around a place, none of which may begin before `from`; else where to look on
 */
export function matcherAt(
  anchor: string,
  matchAt: (text: SearchText, place: number, from: number) => Match | number,
): Matcher {
  const needle = anchor === '' ? undefined : new TextNeedle(anchor);
  return {
    mayMatch: ({ folded }) =>
      needle === undefined || folded.length > stretchLength || needle.indexIn(folded) >= 0,
    *matches(text) {
      const { length } = text.folded;
      let pause = stretchLength;
      for (let at = 0; at < length;) {
        if (at >= pause) {
          yield undefined;
          pause = at + stretchLength;
        }
        const place = needle === undefined ? at : needle.indexIn(text.folded, at, pause);
        const found = place < 0 ? pause : matchAt(text, place, at);
        if (typeof found !== 'number') yield found;
        at = typeof found === 'number' ? found : found.end;
      }
    },
  };
}

/** A word, found at the start of words; or a phrase without blanks, found anywhere. */
export function literalMatcher(
  { folded: wanted, cased }: Literal,
  place: 'word' | 'anywhere',
  { kinds, caseSensitive, wholeWord }: MatchRules,
): Matcher {
  return matcherAt(wanted, (text, start) => {
    const end = start + wanted.length;
    const isPlaced =
      (place === 'anywhere' && !wholeWord ? true : kinds.startsAt(text.folded, start)) &&
      (!wholeWord || kinds.endsAt(text.folded, end));
    if (!isPlaced || (caseSensitive && casedText(text, start, end) !== cased)) return start + 1;
    return { start, end, like: likenessAt(kinds, text.folded, end) };
  });
}

interface Side {
  readonly matches: Matches;
  /** Its next match. */
  ahead: Match | undefined;
  hasEnded: boolean;
}

/** Matches of several matchers, in order; if two overlap, the first. */
export function eitherMatcher(matchers: readonly Matcher[]): Matcher {
  return {
    get isIncomplete() {
      return matchers.some(({ isIncomplete = false }) => isIncomplete);
    },
    mayMatch: text => matchers.some(matcher => matcher.mayMatch(text)),
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

/** Where a match is in the original text. */
export function originalSpan(text: SearchText, { start, end, original }: Match): Span {
  return original ?? text.originalSpan(start, end);
}

/** A stretch of the folded text as it was written but for its marks: only its letter case is compared. */
export function casedText(text: SearchText, start: number, end: number): string {
  return foldKeepingCase(text.original.slice(...text.originalSpan(start, end)));
}

/** How a match that ends at a place stands there: at the end of a word, or before the rest of one. */
export function likenessAt(kinds: CharacterKinds, folded: string, end: number): Likeness {
  return kinds.endsAt(folded, end) ? 'exact' : 'beginning';
}

/**
 * A note has a match only if, for each of these lists, a word of it contains one of the texts: the word index knows
 * which notes have such words.
 */
export type Needs = readonly (readonly string[])[];

/** Too many words contain a shorter text. */
const minNeededLength = 2;
/** The longest say most; more of them cost more than they save. */
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

/** What every text has that meets one of these: nothing if one of them asks for nothing. */
export function needsOfAny(alternatives: readonly Needs[]): Needs {
  const first = alternatives.map(([longest = []]) => longest);
  return first.length > 0 && first.every(({ length }) => length > 0) ? [first.flat()] : [];
}

export interface TextTest {
  /** What every text that passes has. */
  readonly needs: Needs;
  /** Finds the matches to show in a text that passes. */
  readonly marks: readonly Matcher[];
  /** False if the text and all its parts certainly fail. */
  mayMatch(text: SearchText): boolean;
  readonly holdsIn: SteppedTest<SearchText>;
}

/** A test that may take long. */
export type SteppedTest<Subject> = (subject: Subject) => Steps<boolean>;

export function matchTest(matcher: Matcher, needs: Needs): TextTest {
  return {
    ...{ needs, marks: [matcher] },
    mayMatch: text => matcher.mayMatch(text),
    holdsIn: text => holds(matcher, text),
  };
}

/** The test for an empty phrase: every text passes. */
export const everyText: TextTest = {
  ...{ needs: [], marks: [] },
  mayMatch: () => true,
  holdsIn: () => immediately(true),
};
