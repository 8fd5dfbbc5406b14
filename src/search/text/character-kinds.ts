import { codePointAt } from '../../utils/text/pieces';

/** Where words begin and end in folded text. */

const gap = 1;
const word = 2;
/** In scripts without blanks between words, each character begins and ends a word. */
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

  /** Beyond either end of the text there is a gap. */
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

/**
 * Visits the words of a text that begin in a range; in scripts without blanks, each pair of neighbouring characters is
 * one. @returns where the words behind the range begin
 */
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
