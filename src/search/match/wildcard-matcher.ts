import type { SearchText } from '../text/search-text';
import type { Literal } from './literal-matcher';
import { casedText, likenessAt, type Matcher, type Matches, type MatchRules, stretchLength } from './matcher';
import { Needle } from './needle';

/** Longer than any word: keeps the work proportional to the text. */
const maxRunLength = 100;
const star = '*';
const anyLetter = '?';

/** `*` matches any letters of a word, `?` one. Matches at the start of words. */
export class WildcardMatcher implements Matcher {
  readonly #pattern: string;
  readonly #cased: string;
  /** The longest part without wildcards, which is searched first; undefined if there is none. */
  readonly #anchor: Needle | undefined;
  readonly #beginsWild: boolean;

  constructor(
    { folded, cased }: Literal,
    private readonly rules: MatchRules,
  ) {
    this.#pattern = folded.replace(/\*+/gu, () => star);
    this.#cased = cased.replace(/\*+/gu, () => star);
    const stretches = this.#pattern.split(/[*?]+/u);
    this.#beginsWild = stretches[0] === '';
    const inOrderOfLength = stretches.toSorted((a, b) => b.length - a.length);
    // If a pattern begins without a wildcard, its beginning is where a match begins.
    const anchor = (this.#beginsWild ? inOrderOfLength[0] : stretches[0]) ?? '';
    this.#anchor = anchor === '' ? undefined : new Needle(anchor);
  }

  mayMatch({ folded }: SearchText): boolean {
    return this.#anchor?.mayStandIn(folded) ?? true;
  }

  *matches(text: SearchText): Matches {
    const { folded } = text;
    let behind = 0;
    for (const found of this.#anchor?.placesIn(folded) ?? placesOf(folded)) {
      if (found === undefined) {
        yield undefined;
        continue;
      }
      if (found < behind) continue;
      const match = this.#matchNear(text, found, behind);
      behind = match?.[1] ?? found + 1;
      if (match === undefined) continue;
      const [start, end] = match;
      yield { start, end, like: likenessAt(this.rules.kinds, folded, end) };
    }
  }

  /** Tries the words that a found anchor may belong to. */
  #matchNear(
    text: SearchText,
    found: number,
    behind: number,
  ): readonly [start: number, end: number] | undefined {
    const { kinds } = this.rules;
    let first = found;
    if (this.#beginsWild)
      while (first > behind && found - first < maxRunLength && kinds.isWordAt(text.folded, first - 1))
        first -= 1;
    for (let start = Math.max(first, behind); start <= found; start += 1) {
      if (!kinds.startsAt(text.folded, start)) continue;
      const end = this.#endOfMatch(text, start);
      if (end > start) return [start, end];
    }
    return undefined;
  }

  #endOfMatch(text: SearchText, start: number): number {
    const { kinds, caseSensitive, wholeWord } = this.rules;
    const { folded } = text;
    const mayEnd = (at: number): boolean => !wholeWord || kinds.endsAt(folded, at);
    const end = matchWildcards(this.#pattern, folded, start, at => kinds.isLetterAt(folded, at), mayEnd);
    if (end < 0 || !caseSensitive) return end;
    const cased = casedText(text, start, end);
    const isLetter = (at: number): boolean => kinds.isLetterAt(cased, at);
    return matchWildcards(this.#cased, cased, 0, isLetter, at => at === cased.length) < 0 ? -1 : end;
  }
}

/** Every place of a text, for a pattern of wildcards alone. */
function* placesOf(folded: string): Generator<number | undefined, void> {
  for (let at = 0; at < folded.length; at += 1) {
    yield at;
    if (at % stretchLength === stretchLength - 1) yield undefined;
  }
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
