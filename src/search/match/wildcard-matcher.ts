import type { SearchText } from '../text/search-text';
import { casedText, likenessAt, type Literal, type Matcher, matcherAt, type MatchRules } from './matcher';

/** Longer than any word: keeps the work proportional to the text. */
const maxRunLength = 100;
const star = '*';
const anyLetter = '?';

/** `*` matches any letters of a word, `?` one. Matches at the start of words. */
export function wildcardMatcher({ folded, cased }: Literal, rules: MatchRules): Matcher {
  const [pattern, casedPattern] = [oneStarEach(folded), oneStarEach(cased)];
  const stretches = pattern.split(/[*?]+/u);
  const beginsWild = stretches[0] === '';
  // If a pattern begins without a wildcard, its beginning is where a match begins; else the longest part says most.
  const [anchor = ''] = beginsWild ? stretches.toSorted((a, b) => b.length - a.length) : stretches;
  const { kinds, caseSensitive, wholeWord } = rules;
  const endOfMatch = (text: SearchText, start: number): number => {
    const mayEnd = (at: number): boolean => !wholeWord || kinds.endsAt(text.folded, at);
    const isLetter = (at: number): boolean => kinds.isLetterAt(text.folded, at);
    const end = matchWildcards(pattern, text.folded, start, isLetter, mayEnd);
    if (end < 0 || !caseSensitive) return end;
    const written = casedText(text, start, end);
    const isLetterThere = (at: number): boolean => kinds.isLetterAt(written, at);
    const endsThere = (at: number): boolean => at === written.length;
    return matchWildcards(casedPattern, written, 0, isLetterThere, endsThere) < 0 ? -1 : end;
  };
  return matcherAt(anchor, (text, place, from) => {
    let first = place;
    // The words that the anchor may belong to.
    if (beginsWild)
      while (first > from && place - first < maxRunLength && kinds.isWordAt(text.folded, first - 1))
        first -= 1;
    for (let start = first; start <= place; start += 1) {
      const end = kinds.startsAt(text.folded, start) ? endOfMatch(text, start) : -1;
      if (end > start) return { start, end, like: likenessAt(kinds, text.folded, end) };
    }
    return place + 1;
  });
}

function oneStarEach(pattern: string): string {
  return pattern.replace(/\*+/gu, () => star);
}

/**
 * The end of the match that begins at `start`, or -1. Only the last `*` is retried, as long as it covers
 * letters: an earlier one could not help.
 */
function matchWildcards(
  pattern: string,
  text: string,
  start: number,
  isLetter: (at: number) => boolean,
  mayEnd: (at: number) => boolean,
): number {
  let at = start;
  let place = 0;
  let starPlace = -1;
  let starEnd = 0;
  const endsWild = pattern.endsWith(star);
  for (;;) {
    const wanted = pattern[place];
    if (wanted === star) {
      starPlace = place;
      starEnd = at;
      place += 1;
    } else if (wanted === undefined && (endsWild || mayEnd(at))) {
      return endsWild ? endOfLetters(at, isLetter) : at;
    } else if (
      wanted !== undefined &&
      at < text.length &&
      (wanted === anyLetter ? isLetter(at) : wanted === text[at])
    ) {
      at += 1;
      place += 1;
    } else {
      if (starPlace < 0 || starEnd - start >= maxRunLength || starEnd >= text.length || !isLetter(starEnd))
        return -1;
      starEnd += 1;
      at = starEnd;
      place = starPlace + 1;
    }
  }
}

function endOfLetters(at: number, isLetter: (at: number) => boolean): number {
  let end = at;
  while (end - at < maxRunLength && isLetter(end)) end += 1;
  return end;
}
