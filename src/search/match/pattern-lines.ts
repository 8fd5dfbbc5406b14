/** The lines of a text in which a regular expression may match. Offsets are those of the folded text. */

import type { SearchText } from '../text/search-text';
import { stretchLength } from './matcher';
import { Needle } from './needle';

export interface LineFilter {
  /** Folded texts of which a line must contain one; undefined if none is certain. */
  readonly literals: readonly string[] | undefined;
  /** Longer lines are searched in pieces of this length. */
  readonly pieceLength: number;
  /** Overlap of two pieces: shorter than a piece. */
  readonly overlap: number;
  /** This many characters are tested at once for any match. */
  readonly chunkLength: number;
  /** Whether any line of a part of the original may match; undefined if lines must be tested one by one. */
  readonly mayMatch: ((part: string) => boolean) | undefined;
}

export class PatternLines {
  start = 0;
  /** Without the line break. */
  end = 0;
  /** Whether the line continues before `start`, and after `end`. */
  isCutBefore = false;
  isCutBehind = false;
  #at = 0;
  #lineEnd = -1;
  /** Up to this position something matches, or may. */
  #chunkEnd = 0;
  /** The next position of each literal, as far as it was searched. */
  readonly #hits: { readonly needle: Needle; at: number; isThere: boolean }[];

  constructor(
    private readonly filter: LineFilter,
    private readonly text: SearchText,
  ) {
    this.#hits = (filter.literals ?? []).map(literal => ({
      needle: new Needle(literal),
      at: 0,
      isThere: false,
    }));
  }

  /**
   * Goes to the next line, or piece of one.
   * @returns `more` after testing many lines: call it again
   */
  next(): 'line' | 'none' | 'more' {
    const { length } = this.text.folded;
    if (this.#at >= length) return 'none';
    // A literal may be far away.
    const last = Math.min(this.#at + stretchLength, length);
    const start = this.filter.literals === undefined ? this.#nextInChunks() : this.#nextWithLiteral(last);
    if (start < 0) return 'more';
    if (start >= last) {
      this.#at = Math.max(this.#at, last);
      return last < length ? 'more' : 'none';
    }
    this.#take(start);
    return 'line';
  }

  get overlap(): number {
    return this.filter.overlap;
  }

  /** Lets the next piece of a line begin before the end of this one, if no match was found there. */
  goBackTo(place: number): void {
    if (this.isCutBehind) this.#at = Math.max(place, this.end - this.filter.overlap);
  }

  #take(start: number): void {
    const { folded } = this.text;
    if (this.#lineEnd < start) this.#lineEnd = endOfLine(folded, start);
    const end = Math.min(this.#lineEnd, start + this.filter.pieceLength);
    this.#at = end === this.#lineEnd ? end + 1 : end;
    this.isCutBefore = start > 0 && folded.charCodeAt(start - 1) !== 0x0a;
    this.isCutBehind = end < this.#lineEnd;
    this.start = start;
    this.end = end > start && end === this.#lineEnd && folded.charCodeAt(end - 1) === 0x0d ? end - 1 : end;
  }

  /** The position to continue at; -1 after a chunk without any match was skipped. */
  #nextInChunks(): number {
    const { mayMatch } = this.filter;
    if (this.#at < this.#chunkEnd || mayMatch === undefined) return this.#at;
    const { folded } = this.text;
    const length = this.filter.chunkLength;
    const end = endOfLine(folded, Math.min(this.#at + length, folded.length));
    // A line longer than a chunk is searched in its pieces.
    const isLong = end - this.#at > length + this.filter.pieceLength;
    this.#chunkEnd = end + 1;
    if (isLong || mayMatch(this.text.original.slice(...this.text.originalSpan(this.#at, end))))
      return this.#at;
    this.#at = this.#chunkEnd;
    return -1;
  }

  /** The start of the line with the next literal, or of the part of a long line around it. */
  #nextWithLiteral(last: number): number {
    const { folded } = this.text;
    const { overlap } = this.filter;
    let nearest = last;
    for (const hit of this.#hits) {
      if (hit.at < this.#at) [hit.at, hit.isThere] = [this.#at, false];
      if (!hit.isThere && hit.at < last) {
        const at = hit.needle.indexIn(folded, hit.at, last);
        [hit.at, hit.isThere] = at < 0 ? [last, false] : [at, true];
      }
      if (hit.isThere) nearest = Math.min(nearest, hit.at);
    }
    if (nearest >= last) return last;
    const from = Math.max(this.#at, nearest - overlap);
    const feed = folded.slice(from, nearest).lastIndexOf('\n');
    return feed < 0 ? from : from + feed + 1;
  }
}

function endOfLine(text: string, at: number): number {
  const feed = text.indexOf('\n', at);
  return feed < 0 ? text.length : feed;
}
