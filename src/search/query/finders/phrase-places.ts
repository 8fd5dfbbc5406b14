import { PrefixMatcher } from '../../../utils/text/text-search';
import { NeedlePlaces } from './needle';
import { itemAt } from '../../../utils/item-at';

/** The positions of consecutive words in one text after another. */
export interface PhrasePlaces {
  /** False if the words are not in a text; true means unknown. */
  mayStandIn(folded: string): boolean;
  open(folded: string): void;
  /** Goes to the next position before the limit; positions may overlap. */
  next(limit: number): boolean;
  readonly start: number;
  readonly end: number;
}

/** Words with more blanks between them are not consecutive. */
const widestGap = 1000;
const lineFeed = 0x0a;

/** For few words: searches for the longest, and compares the others around it. */
export class AnchoredPhrase implements PhrasePlaces {
  start = 0;
  end = 0;
  readonly #anchor: NeedlePlaces;
  readonly #before: readonly string[];
  readonly #behind: readonly string[];
  readonly #length: number;
  #text = '';
  #at = 0;

  constructor(words: readonly string[]) {
    const [longest = ''] = words.toSorted((a, b) => b.length - a.length);
    const place = words.indexOf(longest);
    this.#anchor = new NeedlePlaces(longest);
    this.#before = words.slice(0, place).reverse();
    this.#behind = words.slice(place + 1);
    this.#length = longest.length;
  }

  mayStandIn(folded: string): boolean {
    return this.#anchor.mayStandIn(folded);
  }

  open(folded: string): void {
    this.#anchor.mayStandIn(folded);
    this.#text = folded;
    this.#at = 0;
  }

  next(limit: number): boolean {
    for (;;) {
      const at = this.#at < limit ? this.#anchor.next(this.#at, limit) : -1;
      if (at < 0) break;
      this.#at = at + 1;
      const start = this.#startBefore(at);
      const end = start < 0 ? -1 : this.#endBehind(at + this.#length);
      if (end < 0) continue;
      this.start = start;
      this.end = end;
      return true;
    }
    this.#at = Math.max(this.#at, limit);
    return false;
  }

  /** The start of the words before the anchor; -1 if they are not there. */
  #startBefore(at: number): number {
    const text = this.#text;
    let start = at;
    for (const word of this.#before) {
      let end = start;
      while (end > 0 && start - end <= widestGap && isBlank(text.charCodeAt(end - 1))) end -= 1;
      if (!isOneGap(text, end, start) || !text.startsWith(word, end - word.length)) return -1;
      start = end - word.length;
    }
    return start;
  }

  /** The end of the words after the anchor; -1 if they are not there. */
  #endBehind(at: number): number {
    const text = this.#text;
    let end = at;
    for (const word of this.#behind) {
      let start = end;
      while (start - end <= widestGap && isBlank(text.charCodeAt(start))) start += 1;
      if (!isOneGap(text, end, start) || !text.startsWith(word, start)) return -1;
      end = start + word.length;
    }
    return end;
  }
}

/** For many words: reads the text once, each gap as one blank, so that no text makes it slow. */
export class StreamedPhrase implements PhrasePlaces {
  start = 0;
  end = 0;
  readonly #anchor: NeedlePlaces;
  readonly #matcher: PrefixMatcher;
  /** Ring buffer with the positions of the last units. */
  readonly #places: Int32Array;
  #taken = 0;
  #text = '';
  #at = 0;
  /** Blanks before the next unit, and line breaks among them. */
  #gap = 0;
  #breaks = 0;

  constructor(words: readonly string[]) {
    this.#anchor = new NeedlePlaces(
      itemAt(
        words.toSorted((a, b) => b.length - a.length),
        0,
      ),
    );
    this.#matcher = new PrefixMatcher(words.join(' '));
    this.#places = new Int32Array(this.#matcher.wanted.length);
  }

  mayStandIn(folded: string): boolean {
    return this.#anchor.mayStandIn(folded);
  }

  open(folded: string): void {
    this.#text = folded;
    this.#at = 0;
    this.#begin();
  }

  next(limit: number): boolean {
    const text = this.#text;
    while (this.#at < text.length && this.#candidate() < limit) {
      const at = this.#at;
      const unit = text.charCodeAt(at);
      this.#at += 1;
      if (isBlank(unit)) {
        this.#gap += 1;
        if (unit === lineFeed) this.#breaks += 1;
        if (this.#gap > widestGap || this.#breaks > 1) this.#begin();
        continue;
      }
      if (this.#gap > 0) this.#take(0x20, at - 1);
      [this.#gap, this.#breaks] = [0, 0];
      if (!this.#take(unit, at)) continue;
      this.start = this.#places[this.#taken % this.#places.length] ?? 0;
      this.end = at + 1;
      return true;
    }
    return false;
  }

  #take(unit: number, at: number): boolean {
    this.#places[this.#taken % this.#places.length] = at;
    this.#taken += 1;
    return this.#matcher.take(unit);
  }

  /** The earliest possible start of the next match. */
  #candidate(): number {
    const { matched } = this.#matcher;
    if (matched === 0) return this.#at;
    return this.#places[(this.#taken - matched) % this.#places.length] ?? this.#at;
  }

  #begin(): void {
    this.#matcher.reset();
    this.#taken = 0;
    this.#gap = 0;
    this.#breaks = 0;
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
