import type { SearchText } from '../text/search-text';
import type { Match, Matcher, Matches } from './matcher';

interface Side {
  readonly matches: Matches;
  /** Its next match. */
  ahead: Match | undefined;
  hasEnded: boolean;
}

/** Matches of several matchers, in order; if two overlap, the first. */
export class EitherMatcher implements Matcher {
  constructor(private readonly matchers: readonly Matcher[]) {}

  get isIncomplete(): boolean {
    return this.matchers.some(({ isIncomplete = false }) => isIncomplete);
  }

  mayMatch(text: SearchText): boolean {
    return this.matchers.some(matcher => matcher.mayMatch(text));
  }

  *matches(text: SearchText): Matches {
    const sides = this.matchers.map((matcher): Side => ({
      matches: matcher.matches(text),
      ahead: undefined,
      hasEnded: false,
    }));
    for (let behind = 0; ;) {
      let nearest: Side | undefined;
      for (const side of sides) {
        while (!goesOn(side, behind)) yield undefined;
        if ((side.ahead?.start ?? Infinity) < (nearest?.ahead?.start ?? Infinity)) nearest = side;
      }
      const match = nearest?.ahead;
      if (match === undefined) return;
      behind = match.end;
      if (nearest !== undefined) nearest.ahead = undefined;
      yield match;
    }
  }
}

/** Goes to the first match of a side from a place on. @returns false where it stopped for a pause */
function goesOn(side: Side, behind: number): boolean {
  while (!side.hasEnded && (side.ahead === undefined || side.ahead.start < behind)) {
    const { done, value } = side.matches.next();
    side.hasEnded = done === true;
    side.ahead = value ?? undefined;
    if (!side.hasEnded && side.ahead === undefined) return false;
  }
  return true;
}
