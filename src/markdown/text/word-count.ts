import type { Steps } from '../../utils/slicing/steps';
import { splitFrontmatter } from '../frontmatter/frontmatter';

/** Characters whose words are counted without a pause. */
const portion = 16_384;

/** The number of words of a note below its frontmatter. */
export function* countingBodyWords(text: string): Steps<number> {
  const counter = new WordCounter(text, splitFrontmatter(text).bodyOffset);
  for (let at = portion; at < text.length; at += portion) {
    counter.readTo(at);
    yield;
  }
  return counter.readTo(text.length);
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
  private isInside = false;

  constructor(
    private readonly text: string,
    private at: number,
  ) {}

  /** Continues reading up to an offset. @returns the words that began before it */
  readTo(end: number): number {
    const { text } = this;
    let { at, count, isInside } = this;
    for (; at < end; at += 1) {
      const code = text.codePointAt(at) ?? 0;
      if (code > 0xffff) at += 1;
      const kind = kindOf(code);
      if (kind === 'ideograph') count += 1;
      else if (kind === 'word' && !isInside) count += 1;
      isInside = kind === 'word' || (kind === 'joint' && isInside && joins(text, at));
    }
    this.at = at;
    this.count = count;
    this.isInside = isInside;
    return count;
  }
}

type Kind = 'word' | 'ideograph' | 'joint' | 'gap';

function kindOf(code: number): Kind {
  if (code < 0x80) return asciiKind(code);
  if (code === 0x2019 || code === 0x2010) return 'joint';
  if (isWithin(code, ideographs)) return 'ideograph';
  return isWithin(code, gaps) ? 'gap' : 'word';
}

function asciiKind(code: number): Kind {
  if (code >= 0x61 && code <= 0x7a) return 'word';
  if (code >= 0x41 && code <= 0x5a) return 'word';
  if ((code >= 0x30 && code <= 0x39) || code === 0x5f) return 'word';
  return code === 0x27 || code === 0x2d || code === 0x2e || code === 0x2c ? 'joint' : 'gap';
}

/** Whether the mark at `at` is within a word; a point or comma only between digits. */
function joins(text: string, at: number): boolean {
  const mark = text.charCodeAt(at);
  const next = text.codePointAt(at + 1) ?? 0x20;
  if (mark !== 0x2e && mark !== 0x2c) return kindOf(next) === 'word';
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

/** Blanks, punctuation and symbols beyond ASCII, emoji and unpaired surrogates among them. */
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
