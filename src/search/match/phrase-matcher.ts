import { itemAt } from '../../utils/item-at';
import { maxIndexOfLength, PrefixMatcher } from '../../utils/text/text-search';
import type { SearchText } from '../text/search-text';
import type { Literal } from './literal-matcher';
import {
  casedText,
  likenessAt,
  type Matcher,
  type Matches,
  type MatchRules,
  type Span,
  stretchLength,
} from './matcher';
import { Needle } from './needle';

const blanks = /\s+/gu;
/** With more words, comparing all of them at each position takes longer than reading every character. */
const maxAnchored = 8;
/** Words with more blanks between them are not consecutive. */
const widestGap = 1000;
const lineFeed = 0x0a;

/**
 * Consecutive words, anywhere. Between two of them there may be any blanks and one line break, so that a
 * phrase is found across lines, but not across paragraphs.
 */
export class PhraseMatcher implements Matcher {
  readonly #words: readonly string[];
  readonly #anchor: Needle;
  readonly #isShort: boolean;
  readonly #cased: string;

  /** @param phrase with at least two words */
  constructor(
    { folded, cased }: Literal,
    private readonly rules: MatchRules,
  ) {
    this.#words = folded.split(blanks);
    this.#cased = cased.replace(blanks, () => ' ');
    this.#isShort = isShortPhrase(folded);
    this.#anchor = new Needle(longestOf(this.#words));
  }

  mayMatch({ folded }: SearchText): boolean {
    return this.#anchor.mayStandIn(folded);
  }

  *matches(text: SearchText): Matches {
    let behind = 0;
    const places = this.#isShort
      ? anchoredPlaces(text.folded, this.#words, this.#anchor)
      : streamedPlaces(text.folded, this.#words);
    for (const place of places) {
      if (place === undefined) {
        yield undefined;
        continue;
      }
      const [start, end] = place;
      if (start < behind || !this.#isMatch(text, start, end)) continue;
      behind = end;
      yield { start, end, like: likenessAt(this.rules.kinds, text.folded, end) };
    }
  }

  #isMatch(text: SearchText, start: number, end: number): boolean {
    const { kinds, caseSensitive, wholeWord } = this.rules;
    if (wholeWord && !(kinds.startsAt(text.folded, start) && kinds.endsAt(text.folded, end))) return false;
    return !caseSensitive || casedText(text, start, end).replace(blanks, () => ' ') === this.#cased;
  }
}

/** Whether a phrase is found as fast as a word. */
export function isShortPhrase(folded: string): boolean {
  return folded.length <= maxIndexOfLength && folded.split(blanks).length <= maxAnchored;
}

function longestOf(words: readonly string[]): string {
  return itemAt(
    words.toSorted((a, b) => b.length - a.length),
    0,
  );
}

/** For few words: searches for the longest, and compares the others around it. Places may overlap. */
function* anchoredPlaces(
  text: string,
  words: readonly string[],
  anchor: Needle,
): Generator<Span | undefined, void> {
  const place = words.indexOf(anchor.text);
  const before = words.slice(0, place).reverse();
  const behind = words.slice(place + 1);
  for (const at of anchor.placesIn(text)) {
    if (at === undefined) {
      yield undefined;
      continue;
    }
    const start = startBefore(text, before, at);
    const end = start < 0 ? -1 : endBehind(text, behind, at + anchor.text.length);
    if (end >= 0) yield [start, end];
  }
}

/** Where the words begin that stand before a place, the last first; -1 if they do not stand there. */
function startBefore(text: string, words: readonly string[], at: number): number {
  let start = at;
  for (const word of words) {
    let end = start;
    while (end > 0 && start - end <= widestGap && isBlank(text.charCodeAt(end - 1))) end -= 1;
    if (!isOneGap(text, end, start) || !text.startsWith(word, end - word.length)) return -1;
    start = end - word.length;
  }
  return start;
}

/** Where the words end that stand behind a place; -1 if they do not stand there. */
function endBehind(text: string, words: readonly string[], at: number): number {
  let end = at;
  for (const word of words) {
    let start = end;
    while (start - end <= widestGap && isBlank(text.charCodeAt(start))) start += 1;
    if (!isOneGap(text, end, start) || !text.startsWith(word, start)) return -1;
    end = start + word.length;
  }
  return end;
}

/** For many words: reads the text once, each gap as one blank, so that no text makes it slow. */
function* streamedPlaces(text: string, words: readonly string[]): Generator<Span | undefined, void> {
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

/** One or more blanks, with at most one line break. */
function isOneGap(text: string, start: number, end: number): boolean {
  let breaks = 0;
  for (let at = start; at < end; at += 1) if (text.charCodeAt(at) === lineFeed) breaks += 1;
  return end > start && end - start <= widestGap && breaks <= 1;
}
