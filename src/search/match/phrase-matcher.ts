import { itemAt } from '../../utils/item-at';
import { maxIndexOfLength, PrefixMatcher } from '../../utils/text/text-search';
import type { SearchText } from '../text/search-text';
import {
  casedText,
  likenessAt,
  type Literal,
  type Match,
  type Matcher,
  matcherAt,
  type MatchRules,
  type Span,
  stretchLength,
} from './matcher';

const blanks = /\s+/gu;
/** With more words, comparing all of them at each position takes longer than reading every character. */
const maxCompared = 8;
/** Words with more blanks between them are not consecutive. */
const widestGap = 1000;
const lineFeed = 0x0a;

/** Whether a phrase is found as fast as a word. */
export function isShortPhrase(folded: string): boolean {
  return folded.length <= maxIndexOfLength && folded.split(blanks).length <= maxCompared;
}

/**
 * Consecutive words, anywhere. Between two of them there may be any blanks and one line break, so that a
 * phrase is found across lines, but not across paragraphs.
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
  const byFirst = matcherAt(first, (text, start) => {
    const end = endBehind(text.folded, others, start + first.length);
    return (end < 0 ? undefined : matchOf(text, [start, end])) ?? start + 1;
  });
  if (isShortPhrase(phrase.folded)) return byFirst;
  return {
    mayMatch: text => byFirst.mayMatch(text),
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

/** Where the words end that stand behind a place; -1 if they do not stand there. */
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

/** For many words: reads each gap as one blank, so that no text makes it slow. Places may overlap. */
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
    // A matcher that was reset takes no blank.
    if (gap > 0 && matcher.matched > 0) take(0x20, at - 1);
    [gap, breaks] = [0, 0];
    if (take(unit, at)) yield [itemAt(places, taken % places.length), at + 1];
  }
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
