/** Tests whether a text matches an expression of words, phrases and patterns. */

import type { Steps } from '../../utils/slicing/steps';
import type { SearchText } from '../text/search-text';
import { EitherMatcher } from './either-matcher';
import { holds, type Matcher } from './matcher';
import { anyOf, type Needs } from './needs';

export interface TextTest {
  /** What every text that passes has. */
  readonly needs: Needs;
  /** Finds a match in every text that passes; undefined if a text can pass without any. */
  readonly scout: Matcher | undefined;
  /** Finds the matches to show in a text that passes. */
  readonly marks: readonly Matcher[];
  /** False if the text and all its parts certainly fail. */
  mayMatch(text: SearchText): boolean;
  holdsIn(text: SearchText): Steps<boolean>;
}

export function leafTest(matcher: Matcher, needs: Needs): TextTest {
  return {
    ...{ needs, scout: matcher, marks: [matcher] },
    mayMatch: text => matcher.mayMatch(text),
    holdsIn: text => holds(matcher, text),
  };
}

export function allTest(tests: readonly TextTest[]): TextTest {
  return {
    needs: tests.flatMap(({ needs }) => needs),
    scout: tests.find(({ scout }) => scout !== undefined)?.scout,
    marks: tests.flatMap(({ marks }) => marks),
    mayMatch: text => tests.every(test => test.mayMatch(text)),
    *holdsIn(text) {
      for (const test of tests) if (!(yield* test.holdsIn(text))) return false;
      return true;
    },
  };
}

export function anyTest(tests: readonly TextTest[]): TextTest {
  const scouts = tests.flatMap(({ scout }) => scout ?? []);
  return {
    needs: anyOf(tests.map(({ needs }) => needs)),
    scout: scouts.length === tests.length ? new EitherMatcher(scouts) : undefined,
    marks: tests.flatMap(({ marks }) => marks),
    mayMatch: text => tests.some(test => test.mayMatch(text)),
    *holdsIn(text) {
      for (const test of tests) if (yield* test.holdsIn(text)) return true;
      return false;
    },
  };
}

export function notTest(test: TextTest): TextTest {
  return {
    ...{ needs: [], scout: undefined, marks: [] },
    mayMatch: () => true,
    *holdsIn(text) {
      return !(yield* test.holdsIn(text));
    },
  };
}

/** The test for an empty phrase: every text passes. */
export const everyText: TextTest = allTest([]);
