import { signsOf } from '../../store/signature';
import { FoldedFinder, type MatchRules } from './finder';
import type { Literal } from './literal-finder';
import { NeedlePlaces } from './needle';

/** Longer than any word: keeps the work proportional to the text. */
const maxRunLength = 100;
const star = '*';
const anyLetter = '?';

/** `*` matches any letters of a word, `?` one. Matches at the start of words. */
export class WildcardFinder extends FoldedFinder {
  protected override readonly signs: readonly number[];
  readonly #pattern: string;
  readonly #cased: string;
  /** The longest part without wildcards, which is searched first; undefined if there is none. */
  readonly #anchor: NeedlePlaces | undefined;
  readonly #beginsWild: boolean;
  /** The earliest start of the next match, and of the search for its anchor. */
  #at = 0;
  #lookFrom = 0;

  constructor({ folded, cased }: Literal, rules: MatchRules) {
    super(rules);
    this.#pattern = folded.replace(/\*+/gu, () => star);
    this.#cased = cased.replace(/\*+/gu, () => star);
    const stretches = this.#pattern.split(/[*?]+/u);
    this.#beginsWild = stretches[0] === '';
    const inOrderOfLength = stretches.toSorted((a, b) => b.length - a.length);
    // If a pattern begins without a wildcard, its beginning is where a match begins.
    const anchor = (this.#beginsWild ? inOrderOfLength[0] : stretches[0]) ?? '';
    this.signs = this.#beginsWild ? [] : signsOf(anchor, rules.kinds);
    this.#anchor = anchor === '' ? undefined : new NeedlePlaces(anchor);
  }

  mayMatch(folded: string): boolean {
    return this.#anchor?.mayStandIn(folded) ?? true;
  }

  protected begin(): void {
    this.#anchor?.mayStandIn(this.text.folded);
    this.#at = 0;
    this.#lookFrom = 0;
  }

  next(limit: number): boolean {
    const last = Math.min(limit, this.text.folded.length);
    while (this.#lookFrom < last) {
      const from = this.#lookFrom;
      const found = this.#anchor === undefined ? from : this.#anchor.next(from, last);
      this.#lookFrom = found < 0 ? last : found + 1;
      // A word that begins here may have its anchor after the limit.
      if (found < 0) this.#at = Math.max(this.#at, last - maxRunLength);
      else if (this.#matchNear(found)) return true;
    }
    return false;
  }

  /** Tries the words that a found anchor may belong to, then continues after them. */
  #matchNear(found: number): boolean {
    const first = this.#beginsWild ? this.#wordStart(found) : found;
    for (let start = Math.max(first, this.#at); start <= found; start += 1) {
      if (!this.rules.kinds.startsAt(this.text.folded, start)) continue;
      const end = this.#endOfMatch(start);
      if (end <= start) continue;
      this.start = start;
      this.end = end;
      this.#at = end;
      this.#lookFrom = end;
      return true;
    }
    this.#at = found + 1;
    return false;
  }

  #wordStart(at: number): number {
    const { folded } = this.text;
    let start = at;
    while (start > this.#at && at - start < maxRunLength && this.rules.kinds.isWordAt(folded, start - 1))
      start -= 1;
    return start;
  }

  #endOfMatch(start: number): number {
    const { kinds, caseSensitive } = this.rules;
    const { folded } = this.text;
    const isLetter = (at: number): boolean => kinds.isLetterAt(folded, at);
    const end = matchWildcards(this.#pattern, folded, start, isLetter, at => this.endsRight(at));
    if (end < 0 || !caseSensitive) return end;
    const cased = this.casedText(start, end);
    const casedEnd = matchWildcards(
      this.#cased,
      cased,
      0,
      at => kinds.isLetterAt(cased, at),
      at => at === cased.length,
    );
    return casedEnd < 0 ? -1 : end;
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
