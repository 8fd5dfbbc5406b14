import { itemAt } from '../../../utils/collections';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { startsOf } from '../../../utils/bytes';
import type { Lines } from '../../text/lines';

const maxLineLength = 500;
const linesAtOnce = 16;
/** A similar line shares at least this fraction of the pairs of characters. */
const minLikeness = 0.5;
/** The penalty for a line that is much longer or shorter than the wanted one. */
const lengthWeight = 0.2;

/** Finds the lines that share the most pairs of adjacent characters with a wanted one; linear in the text. */
export class LineLikeness {
  /** Position of each pair; no pair counts twice. */
  private readonly pairs = new Map<number, number>();
  /** The last line that contained each pair. */
  private readonly met: Int32Array;
  private readonly length: number;

  constructor(wanted: string) {
    const text = wanted.slice(0, maxLineLength);
    this.length = text.length;
    for (let at = 1; at < text.length; at += 1) {
      const pair = pairAt(text, at);
      if (!this.pairs.has(pair)) this.pairs.set(pair, this.pairs.size);
    }
    this.met = new Int32Array(this.pairs.size);
  }

  /** Line numbers, best first. @throws like `forEachInTurn` */
  async best(lines: Lines, limit: number, loop: SlicedLoop): Promise<number[]> {
    if (this.pairs.size === 0) return [];
    const best: { readonly line: number; readonly score: number }[] = [];
    const offer = (line: number): void => {
      const score = this.score(lines.textOf(line).slice(0, maxLineLength), line);
      const worst = best.length < limit ? minLikeness : itemAt(best, limit - 1).score;
      if (score < minLikeness || (best.length === limit && score <= worst)) return;
      const place = best.findIndex(other => other.score < score);
      best.splice(place === -1 ? best.length : place, 0, { line, score });
      if (best.length > limit) best.pop();
    };
    await forEachInTurn(startsOf(lines.count, linesAtOnce), loop, before => {
      for (let line = before + 1; line <= Math.min(before + linesAtOnce, lines.count); line += 1) offer(line);
    });
    return best.map(({ line }) => line);
  }

  private score(text: string, line: number): number {
    let shared = 0;
    for (let at = 1; at < text.length; at += 1) {
      const pair = this.pairs.get(pairAt(text, at));
      if (pair === undefined || this.met[pair] === line) continue;
      this.met[pair] = line;
      shared += 1;
    }
    const stretch = Math.abs(text.length - this.length) / (text.length + this.length);
    return shared / this.pairs.size - stretch * lengthWeight;
  }
}

function pairAt(text: string, at: number): number {
  return text.charCodeAt(at - 1) * 65_536 + text.charCodeAt(at);
}
