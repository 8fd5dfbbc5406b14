/**
 * One form of a text for all its spellings: case, diacritics and Unicode form do not count. Compatibility forms become
 * plain ones (`ﬁ` is `fi`, `Ａ` is `a`), marks that only vary a letter go away, letters with a stroke lose it, and
 * typographic quotes and dashes become those of a keyboard. Marks that make another letter stay: those of kana, Hangul
 * and Indic scripts.
 */

import { codePointAt } from '../../utils/text/pieces';
import { countBefore, itemAt } from '../../utils/collections';
import { rest, type SliceTurn } from '../../utils/slicing/time-slicer';

/** A stretch of a text, half-open. */
export type Span = readonly [start: number, end: number];

interface FoldedText {
  readonly folded: string;
  readonly map: FoldMap;
}

/**
 * Maps folded text to its original: only the places are stored where the distance between both texts changes.
 *
 * Two numbers per segment: its start in the folded text, and twice its start in the original, plus one for a
 * cluster. A cluster is mapped as a whole; in other segments each unit maps to one unit.
 */
export class FoldMap {
  readonly #segments: Int32Array;

  /** @param segments none for a text whose fold changes no length */
  constructor(segments: readonly number[] = []) {
    this.#segments = Int32Array.from(segments);
  }

  get bytes(): number {
    return this.#segments.byteLength + 160;
  }

  /** The stretch of the original that a stretch of the folded text came from, in whole characters. */
  originalSpan(start: number, end: number): Span {
    const from = this.#moved(start, 0, false);
    return [from, Math.max(from, end <= 0 ? 0 : this.#moved(end, 0, true))];
  }

  foldedSpan(start: number, end: number): Span {
    return [this.#moved(start, 1, false), end <= 0 ? 0 : this.#moved(end, 1, true)];
  }

  /** Maps a place to the other text, and one within a cluster to its start or end. @param side of the place: folded or original */
  #moved(place: number, side: 0 | 1, isEnd: boolean): number {
    const unit = isEnd ? place - 1 : place;
    const segment = countBefore(this.#segments.length / 2, at => this.#startOf(at, side) <= unit) - 1;
    if (segment < 0) return place;
    const other = side === 0 ? 1 : 0;
    const isCluster = (itemAt(this.#segments, segment * 2 + 1) & 1) === 1;
    if (isCluster) return this.#startOf(isEnd ? segment + 1 : segment, other);
    return place + this.#startOf(segment, other) - this.#startOf(segment, side);
  }

  #startOf(segment: number, side: 0 | 1): number {
    const start = itemAt(this.#segments, segment * 2 + side);
    return side === 0 ? start : start >> 1;
  }
}

/** No flag `u`: it takes twice as long for texts beyond Latin-1 (measured). */
const beyondAscii = /[^\0-\x7F]/;
const beyondAsciiEach = /[^\0-\x7F]/gu;
const maxRemembered = 4096;
/** Characters that are folded without a pause. */
const stepLength = 4096;
const sameLength = new FoldMap();

interface FoldRules {
  /** Folds ASCII, and letters that `cluster` folds in the same way. */
  plain(text: string): string;
  /** Folds one character with the marks after it. */
  cluster(text: string): string;
  /** Whether marks that stay map to places of their own, or to that of their character. */
  readonly placesMarks: boolean;
}

const forSearch: FoldRules = {
  plain: text => text.toLowerCase(),
  cluster: text => foldCluster(text).toLowerCase(),
  placesMarks: false,
};

/**
 * Folds texts and caches how characters fold, so keep one instance. Line feeds and carriage returns stay
 * unchanged: both texts have the same lines. Takes time proportional to the text, and makes it at most four
 * times as long.
 */
export class TextFolder {
  /** For each unit, 1 if it is plain, 2 if not, 0 while that is unknown. */
  readonly #kinds = new Uint8Array(0x10000);
  readonly #clusters = new Map<string, string>();

  constructor(readonly rules: FoldRules = forSearch) {}

  fold(text: string): FoldedText {
    if (!beyondAscii.test(text)) return { folded: this.rules.plain(text), map: sameLength };
    const folding = new Folding(text, this);
    folding.foldTo(text.length);
    return folding.result();
  }

  /** Like `fold`, with pauses in a long text. */
  async foldLong(text: string, turn: SliceTurn): Promise<FoldedText> {
    if (text.length <= stepLength) return this.fold(text);
    const folding = new Folding(text, this);
    for (let end = stepLength; end < text.length; end += stepLength) {
      folding.foldTo(end);
      await rest(turn);
    }
    folding.foldTo(text.length);
    return folding.result();
  }

  isPlain(unit: number): boolean {
    const known = this.#kinds[unit];
    if (known === 1 || known === 2) return known === 1;
    const letter = String.fromCharCode(unit);
    const isSurrogate = unit >= 0xd800 && unit <= 0xdfff;
    // At the end of a word a capital sigma would become another letter.
    const isAlone = !isSurrogate && letter !== 'Σ' && !continuesCluster(unit);
    const isPlain = isAlone && this.rules.cluster(letter) === this.rules.plain(letter);
    this.#kinds[unit] = isPlain && this.rules.plain(letter).length === 1 ? 1 : 2;
    return this.#kinds[unit] === 1;
  }

  foldOf(cluster: string): string {
    const known = this.#clusters.get(cluster);
    if (known !== undefined) return known;
    const folded = this.rules.cluster(cluster);
    if (this.#clusters.size >= maxRemembered) this.#clusters.clear();
    this.#clusters.set(cluster, folded);
    return folded;
  }
}

class Folding {
  #folded = '';
  /** Parts of the current step: a text can have millions of them. */
  #parts: string[] = [];
  /** See `FoldMap`; empty while each unit maps to one unit. */
  readonly #segments: number[] = [];
  #at = 0;
  #length = 0;

  constructor(
    private readonly text: string,
    private readonly folder: TextFolder,
  ) {}

  result(): FoldedText {
    const segments = this.#segments;
    return { folded: this.#folded, map: segments.length === 0 ? sameLength : new FoldMap(segments) };
  }

  /** Folds the characters that begin before a place. */
  foldTo(limit: number): void {
    const { text } = this;
    const plain = text.slice(this.#at, limit);
    if (beyondAscii.test(plain) || (limit < text.length && continuesCluster(text.charCodeAt(limit))))
      while (this.#at < limit) this.#foldSome(limit);
    else this.#push(this.folder.rules.plain(plain), limit);
    this.#folded += this.#parts.join('');
    this.#parts = [];
  }

  /** Folds plain letters, and the character after them. */
  #foldSome(limit: number): void {
    const { text, folder } = this;
    let end = this.#at;
    while (end < limit && folder.isPlain(text.charCodeAt(end))) end += 1;
    // The last of these letters has marks after it.
    if (end > this.#at && end < text.length && continuesCluster(text.charCodeAt(end))) end -= 1;
    this.#push(folder.rules.plain(text.slice(this.#at, end)), end);
    if (end < limit) this.#foldCluster(clusterEnd(text, end));
  }

  #foldCluster(end: number): void {
    const start = this.#at;
    const cluster = this.text.slice(start, end);
    const folded = this.folder.foldOf(cluster);
    const isOneToOne = this.folder.rules.placesMarks || clusterEnd(cluster, 0, 1) === cluster.length;
    if (folded.length === cluster.length && isOneToOne) {
      this.#push(folded, end);
      return;
    }
    const segments = this.#segments;
    if (segments.length === 0) segments.push(0, 0);
    // Nothing is between this cluster and the one before.
    if (segments.at(-2) === this.#length && segments.at(-1) === start * 2) segments.length -= 2;
    segments.push(this.#length, start * 2 + 1);
    this.#push(folded, end);
    segments.push(this.#length, end * 2);
  }

  #push(folded: string, end: number): void {
    this.#parts.push(folded);
    this.#length += folded.length;
    this.#at = end;
  }
}

export function foldKeepingCase(text: string): string {
  if (!beyondAscii.test(text)) return text;
  let folded = '';
  for (let at = 0; at < text.length;) {
    const end = clusterEnd(text, at);
    folded += foldCluster(text.slice(at, end));
    at = end;
  }
  return folded;
}

/** A longer run of marks is folded in parts: normalizing takes quadratic time in the length of a run. */
const maxClusterLength = 64;

function clusterEnd(text: string, start: number, longest = maxClusterLength): number {
  let end = start + (codePointAt(text, start) > 0xffff ? 2 : 1);
  while (end < text.length && end - start < longest && continuesCluster(text.charCodeAt(end))) end += 1;
  return end;
}

/** Belongs to the previous character. Jamo and half-width voice marks compose with it. */
const continuation = /^[\p{M}\u00AD\u180E\u200B-\u200D\u2060\uFEFF\u1160-\u11FF\uD7B0-\uD7FF\uFF9E\uFF9F]$/u;

/** Whether a UTF-16 unit is folded together with the one before it. */
function continuesCluster(unit: number): boolean {
  return unit > 0x7f && continuation.test(String.fromCharCode(unit));
}

/** A character that would become more than this many times as long, such as U+FDFA with its 18, stays as it is. */
const maxExpansion = 4;

/**
 * Marks of Latin, Greek, Cyrillic, Hebrew and Arabic, variation selectors, and characters without width. Kana's
 * voice marks are of the inherited script too, but make other letters.
 */
const dropped =
  /(?!\u3099|\u309A)\p{Script=Inherited}|(?=\p{Mn})[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Cyrillic}]|[\u00AD\u0640\u200B\u2060\uFEFF]/gu;

const replacements: ReadonlyMap<string, string> = new Map([
  ...pairs('ßẞæÆœŒ', 'ss SS ae AE oe OE'),
  ...pairs('øØłŁđĐħĦŧŦıς', 'o O l L d D h H t T i σ'),
  ...pairs('\u2010\u2011\u2012\u2013\u2014\u2015\u2212', '- - - - - - -'),
  ...pairs('\u2018\u2019\u201A\u201B\u2032', "' ' ' ' '"),
  ...pairs('\u201C\u201D\u201E\u201F\u2033', '" " " " "'),
  ...pairs('\u2044', '/'),
]);

function pairs(from: string, to: string): [string, string][] {
  const plain = to.split(' ');
  return Array.from(from, (char, index) => [char, plain[index] ?? char]);
}

/** Folds one character with the marks after it, keeping its case. */
function foldCluster(cluster: string): string {
  const plain = reduced(cluster.normalize('NFKD'));
  return plain.length <= maxExpansion * cluster.length ? plain : reduced(cluster.normalize('NFD'));
}

function reduced(decomposed: string): string {
  return decomposed
    .replace(dropped, () => '')
    .replace(beyondAsciiEach, char => replacements.get(char) ?? char)
    .normalize('NFC');
}
