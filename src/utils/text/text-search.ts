/**
 * Searches for a text from outside in time proportional to both lengths, whatever they contain. JavaScript's own search
 * can take their product: half a second for 2,000 characters in a megabyte, seconds for longer ones.
 */

import { itemAt } from '../collections';
import { rest, type SliceTurn } from '../slicing/time-slicer';

/** Measured on the worst texts known: up to 256 characters, JavaScript's search takes at most 25 ms per megabyte. */
export const maxIndexOfLength = 128;

export interface Found {
  /** Offsets, the first `limit` of them. */
  readonly offsets: readonly number[];
  readonly count: number;
}

export class TextNeedle {
  readonly #search: PrefixSearch | undefined;

  constructor(readonly text: string) {
    this.#search = text.length > maxIndexOfLength ? new PrefixSearch(text) : undefined;
  }

  /** The first place from `from` on and before `limit` where the text begins; -1 if there is none. */
  indexIn(text: string, from = 0, limit = Infinity): number {
    if (this.#search !== undefined) return this.#search.indexIn(text, from, limit);
    const end = limit + this.text.length - 1;
    return (end < text.length ? text.slice(0, Math.max(0, end)) : text).indexOf(this.text, from);
  }
}

export function contains(text: string, wanted: string): boolean {
  if (wanted.length <= maxIndexOfLength) return text.includes(wanted);
  return wanted.length <= text.length && new TextNeedle(wanted).indexIn(text) >= 0;
}

/** The first place at or after `from` where `wanted` begins; -1 if there is none. */
export function placeOf(text: string, wanted: string, from = 0): number {
  return new TextNeedle(wanted).indexIn(text, from);
}

/** The parts between occurrences of `separator`; the whole text if it is empty or does not occur. */
export function partsBetween(text: string, separator: string): string[] {
  if (separator === '') return [text];
  const needle = new TextNeedle(separator);
  const parts: string[] = [];
  let start = 0;
  for (let at = needle.indexIn(text); at >= 0; at = needle.indexIn(text, start)) {
    parts.push(text.slice(start, at));
    start = at + separator.length;
  }
  return [...parts, text.slice(start)];
}

/** UTF-16 units that are searched without a pause: some milliseconds for the worst texts. */
const portion = 131_072;

/** Every place where `wanted`, not empty, occurs, also where it begins inside the place before. */
export function occurrences(text: string, wanted: string, limit: number): Found {
  return new PlaceFinder(text, wanted, true, limit).readTo(text.length);
}

/**
 * The same for a text of any size. @param mayOverlap whether a place may begin inside the one before
 * @throws like `SliceTurn.pause`
 */
export async function occurrencesInTurns(
  text: string,
  wanted: string,
  { mayOverlap, limit }: { readonly mayOverlap: boolean; readonly limit: number },
  turn: SliceTurn,
): Promise<Found> {
  const places = new PlaceFinder(text, wanted, mayOverlap, limit);
  for (let end = portion; end < text.length; end += portion) {
    places.readTo(end);
    await rest(turn);
  }
  return places.readTo(text.length);
}

class PlaceFinder {
  readonly #offsets: number[] = [];
  #count = 0;
  readonly #needle: TextNeedle;
  readonly #step: number;
  #at = 0;

  constructor(
    private readonly text: string,
    wanted: string,
    mayOverlap: boolean,
    private readonly limit: number,
  ) {
    this.#needle = new TextNeedle(wanted);
    this.#step = mayOverlap ? 1 : wanted.length;
  }

  /** Continues with the places that begin before an offset. @returns all so far */
  readTo(end: number): Found {
    for (;;) {
      const at = this.#needle.indexIn(this.text, this.#at, end);
      if (at < 0) break;
      if (this.#count < this.limit) this.#offsets.push(at);
      this.#count += 1;
      this.#at = at + this.#step;
    }
    this.#at = Math.max(this.#at, end);
    return { offsets: this.#offsets, count: this.#count };
  }
}

/** Knuth, Morris and Pratt: takes one unit after another, and says where the wanted text ends. */
export class PrefixMatcher {
  readonly #borders: Int32Array;
  #matched = 0;

  /** @param wanted not empty */
  constructor(readonly wanted: string) {
    this.#borders = bordersOf(wanted);
  }

  /** How many of the last units may begin the wanted text; after a match, those of an overlapping one. */
  get matched(): number {
    return this.#matched;
  }

  reset(): void {
    this.#matched = 0;
  }

  /** Takes the next unit. @returns whether the wanted text ends with it */
  take(unit: number): boolean {
    const { wanted } = this;
    while (this.#matched > 0 && wanted.charCodeAt(this.#matched) !== unit)
      this.#matched = itemAt(this.#borders, this.#matched - 1);
    if (wanted.charCodeAt(this.#matched) === unit) this.#matched += 1;
    if (this.#matched < wanted.length) return false;
    this.#matched = itemAt(this.#borders, this.#matched - 1);
    return true;
  }
}

/** Continues where it stopped for the same text and rising offsets, so that finding all matches is linear too. */
class PrefixSearch {
  readonly #matcher: PrefixMatcher;
  #text = '';
  /** The next unit to look at. */
  #at = 0;
  /** Nothing is known before this offset. */
  #known = 0;

  constructor(wanted: string) {
    this.#matcher = new PrefixMatcher(wanted);
  }

  indexIn(text: string, from: number, limit: number): number {
    const matcher = this.#matcher;
    if (from < this.#known || from > this.#at || text !== this.#text) this.#begin(text, from);
    this.#known = from;
    while (this.#at < text.length && this.#at - matcher.matched < limit) {
      const isFound = matcher.take(text.charCodeAt(this.#at));
      this.#at += 1;
      const start = this.#at - matcher.wanted.length;
      if (!isFound || start < from) continue;
      this.#known = start + 1;
      return start;
    }
    return -1;
  }

  #begin(text: string, from: number): void {
    this.#matcher.reset();
    this.#text = text;
    this.#at = from;
  }
}

/** For each prefix of `wanted`, the length of its longest border: a part that both begins and ends it. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length);
  let border = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    const code = wanted.charCodeAt(at);
    while (border > 0 && wanted.charCodeAt(border) !== code) border = itemAt(borders, border - 1);
    if (wanted.charCodeAt(border) === code) border += 1;
    borders[at] = border;
  }
  return borders;
}
