/** Finds what a word, a phrase or a pattern stands for in texts. */

import type { Steps } from '../../utils/slicing/steps';
import type { CharacterKinds } from '../text/character-kinds';
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

/** Characters that a matcher reads before it lets a caller pause; longer texts are not asked beforehand whether they may match. */
export const stretchLength = 262_144;

/** Whether a text has a match. */
export function* holds(matcher: Matcher, text: SearchText): Steps<boolean> {
  if (!matcher.mayMatch(text)) return false;
  for (const match of matcher.matches(text)) {
    if (match !== undefined) return true;
    yield;
  }
  return false;
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
