/** The beginnings of a note's words as a small set: rules out most notes that lack a word. */

import type { Steps } from '../../utils/slicing/steps';
import type { CharacterKinds } from '../text/character-kinds';

/** For each word: its first few letters in two lengths, and all; for scripts without blanks, each pair of characters. */
const shortBeginning = 3;
const longBeginning = 5;
const wholeWords = Infinity;
/** No query is longer. */
const maxWordLength = 2000;
/** Characters that are added in one step. */
const stepLength = 65_536;
/** Bits per unit of text: at one, every fifth bit is set in English prose, and a rare word passes one in 25. */
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
    const size = bits.length * bitsOfByte;
    const isSize = size >= minBits && size <= maxBits && (size & (size - 1)) === 0;
    return isSize ? new Signature(bits) : undefined;
  }

  /** The same with the words of another title. */
  withTitle(title: string, kinds: CharacterKinds): Signature {
    const bytes = Uint8Array.from(this.bits, character => character.charCodeAt(0));
    forEachSign(title, kinds, addingTo(bytes));
    return new Signature(String.fromCharCode(...bytes));
  }

  /** False if the note has none of the words with these signs; true means unknown. */
  mayHave(signs: readonly number[]): boolean {
    const mask = this.bits.length - 1;
    for (const sign of signs)
      if ((this.bits.charCodeAt((sign >>> 3) & mask) & (1 << (sign & 7))) === 0) return false;
    return true;
  }
}

/** Sets the bit of a sign. @param bytes as many as a power of two */
function addingTo(bytes: Uint8Array): (sign: number) => void {
  const mask = bytes.length - 1;
  return sign => {
    const at = (sign >>> 3) & mask;
    bytes[at] = (bytes[at] ?? 0) | (1 << (sign & 7));
  };
}

/** The signs of every text that contains a whole word: the most selective first. */
export function wholeWordSigns(word: string, kinds: CharacterKinds): number[] {
  return signsOf(word, kinds, wholeWords).reverse();
}

/** The signs of every text that contains `text`, its first word at the beginning of a word. */
export function signsOf(text: string, kinds: CharacterKinds, longest = longBeginning): number[] {
  const signs = new Set<number>();
  forEachSign(text, kinds, sign => signs.add(sign), { longest });
  return [...signs];
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
  let at = from;
  while (at < Math.min(to, text.length)) {
    const end = kinds.endOfWord(text, at, text.length);
    const length = end - at;
    if (length >= shortBeginning) add(hash(text, at, shortBeginning));
    if (length >= longBeginning) add(hash(text, at, longBeginning));
    if (length > longBeginning && length <= maxWordLength && longest === wholeWords)
      add(hash(text, at, length));
    if (end > at) at = end;
    else {
      if (kinds.isSpacelessAt(text, at) && kinds.isSpacelessAt(text, at + 1)) add(hash(text, at, 2));
      at += 1;
    }
  }
  return at;
}

/** Mixed so that the low bits depend on all letters. */
function hash(text: string, start: number, length: number): number {
  let mixed = length;
  for (let at = start; at < start + length; at += 1)
    mixed = Math.imul(mixed ^ text.charCodeAt(at), 0x5bd1e995);
  mixed ^= mixed >>> 15;
  return Math.imul(mixed, 0x2c1b3c6d) >>> 8;
}
