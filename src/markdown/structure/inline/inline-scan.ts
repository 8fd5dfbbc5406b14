/** The state of one pass over a leaf: its text, its position, and what is computed once per leaf. */
import { BACKSLASH, LEFT_BRACKET, RIGHT_BRACKET, BACKTICK, runEnd } from '../characters';
import type { Enclosure } from '../note-structure';
import { Occurrences, type Scan } from '../scan';
import { itemAt } from '../../../utils/collections';
import { placeOf } from '../../../utils/text/text-search';

/** Units that are searched for a mark before all of its places are collected: nearly every construct ends within them. */
const NEAR = 64;

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
    const known = this.occurrences?.get(wanted);
    if (known) return known.next(at);
    const near = placeOf(this.text.slice(at, Math.min(this.to, at + NEAR)), wanted);
    if (near !== -1) return at + near;
    if (at + NEAR >= this.to) return -1;
    const places = new Occurrences(this.text, wanted, this.from, this.to, this.scan.counter);
    this.occurrences ??= new Map<string, Occurrences>();
    this.occurrences.set(wanted, places);
    return places.next(at);
  }

  enclose(kind: Enclosure['kind'], start: number, end: number): number {
    const { leaf, scan } = this;
    scan.found.enclosures.push({ kind, start: leaf.origin(start), end: leaf.origin(end) });
    return end;
  }
}

/** Tries one construct at an offset. @returns the offset after it, or -1 if it is not there. */
export type InlineRule = (inline: InlineScan, at: number) => number;

/**
 * The text of one block without child blocks. In quotes and lists, the containers' marks are between its
 * lines; the lines are then joined without them, and offsets are mapped back to the note's text.
 */
export interface Leaf {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The offset in the note of an offset in `text`. */
  origin(offset: number): number;
}

/** Whether marks of containers are between the lines. */
export function isApart({ lines }: Scan, line: number, last: number): boolean {
  for (let next = line + 1; next <= last; next++) if (lines.content(next) !== lines.start(next)) return true;
  return false;
}

/** The joined content of lines with marks of containers between them. */
export class JoinedLeaf implements Leaf {
  readonly text: string;
  readonly from = 0;
  /** The line of the last origin, and where it begins in the joined text. Valid until a container takes more of a line. */
  private line: number;
  private lineStart = 0;

  /** @param end where the leaf ends in its last line */
  constructor(
    private readonly scan: Scan,
    first: number,
    private readonly last: number,
    end: number,
  ) {
    const { text, lines } = scan;
    let joined = '';
    for (let line = first; line < last; line++)
      joined += `${text.slice(lines.content(line), lines.end(line))}\n`;
    this.text = joined + text.slice(lines.content(last), end);
    this.line = first;
    scan.counter.steps += this.text.length;
  }

  get to(): number {
    return this.text.length;
  }

  /** Cheap for offsets that are near each other. */
  origin(offset: number): number {
    while (offset < this.lineStart) {
      this.line--;
      this.lineStart -= this.lengthOf(this.line);
    }
    while (this.line < this.last && offset >= this.lineStart + this.lengthOf(this.line)) {
      this.lineStart += this.lengthOf(this.line);
      this.line++;
    }
    return this.scan.lines.content(this.line) + offset - this.lineStart;
  }

  /** With the line break. */
  private lengthOf(line: number): number {
    return this.scan.lines.end(line) - this.scan.lines.content(line) + 1;
  }
}

const NONE = -1;

/** Matches `[` with `]` in a leaf, all in one pass. */
class BracketPairs {
  /** Where each `[` is. */
  private readonly openers: number[] = [];
  /**
   * For each opener, the offset of its `]`, or while it has none, the opener that was open before it. The former is
   * always larger than the opener's own offset, the latter never.
   */
  private readonly partners: number[] = [];
  /** The first opener that `closerOf` may still be asked for. */
  private next = 0;

  /** @throws ToolFailure as `Scan.limitMarks` does */
  constructor(text: string, from: number, to: number, scan: Scan) {
    const { openers, partners } = this;
    let open = NONE;
    scan.counter.steps += to - from;
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === LEFT_BRACKET) {
        openers.push(at);
        partners.push(open);
        open = openers.length - 1;
        scan.limitMarks(openers.length);
      } else if (code === RIGHT_BRACKET && open !== NONE) {
        const before = itemAt(partners, open);
        partners[open] = at;
        open = before;
      }
    }
  }

  /** Call it with ascending offsets. */
  closerOf(opener: number): number | undefined {
    const { openers, partners } = this;
    while (this.next < openers.length && itemAt(openers, this.next) < opener) this.next++;
    if (openers[this.next] !== opener) return undefined;
    const partner = itemAt(partners, this.next);
    return partner > opener ? partner : undefined;
  }
}

/** Runs of one length, in order; `next` only moves forward. */
interface RunsOfLength {
  readonly starts: number[];
  next: number;
}

/** All runs of backticks in a leaf, by length: a code span ends at the next run of the same length. */
class CodeRuns {
  private readonly byLength = new Map<number, RunsOfLength>();

  /** @throws ToolFailure as `Scan.limitMarks` does */
  constructor(text: string, from: number, to: number, scan: Scan) {
    let count = 0;
    scan.counter.steps += to - from;
    for (let at = from; at < to;) {
      if (text.charCodeAt(at) !== BACKTICK) at++;
      else {
        const behind = runEnd(text, at, to);
        this.add(at, behind - at);
        at = behind;
        scan.limitMarks((count += 1));
      }
    }
  }

  /** Start of the next run of exactly that length at or after `at`, or -1. Call it with ascending offsets. */
  nextOf(length: number, at: number): number {
    const runs = this.byLength.get(length);
    if (!runs) return -1;
    const { starts } = runs;
    while (runs.next < starts.length && itemAt(starts, runs.next) < at) runs.next++;
    return runs.next < starts.length ? itemAt(starts, runs.next) : -1;
  }

  private add(start: number, length: number): void {
    let runs = this.byLength.get(length);
    if (!runs) this.byLength.set(length, (runs = { starts: [], next: 0 }));
    runs.starts.push(start);
  }
}
