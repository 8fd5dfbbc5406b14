/** The state of one pass over a leaf: its position, and values computed once per leaf. */
import type { Enclosure } from '../note-structure';
import { Occurrences } from '../occurrences';
import type { Scan } from '../scan';
import { BracketPairs } from './brackets';
import { CodeRuns } from './code-runs';
import type { Leaf } from './leaf';

export class InlineScan {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** After the last recognised construct. */
  tokenEnd: number;
  private runs: CodeRuns | undefined;
  private pairs: BracketPairs | undefined;
  private occurrences: Map<string, Occurrences> | undefined;

  constructor(
    readonly scan: Scan,
    readonly leaf: Leaf,
    /** In a table a pipe needs a backslash. */
    readonly inTable: boolean,
  ) {
    this.text = leaf.text;
    this.from = leaf.from;
    this.to = leaf.to;
    this.tokenEnd = leaf.from;
  }

  get codeRuns(): CodeRuns {
    this.runs ??= new CodeRuns(this.text, this.from, this.to, this.scan);
    return this.runs;
  }

  get brackets(): BracketPairs {
    this.pairs ??= new BracketPairs(this.text, this.from, this.to, this.scan);
    return this.pairs;
  }

  /** Offset of the next `wanted` in the leaf from `at` on, or -1. */
  find(wanted: string, at: number): number {
    this.occurrences ??= new Map<string, Occurrences>();
    let places = this.occurrences.get(wanted);
    if (!places) {
      places = new Occurrences(this.text, wanted, this.from, this.to, this.scan.counter);
      this.occurrences.set(wanted, places);
    }
    return places.next(at);
  }

  enclose(kind: Enclosure['kind'], start: number, end: number): number {
    const { leaf, scan } = this;
    scan.found.enclosures.push({ kind, start: leaf.origin(start), end: leaf.origin(end) });
    return end;
  }
}

/**
 * Tries one construct at an offset.
 * @returns the offset after it, or -1 if it is not there.
 */
export type InlineRule = (inline: InlineScan, at: number) => number;
