/** Finds literal texts, phrases, words with wildcards, and words that pass a test. */

import { itemAt } from '../../utils/collections';
import { editsWithin } from '../../utils/near';
import { contains, maxIndexOfLength, PrefixMatcher, TextNeedle } from '../../utils/text/text-search';
import { foldKeepingCase, type Span } from '../text/folded-text';
import type { SearchText } from '../text/search-text';
import { type CharacterKinds, joinedWords, portionEnd } from '../text/words';
import {
  eitherMatcher,
  type Likeness,
  likenessAt,
  type Match,
  type Matcher,
  type MatchRules,
  type Needs,
  needsOf,
  stretchLength,
  type WordTest,
} from './matcher';

/** A non-empty text to search for. */
export interface Literal {
  readonly folded: string;
  readonly cased: string;
  /** As it was written, if that is shown. */
  readonly written?: string;
}

/**
 * Tries each occurrence of a fixed text, or every place if the text is empty.
 * @param matchAt returns the match at or around a place, which may not begin before `from`, or where to continue
 */
function matcherAt(
  anchor: string,
  needs: Needs,
  matchAt: (text: SearchText, place: number, from: number) => Match | number,
): Matcher {
  const needle = anchor === '' ? undefined : new TextNeedle(anchor);
  return {
    needs,
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

/** A word, found at the start of words; or a phrase without spaces, found anywhere. */
export function literalMatcher(
  { folded: wanted, cased }: Literal,
  place: 'word' | 'anywhere',
  { kinds, caseSensitive, wholeWord }: MatchRules,
): Matcher {
  return matcherAt(wanted, needsOf(wanted, kinds), (text, start) => {
    const end = start + wanted.length;
    const isPlaced =
      (place === 'anywhere' && !wholeWord ? true : kinds.startsAt(text.folded, start)) &&
      (!wholeWord || kinds.endsAt(text.folded, end));
    if (!isPlaced || (caseSensitive && casedText(text, start, end) !== cased)) return start + 1;
    return { start, end, like: likenessAt(kinds, text.folded, end) };
  });
}

/** A stretch of the folded text as it was written, but without diacritics: only the letter case is compared. */
function casedText(text: SearchText, start: number, end: number): string {
  return foldKeepingCase(text.original.slice(...text.originalSpan(start, end)));
}

const blanks = /\s+/gu;
/** With more words, comparing all of them at each position takes longer than reading every character. */
const maxCompared = 8;
/** Words with more whitespace between them are not consecutive. */
const widestGap = 1000;
const lineFeed = 0x0a;

/** Whether a phrase is found as fast as a word. */
export function isShortPhrase(folded: string): boolean {
  return folded.length <= maxIndexOfLength && folded.split(blanks).length <= maxCompared;
}

/**
 * Consecutive words, anywhere. Between two of them may be any whitespace with one line break, so that a phrase is
 * found across lines, but not across paragraphs.
 * @param phrase with at least two words
 */
export function phraseMatcher(phrase: Literal, { kinds, caseSensitive, wholeWord }: MatchRules): Matcher {
  const [first = '', ...others] = phrase.folded.split(blanks);
  const wanted = phrase.cased.replace(blanks, () => ' ');
  const matchOf = (text: SearchText, [start, end]: Span): Match | undefined => {
    if (wholeWord && !(kinds.startsAt(text.folded, start) && kinds.endsAt(text.folded, end)))
      return undefined;
    const isCased = !caseSensitive || casedText(text, start, end).replace(blanks, () => ' ') === wanted;
    return isCased ? { start, end, like: likenessAt(kinds, text.folded, end) } : undefined;
  };
  const byFirst = matcherAt(first, needsOf(phrase.folded, kinds), (text, start) => {
    const end = endBehind(text.folded, others, start + first.length);
    return (end < 0 ? undefined : matchOf(text, [start, end])) ?? start + 1;
  });
  if (isShortPhrase(phrase.folded)) return byFirst;
  return {
    ...byFirst,
    *matches(text) {
      let behind = 0;
      for (const span of placesInOneReading(text.folded, [first, ...others])) {
        const match = span === undefined || span[0] < behind ? undefined : matchOf(text, span);
        if (match !== undefined) behind = match.end;
        if (match !== undefined || span === undefined) yield match;
      }
    },
  };
}

/** Where the words after a place end; -1 if they are not there. */
function endBehind(text: string, words: readonly string[], at: number): number {
  let end = at;
  for (const word of words) {
    let [start, breaks] = [end, 0];
    while (start - end <= widestGap && isBlank(text.charCodeAt(start))) {
      if (text.charCodeAt(start) === lineFeed) breaks += 1;
      start += 1;
    }
    const isOneGap = start > end && start - end <= widestGap && breaks <= 1;
    if (!isOneGap || !text.startsWith(word, start)) return -1;
    end = start + word.length;
  }
  return end;
}

/** For many words: reads each gap as one space, so that no text makes it slow. Places may overlap. */
function* placesInOneReading(text: string, words: readonly string[]): Generator<Span | undefined, void> {
  const matcher = new PrefixMatcher(words.join(' '));
  /** Ring buffer with the places of the last units. */
  const places = new Int32Array(matcher.wanted.length);
  let taken = 0;
  let [gap, breaks] = [0, 0];
  const take = (unit: number, at: number): boolean => {
    places[taken % places.length] = at;
    taken += 1;
    return matcher.take(unit);
  };
  for (let at = 0; at < text.length; at += 1) {
    if (at % stretchLength === stretchLength - 1) yield undefined;
    const unit = text.charCodeAt(at);
    if (isBlank(unit)) {
      gap += 1;
      if (unit === lineFeed) breaks += 1;
      if (gap > widestGap || breaks > 1) matcher.reset();
      continue;
    }
    // A matcher that was just reset skips spaces.
    if (gap > 0 && matcher.matched > 0) take(0x20, at - 1);
    [gap, breaks] = [0, 0];
    if (take(unit, at)) yield [itemAt(places, taken % places.length), at + 1];
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}

/** Longer than any word: keeps the work proportional to the text. */
const maxRunLength = 100;
const star = '*';
const anyLetter = '?';

/** `*` matches any letters of a word, `?` one. Matches at the start of words. */
export function wildcardMatcher({ folded, cased }: Literal, rules: MatchRules): Matcher {
  const [pattern, casedPattern] = [oneStarEach(folded), oneStarEach(cased)];
  const stretches = pattern.split(/[*?]+/u);
  const beginsWild = stretches[0] === '';
  // Without a wildcard at its start, a pattern's beginning is where a match begins; otherwise its longest part is the rarest.
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
  const needs = stretches.flatMap(stretch => needsOf(stretch, kinds));
  return matcherAt(anchor, needs, (text, place, from) => {
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

/** The end of the match that begins at `start`, or -1. Only the last `*` is retried, since earlier ones cannot help. */
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

/** Whether a word with marks between its letters counts, given how it is like the searched one. */
export function isInEachSpelling(like: Likeness): boolean {
  return like === 'exact' || like === 'form';
}

/** Letters of a word that are compared; the word index keeps one more, which shows that the word was cut. */
export const maxComparedLength = 100;
const cutLength = maxComparedLength + 1;
const maxKnown = 50_000;

/**
 * Words of a text that pass a test.
 * @param cased the word as it was written, if letter case counts, and how many typing errors it may have
 */
export function wordMatcher(
  test: WordTest,
  { kinds }: MatchRules,
  cased?: { readonly text: string; readonly tolerance: number },
): Matcher {
  const known = new Map<string, Likeness | undefined>();
  const likenessOf = (word: string): Likeness | undefined => {
    if (known.has(word)) return known.get(word);
    const like = test.match(word);
    if (known.size < maxKnown) known.set(word, like);
    return like;
  };
  const isCased = (text: SearchText, start: number, end: number): boolean => {
    if (cased === undefined) return true;
    const written = casedText(text, start, end);
    return written.startsWith(cased.text) || editsWithin(written, cased.text, cased.tolerance) !== undefined;
  };
  const { asked, start: startOfAll, part, listed } = test;
  const listedNeeds = listed === undefined ? [] : [[asked, ...listed]];
  const needs = part === '' ? listedNeeds : needsOf(part, kinds);
  const startAround = (folded: string, place: number): number => {
    if (part === '') {
      const limit = Math.min(place + stretchLength, folded.length);
      return kinds.startsAt(folded, place) ? kinds.startOfWord(folded, place, limit) : -1;
    }
    const least = startOfAll === '' ? place - maxComparedLength : place;
    for (let start = place; start >= least; start -= 1) if (kinds.startsAt(folded, start)) return start;
    return -1;
  };
  /** Words as written in the text. */
  const written = matcherAt(part, needs, (text, place, from) => {
    const { folded } = text;
    const start = startAround(folded, place);
    // Only the beginning of a longer word counts; the rest is skipped in stretches.
    const end = kinds.endOfWord(folded, Math.max(start, place), stretchLength);
    // A longer word that begins with the searched one has already matched, up to a place within it.
    if (start < from || end <= start) return Math.max(end, place + 1);
    const last = Math.min(end, start + cutLength);
    const like = likenessOf(folded.slice(start, last));
    if (like === undefined || !isCased(text, start, last)) return Math.max(end, place + 1);
    return { start, end: like === 'beginning' ? start + asked.length : last, like };
  });
  if (cased !== undefined) return written;
  return { ...eitherMatcher([written, joinedMatcher(part, likenessOf, kinds)]), needs };
}

/** Words that have marks between their letters. @param part of each that matches */
function joinedMatcher(
  part: string,
  likenessOf: (word: string) => Likeness | undefined,
  kinds: CharacterKinds,
): Matcher {
  const mayBeIn = (text: SearchText, start: number, end: number): boolean =>
    part === '' || contains(text.joinedIn(start, end, kinds), part);
  return {
    needs: [],
    mayMatch: text => {
      const { length } = text.folded;
      return portionEnd(text.folded, 0) < length || mayBeIn(text, 0, length);
    },
    *matches(text) {
      const { folded } = text;
      for (let at = 0; at < folded.length;) {
        const behind = portionEnd(folded, at);
        const words = mayBeIn(text, at, behind) ? joinedWords(folded.slice(at, behind), kinds) : [];
        for (const { word, start, end } of words) {
          const like = likenessOf(word);
          if (like !== undefined && isInEachSpelling(like)) yield { start: at + start, end: at + end, like };
        }
        at = behind;
        if (at < folded.length) yield undefined;
      }
    },
  };
}
