/** Tests whether a text matches an expression of words, phrases and patterns. */

import { immediately, type Steps } from '../../utils/slicing/steps';
import { type CharacterKinds, forEachWord } from '../text/character-kinds';
import type { SearchText } from '../text/search-text';
import { holds, type Matcher } from './matcher';

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
