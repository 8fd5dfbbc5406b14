/** Finds what a word, a phrase or a pattern stands for in texts. */

import type { Steps } from '../../utils/slicing/time-slicer';
import { type CharacterKinds, forEachWord } from '../text/character-kinds';
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

/**
 * A note has a match only if, for each of these lists, a word of it contains one of the texts: the word index knows
 * which notes have such words.
 */
export type Needs = readonly (readonly string[])[];

export interface Matcher {
  /** What every text with a match has. */
  readonly needs: Needs;
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

interface Side {
  readonly matches: Matches;
  /** Its next match. */
  ahead: Match | undefined;
  hasEnded: boolean;
}

/** Matches of several matchers, in order; if two overlap, the first. */
export function eitherMatcher(matchers: readonly Matcher[]): Matcher {
  return {
    needs: needsOfAny(matchers.map(({ needs }) => needs)),
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

/** How a match that ends at a place stands there: at the end of a word, or before the rest of one. */
export function likenessAt(kinds: CharacterKinds, folded: string, end: number): Likeness {
  return kinds.endsAt(folded, end) ? 'exact' : 'beginning';
}

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
