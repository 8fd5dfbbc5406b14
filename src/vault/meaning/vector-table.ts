/** The meaning of notes as vectors: similar vectors mean similar topics. */

import { locateFrontmatter } from '../../markdown/frontmatter/frontmatter';
import type { NearNote } from '../../search/search';
import { Best, itemAt } from '../../utils/collections';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { compareKeys } from '../../utils/text/folding';

interface VectorRow {
  /** Modification time of the note when it was read, epoch milliseconds. */
  readonly modified: number;
  /** Bytes. */
  readonly size: number;
  /** The vectors of its passages, concatenated, each quantised by its largest number. */
  readonly numbers: Int8Array;
}

export interface NearOptions {
  readonly accepts: (path: string) => boolean;
  readonly most: number;
  readonly turn: SliceTurn;
}

export class VectorTable {
  /** By the path of the note. */
  readonly rows = new Map<string, VectorRow>();

  /** @param dimension length of one vector */
  constructor(readonly dimension: number) {}

  /** The mean vector of a note's passages; undefined for a note without vectors. */
  middleOf(path: string): Float32Array | undefined {
    const numbers = this.rows.get(path)?.numbers;
    if (numbers === undefined || numbers.length === 0) return undefined;
    const middle = new Float32Array(this.dimension);
    for (let start = 0; start < numbers.length; start += this.dimension) {
      const length = lengthOf(numbers, start, this.dimension);
      for (let at = 0; at < this.dimension; at += 1)
        middle[at] = itemAt(middle, at) + itemAt(numbers, start + at) / length;
    }
    return middle;
  }

  async near(vector: Float32Array, { accepts, most, turn }: NearOptions): Promise<readonly NearNote[]> {
    const length = Math.hypot(...vector) || 1;
    const best = new Best<NearNote>(most, byNearness);
    for (const [path, { numbers }] of this.rows) {
      if (turn.due()) await turn.pause();
      if (!accepts(path)) continue;
      let nearest = 0;
      for (let start = 0; start < numbers.length; start += this.dimension)
        nearest = Math.max(
          nearest,
          product(vector, numbers, start) / lengthOf(numbers, start, this.dimension),
        );
      if (nearest > 0) best.offer({ path, nearness: nearest / length });
    }
    return best.sorted();
  }
}

/** One byte per number: a quarter of the memory, with nearly the same distances. */
export function packed(vector: readonly number[]): Int8Array {
  const largest = vector.reduce((most, number) => Math.max(most, Math.abs(number)), 0) || 1;
  return Int8Array.from(vector, number => Math.round((number / largest) * 127));
}

function product(vector: Float32Array, numbers: Int8Array, start: number): number {
  let sum = 0;
  for (let at = 0; at < vector.length; at += 1) sum += itemAt(vector, at) * itemAt(numbers, start + at);
  return sum;
}

function lengthOf(numbers: Int8Array, start: number, dimension: number): number {
  let sum = 0;
  for (let at = start; at < start + dimension; at += 1) sum += itemAt(numbers, at) ** 2;
  return Math.sqrt(sum) || 1;
}

function byNearness(a: NearNote, b: NearNote): number {
  return b.nearness - a.nearness || compareKeys(a.path, b.path);
}

/** Small models read about this many characters at once. */
const passageLength = 1200;
/** The beginning of a long note says what it is about. */
const maxPassages = 4;

/** The parts of a note that a model reads: its name with each of its first passages, without frontmatter. */
export function passagesOf(title: string, text: string): string[] {
  const body = text.slice(locateFrontmatter(text)?.end ?? 0).trim();
  const passages: string[] = [];
  for (let at = 0; passages.length < maxPassages && (at < body.length || at === 0);) {
    const end = endOfPassage(body, at);
    passages.push(`${title}\n\n${body.slice(at, end).trim()}`.trim().toWellFormed());
    at = Math.max(end, at + 1);
  }
  return passages;
}

/** After a paragraph, or at least a word, if one ends in the second half. */
function endOfPassage(body: string, start: number): number {
  const last = start + passageLength;
  if (last >= body.length) return body.length;
  for (const gap of ['\n\n', '\n', ' '] as const) {
    const at = body.lastIndexOf(gap, last);
    if (at > start + passageLength / 2) return at;
  }
  return last;
}
