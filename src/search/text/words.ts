/** Finds where words begin and end in folded text, and words with marks between their letters. */

import { codePointAt } from '../../utils/text/pieces';
import type { Span } from './folded-text';

const gap = 1;
const word = 2;
/** In scripts without spaces between words, each character begins and ends a word. */
const spaceless = 3;

type Kind = typeof gap | typeof word | typeof spaceless;

const wordCharacter = /^[\p{L}\p{N}\p{M}]$/u;
const spacelessCharacter =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}]$/u;

/** Caches the kinds of characters, so keep one instance. `_` separates words: Markdown uses it for emphasis. */
export class CharacterKinds {
  readonly #kinds = new Uint8Array(0x10000);

  isWordAt(text: string, at: number): boolean {
    return this.#kindAt(text, at) === word;
  }

  isSpacelessAt(text: string, at: number): boolean {
    return this.#kindAt(text, at) === spaceless;
  }

  /** Letters, digits and marks of any script. */
  isLetterAt(text: string, at: number): boolean {
    return this.#kindAt(text, at) !== gap;
  }

  /** Whether a match may start at `at`: not directly after a letter if it starts with one. */
  startsAt(text: string, at: number): boolean {
    return this.#kindAt(text, at) !== word || this.#kindAt(text, at - 1) !== word;
  }

  /** Whether a match may end before `at`: not directly before a letter if it ends with one. */
  endsAt(text: string, at: number): boolean {
    return this.#kindAt(text, at - 1) !== word || this.#kindAt(text, at) !== word;
  }

  /** The end of the word that begins at `at`, at most `longest` units later; `at` if none begins there. */
  endOfWord(text: string, at: number, longest: number): number {
    const last = Math.min(text.length, at + longest);
    const kinds = this.#kinds;
    let end = at;
    while (end < last && (kinds[text.charCodeAt(end)] === word || this.#kindAt(text, end) === word)) end += 1;
    return end;
  }

  /** The start of the word that ends at `end`; `end` if none ends there. */
  beginOfWord(text: string, end: number): number {
    let at = end;
    while (this.isWordAt(text, at - 1)) at -= 1;
    return at;
  }

  /** The first start of a word of several letters from `at` on and before `limit`; else `limit`. */
  startOfWord(text: string, at: number, limit: number): number {
    const kinds = this.#kinds;
    let start = at;
    while (start < limit && (kinds[text.charCodeAt(start)] === gap || this.#kindAt(text, start) !== word))
      start += 1;
    return start;
  }

  /** The kind of the unit; a gap beyond either end of the text. */
  #kindAt(text: string, at: number): Kind {
    const unit = at < 0 ? 0 : text.charCodeAt(at);
    // NaN after the end of the text.
    if (!(unit >= 0)) return gap;
    const known = this.#kinds[unit];
    if (known === word || known === gap || known === spaceless) return known;
    return unit >= 0xd800 && unit <= 0xdfff ? kindOf(wholeCharacter(text, at)) : this.#learn(unit);
  }

  #learn(unit: number): Kind {
    const kind = kindOf(String.fromCharCode(unit));
    this.#kinds[unit] = kind;
    return kind;
  }
}

/** Visits the words that begin in a range; without spaces, each pair of characters. @returns where to continue */
export function forEachWord(
  text: string,
  kinds: CharacterKinds,
  visit: (start: number, end: number) => void,
  [from, to]: readonly [from: number, to: number] = [0, text.length],
): number {
  let at = from;
  while (at < to) {
    const end = kinds.endOfWord(text, at, text.length);
    if (end > at) visit(at, end);
    else if (kinds.isSpacelessAt(text, at) && kinds.isSpacelessAt(text, at + 1)) visit(at, at + 2);
    at = Math.max(end, at + 1);
  }
  return at;
}

function wholeCharacter(text: string, at: number): string {
  const isSecondHalf = (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return String.fromCodePoint(codePointAt(text, isSecondHalf && at > 0 ? at - 1 : at));
}

function kindOf(character: string): Kind {
  if (!wordCharacter.test(character)) return gap;
  return spacelessCharacter.test(character) ? spaceless : word;
}

/** A word with marks between its letters, spelled without them: `e-mail`, `O'Brien`, `U.S.A.`, `1,234.56`, `im**por**tant`. */
interface JoinedWord {
  readonly word: string;
  readonly start: number;
  readonly end: number;
}

/** Longer texts are searched as written: looking at each of their words takes too long. */
const maxLength = 2_000_000;
const maxWordLength = 100;
/** Punctuation within words, and marks of Markdown, which may stand within a word. */
const joints = /(?:__|~~|==|\*{1,3}|[-'._,])(?=\S)/gu;
const digits = /^\d+$/u;

/** Characters in which words are looked for in one step. */
const portionLength = 65_536;

/** Where the portion that begins at `at` ends: after a space if it has one, since no word contains a space. */
export function portionEnd(folded: string, at: number): number {
  if (folded.length > maxLength) return folded.length;
  const limit = at + portionLength;
  if (limit >= folded.length) return folded.length;
  for (let end = limit; end > at; end -= 1) if (/[ \n]/u.test(folded.charAt(end - 1))) return end;
  return limit;
}

/** The joined words of a text: all parts of a word together, and each two consecutive ones. @param folded of any text */
export function joinedWords(folded: string, kinds: CharacterKinds): JoinedWord[] {
  const found: JoinedWord[] = [];
  if (folded.length > maxLength) return found;
  /** Where each part of the current word begins and ends. */
  let parts: Span[] = [];
  const close = (): void => {
    addJoined(found, folded, parts);
    parts = [];
  };
  for (const { index, 0: mark } of folded.matchAll(joints)) {
    const next = index + mark.length;
    if (!kinds.isWordAt(folded, index - 1) || !kinds.isWordAt(folded, next)) continue;
    const [start, end] = parts.at(-1) ?? [0, 0];
    const before: Span = end === index ? [start, end] : [kinds.beginOfWord(folded, index), index];
    const behind: Span = [next, kinds.endOfWord(folded, next, folded.length)];
    const isDigits = ([from, to]: Span): boolean => digits.test(folded.slice(from, to));
    if (mark === ',' && !(isDigits(before) && isDigits(behind))) continue;
    if (end !== index) {
      close();
      parts.push(before);
    }
    parts.push(behind);
  }
  close();
  return found;
}

/** Pairs are added as they are found: a text can consist of one word with many thousands of parts. */
function addJoined(found: JoinedWord[], folded: string, parts: readonly Span[]): void {
  const [first, last] = [parts[0], parts.at(-1)];
  if (first === undefined || last === undefined) return;
  const lengthOf = ([start, end]: Span): number => end - start;
  const textOf = ([start, end]: Span): string => folded.slice(start, end);
  let length = 0;
  for (const part of parts) {
    length += lengthOf(part);
    if (length > maxWordLength) break;
  }
  if (length <= maxWordLength)
    found.push({ word: parts.map(textOf).join(''), start: first[0], end: last[1] });
  if (parts.length === 2) return;
  let before = first;
  for (const part of parts) {
    const isPair = part !== first && lengthOf(before) + lengthOf(part) <= maxWordLength;
    if (isPair) found.push({ word: textOf(before) + textOf(part), start: before[0], end: part[1] });
    before = part;
  }
}
