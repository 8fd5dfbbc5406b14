/** Which words of notes match a term, in the word index and in texts. */

import { editsWithin } from '../../utils/text/edit-distance';
import { contains } from '../../utils/text/text-search';
import { joinedWords, portionEnd } from '../text/joined-words';
import type { CharacterKinds } from '../text/character-kinds';
import type { SearchText } from '../text/search-text';
import {
  casedText,
  eitherMatcher,
  type Likeness,
  type Matcher,
  matcherAt,
  type MatchRules,
  stretchLength,
} from './matcher';

export interface WordTest {
  /** The word that was asked for, folded. */
  readonly asked: string;
  /** The beginning that all matching words share, and a part of them; empty if there is none. */
  readonly start: string;
  readonly part: string;
  /** All words that match beside those that begin with the one that was asked for; undefined if they are not listed. */
  readonly listed?: readonly string[];
  /** @param word folded, whole. @returns undefined if it does not match */
  match(word: string): Likeness | undefined;
}

/** Whether a word counts that is like the asked one without the marks between its letters. */
export function isInEachSpelling(like: Likeness): boolean {
  return like === 'exact' || like === 'form';
}

/** Letters of a longer word that are compared, plus one, which shows that it was cut; as the word index keeps them. */
export const maxComparedLength = 100;
const cutLength = maxComparedLength + 1;
/** Limit for words that are remembered. */
const maxKnown = 50_000;

/** Words of a text that pass a test. @param cased the word as it was written, if letter case counts, and the errors that it may have */
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
  const part = test.start === '' ? test.part : test.start;
  const startAround = (folded: string, place: number): number => {
    if (part === '') {
      const limit = Math.min(place + stretchLength, folded.length);
      return kinds.startsAt(folded, place) ? kinds.startOfWord(folded, place, limit) : -1;
    }
    const least = test.start === '' ? place - maxComparedLength : place;
    for (let start = place; start >= least; start -= 1) if (kinds.startsAt(folded, start)) return start;
    return -1;
  };
  /** Words as they stand in the text. */
  const written = matcherAt(part, (text, place, from) => {
    const { folded } = text;
    const start = startAround(folded, place);
    // Of a longer word only its beginning counts; the rest is skipped in stretches.
    const end = kinds.endOfWord(folded, Math.max(start, place), stretchLength);
    // A longer word that begins with the asked one matched before, up to a place within it.
    if (start < from || end <= start) return Math.max(end, place + 1);
    const last = Math.min(end, start + cutLength);
    const like = likenessOf(folded.slice(start, last));
    if (like === undefined || !isCased(text, start, last)) return Math.max(end, place + 1);
    return { start, end: like === 'beginning' ? start + test.asked.length : last, like };
  });
  if (cased !== undefined) return written;
  return eitherMatcher([written, joinedMatcher(part, likenessOf, kinds)]);
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
