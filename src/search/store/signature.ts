/** The beginnings of a note's words as a small set: rules out most notes that lack a word. */

import type { Steps } from '../../utils/slicing/steps';
import type { CharacterKinds } from '../text/character-kinds';

/**
 * For each word: its beginnings of these lengths, and all of it; for scripts without blanks, each pair of characters.
 * Of 10,000 notes, 501 may have a rare word by its beginnings of 3 and 5 letters, 19 by these (measured; ten have it).
 */
const isBeginning = (length: number): boolean =>
  (length >= minLength && length <= 6) || length === longestBeginning;
/** Shorter words have no signs. */
const minLength = 3;
const longestBeginning = 8;
const wholeWords = Infinity;
/** No query is longer. */
const maxWordLength = 2000;
/** Characters that are added in one step. */
const stepLength = 65_536;
/** Bits per unit of text: at one, one bit in five or twelve is set, as its notes repeat their words (measured). */
const bitsPerUnit = 1;
const minBits = 64;
const bitsOfByte = 8;
const maxBits = 65_536;

export class Signature {
  /** @param bits eight in each character: strings take a quarter less memory than as many arrays */
  private constructor(readonly bits: string) {}

  /** In steps; each step handles part of a long text. @param title its words are included */
  static *inSteps(folded: string, kinds: CharacterKinds, title = ''): Steps<Signature> {
    let size = minBits;
    while (size < maxBits && size < folded.length * bitsPerUnit) size *= 2;
    const bytes = new Uint8Array(size / bitsOfByte);
    const add = addingTo(bytes);
    for (let at = 0; at < folded.length; yield)
      at = forEachSign(folded, kinds, add, { from: at, to: at + stepLength });
    forEachSign(title, kinds, add);
    return new Signature(String.fromCharCode(...bytes));
  }

  /** @param bits of a signature that was kept @returns undefined for what is none */
  static ofBits(bits: string): Signature | undefined {
    return isSignature(bits) ? new Signature(bits) : undefined;
  }

  /** The same with the words of another title. */
  withTitle(title: string, kinds: CharacterKinds): Signature {
    const bytes = Uint8Array.from(this.bits, character => character.charCodeAt(0));
    forEachSign(title, kinds, addingTo(bytes));
    return new Signature(String.fromCharCode(...bytes));
  }

  /** False if the note has none of the words with these signs; true means unknown. */
  mayHave(signs: readonly number[]): boolean {
    return mayHaveSigns(this.bits, signs);
  }
}

/** Whether it has as many bits as a signature may have. */
export function isSignature(bits: string): boolean {
  const size = bits.length * bitsOfByte;
  return size >= minBits && size <= maxBits && (size & (size - 1)) === 0;
}

/** As `Signature.mayHave`, for notes that keep no object for it. @param bits of the signature */
export function mayHaveSigns(bits: string, signs: readonly number[]): boolean {
  const mask = bits.length - 1;
  for (const sign of signs)
    if ((bits.charCodeAt((sign >>> 3) & mask) & (1 << (sign & 7))) === 0) return false;
  return true;
}

/** Sets the bit of a sign. @param bytes as many as a power of two */
function addingTo(bytes: Uint8Array): (sign: number) => void {
  const mask = bytes.length - 1;
  return sign => {
    const at = (sign >>> 3) & mask;
    bytes[at] = (bytes[at] ?? 0) | (1 << (sign & 7));
  };
}

/** The signs of every text that contains a whole word, in such an order too. */
export function wholeWordSigns(word: string, kinds: CharacterKinds): number[] {
  return signsOf(word, kinds, wholeWords);
}

/** The signs of every text that contains `text`, its first word at the beginning of a word: the most selective first. */
export function signsOf(text: string, kinds: CharacterKinds, longest = longestBeginning): number[] {
  const signs = new Set<number>();
  forEachSign(text, kinds, sign => signs.add(sign), { longest });
  return [...signs].reverse();
}

interface Stretch {
  readonly from?: number;
  readonly to?: number;
  /** Limit for the letters of a word that count. */
  readonly longest?: number;
}

/** @returns the start of the next step: after the last word of this one. */
function forEachSign(
  text: string,
  kinds: CharacterKinds,
  add: (sign: number) => void,
  { from = 0, to = text.length, longest = wholeWords }: Stretch = {},
): number {
  const signs = { add, longest };
  let at = from;
  while (at < Math.min(to, text.length)) {
    const end = kinds.endOfWord(text, at, text.length);
    addWord(text, at, end, signs);
    if (end > at) at = end;
    else {
      if (kinds.isSpacelessAt(text, at) && kinds.isSpacelessAt(text, at + 1)) add(signOfPair(text, at));
      at += 1;
    }
  }
  return at;
}

interface WordSigns {
  readonly add: (sign: number) => void;
  /** See `Stretch`. */
  readonly longest: number;
}

/** Calls `add` for the signs of the word from `start` to `end`. */
function addWord(text: string, start: number, end: number, { add, longest }: WordSigns): void {
  const length = end - start;
  const isWhole = longest === wholeWords && length <= maxWordLength;
  const last = isWhole ? length : Math.min(length, longestBeginning);
  let mixed = 0;
  for (let read = 1; read <= last; read += 1) {
    mixed = mixedWith(mixed, text.charCodeAt(start + read - 1));
    if (isBeginning(read) || (isWhole && read === last && read >= minLength)) add(signOf(mixed));
  }
}

function signOfPair(text: string, at: number): number {
  return signOf(mixedWith(mixedWith(0, text.charCodeAt(at)), text.charCodeAt(at + 1)));
}

function mixedWith(mixed: number, unit: number): number {
  return Math.imul(mixed ^ unit, 0x5bd1e995);
}

/** Mixed so that the low bits depend on all letters. */
function signOf(mixed: number): number {
  return Math.imul(mixed ^ (mixed >>> 15), 0x2c1b3c6d) >>> 8;
}
