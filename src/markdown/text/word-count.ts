import { codePointAt } from '../../utils/text/pieces';
import { rest, type SliceTurn } from '../../utils/slicing/time-slicer';
import { findBody } from '../frontmatter/frontmatter';

/** UTF-16 units that are counted without a pause: about a millisecond. */
const portion = 262_144;

export function countBodyWords(text: string): number {
  return countWords(text, findBody(text));
}

/** The same for a note of any size: 20 MB take a tenth of a second. @throws like `SliceTurn.pause` */
export async function bodyWordsInTurns(text: string, turn: SliceTurn): Promise<number> {
  const words = new WordCounter(text, findBody(text));
  for (let end = portion; end < text.length; end += portion) {
    words.readTo(end);
    await rest(turn);
  }
  return words.readTo(text.length);
}

/**
 * Counts words from `start` on: runs of letters, digits and `_`, joined by an apostrophe or a hyphen between
 * two of them and by a point or a comma between digits. Every Han and kana character is a separate word;
 * Korean words are separated by spaces.
 */
export function countWords(text: string, start = 0): number {
  return new WordCounter(text, start).readTo(text.length);
}

class WordCounter {
  private count = 0;
  /** 1 within a word, else 0. */
  private inside = 0;

  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  /** Continues reading up to an offset. @returns the words that began before it */
  readTo(end: number): number {
    const { text } = this;
    let { at, count, inside } = this;
    for (; at < end; at += 1) {
      const unit = text.charCodeAt(at);
      const ascii = asciiKinds[unit & 0x7f] ?? gap;
      if (unit < 0x80 && ascii <= word) {
        // Branching on the kind would take twice as long, since the processor often mispredicts it (measured).
        count += ascii & ~inside;
        inside = ascii;
        continue;
      }
      const code = codePointAt(text, at);
      if (code > 0xffff) at += 1;
      const kind = kindOf(code);
      if (kind === ideograph || (kind === word && inside === 0)) count += 1;
      inside = kind === word || (kind === joint && inside === 1 && joins(text, at)) ? 1 : 0;
    }
    this.at = at;
    this.count = count;
    this.inside = inside;
    return count;
  }
}

const gap = 0;
const word = 1;
const joint = 2;
const ideograph = 3;

type Kind = typeof gap | typeof word | typeof joint | typeof ideograph;

function kindOf(code: number): Kind {
  return asciiKinds[code] ?? otherKind(code);
}

const asciiKinds: readonly Kind[] = Array.from({ length: 0x80 }, (_none, code) => asciiKind(code));

function asciiKind(code: number): Kind {
  if (code >= 0x61 && code <= 0x7a) return word;
  if (code >= 0x41 && code <= 0x5a) return word;
  if (isDigit(code) || code === 0x5f) return word;
  return code === 0x27 || code === 0x2d || code === 0x2e || code === 0x2c ? joint : gap;
}

function otherKind(code: number): Kind {
  if (code === 0x2019 || code === 0x2010) return joint;
  if (isWithin(code, ideographs)) return ideograph;
  return isWithin(code, gaps) ? gap : word;
}

/** Whether the mark at `at` is within a word; a point or comma only between digits. */
function joins(text: string, at: number): boolean {
  const mark = text.charCodeAt(at);
  const next = text.codePointAt(at + 1) ?? 0x20;
  if (mark !== 0x2e && mark !== 0x2c) return kindOf(next) === word;
  return isDigit(text.charCodeAt(at - 1)) && isDigit(next);
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

type Ranges = readonly (readonly [first: number, last: number])[];

/** Iteration marks, kana, Han with its extensions and compatibility forms, half-width kana. */
const ideographs: Ranges = [
  [0x3005, 0x3007],
  [0x3041, 0x309f],
  [0x30a1, 0x30fa],
  [0x30fc, 0x30ff],
  [0x31f0, 0x31ff],
  [0x3400, 0x4dbf],
  [0x4e00, 0x9fff],
  [0xf900, 0xfaff],
  [0xff66, 0xff9f],
  [0x1b000, 0x1b16f],
  [0x20000, 0x323af],
];

/** Spaces, punctuation and symbols beyond ASCII, including emoji and unpaired surrogates. */
const gaps: Ranges = [
  [0x80, 0xa9],
  [0xab, 0xb1],
  [0xb4, 0xb4],
  [0xb6, 0xb8],
  [0xbb, 0xbf],
  [0xd7, 0xd7],
  [0xf7, 0xf7],
  [0x1680, 0x1680],
  [0x2000, 0x206f],
  [0x20a0, 0x20cf],
  [0x2100, 0x2bff],
  [0x2e00, 0x2e7f],
  [0x3000, 0x303f],
  [0x30a0, 0x30a0],
  [0x30fb, 0x30fb],
  [0xd800, 0xf8ff],
  [0xfe00, 0xfe6f],
  [0xfeff, 0xff0f],
  [0xff1a, 0xff20],
  [0xff3b, 0xff40],
  [0xff5b, 0xff65],
  [0xffe0, 0xffff],
  [0x1f000, 0x1faff],
  [0xe0000, 0xe01ef],
];

/** The ranges are in order. */
function isWithin(code: number, ranges: Ranges): boolean {
  for (const [first, last] of ranges) {
    if (code <= last) return code >= first;
  }
  return false;
}
