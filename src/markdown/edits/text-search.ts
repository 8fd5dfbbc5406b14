import { withNewline } from '../line-endings';

/**
 * A note with LF breaks only, so that `\n` finds both kinds, and the way back to the note's own offsets.
 */
export class FoldedText {
  readonly text: string;
  /** For each CR that was taken out, where its LF stands in the folded text. */
  private readonly breaks: Int32Array;

  constructor(readonly source: string) {
    this.text = withNewline(source, '\n');
    this.breaks = new Int32Array(source.length - this.text.length);
    if (this.breaks.length === 0) return;
    let count = 0;
    for (let at = source.indexOf('\r\n'); at !== -1; at = source.indexOf('\r\n', at + 2)) {
      this.breaks[count] = at - count;
      count += 1;
    }
  }

  /** Where the unit at a folded offset begins in the source: a break begins with its CR. */
  sourceOffset(offset: number): number {
    let low = 0;
    let high = this.breaks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.breaks[middle] ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  }
}

/** Up to this length the engine's own search takes time proportional to the text. */
const longestForIndexOf = 128;

export interface Found {
  /** Offsets, the first `limit` of them. */
  readonly offsets: readonly number[];
  readonly count: number;
}

/**
 * Every place where `wanted`, not empty, occurs, in time proportional to both lengths whatever they hold.
 * @param mayOverlap whether a place may begin inside the one before.
 */
export function occurrences(text: string, wanted: string, mayOverlap: boolean, limit = Infinity): Found {
  const offsets: number[] = [];
  let count = 0;
  let free = 0;
  const take = (at: number): void => {
    if (at < free) return;
    if (!mayOverlap) free = at + wanted.length;
    if (count < limit) offsets.push(at);
    count += 1;
  };
  if (wanted.length > longestForIndexOf) searchByPrefix(text, wanted, take);
  else for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) take(at);
  return { offsets, count };
}

/** Knuth, Morris and Pratt: the engine's search can take the product of both lengths on repetitive text. */
function searchByPrefix(text: string, wanted: string, take: (at: number) => void): void {
  const borders = bordersOf(wanted);
  let matched = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    while (matched > 0 && wanted.charCodeAt(matched) !== code) matched = borders[matched - 1] ?? 0;
    if (wanted.charCodeAt(matched) === code) matched += 1;
    if (matched < wanted.length) continue;
    take(at + 1 - matched);
    matched = borders[matched - 1] ?? 0;
  }
}

/** For each beginning of `wanted`, how long a part of it both begins and ends it. */
function bordersOf(wanted: string): Int32Array {
  const borders = new Int32Array(wanted.length);
  let border = 0;
  for (let at = 1; at < wanted.length; at += 1) {
    const code = wanted.charCodeAt(at);
    while (border > 0 && wanted.charCodeAt(border) !== code) border = borders[border - 1] ?? 0;
    if (wanted.charCodeAt(border) === code) border += 1;
    borders[at] = border;
  }
  return borders;
}
