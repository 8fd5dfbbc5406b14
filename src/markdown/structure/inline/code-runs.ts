import { itemAt } from '../../../utils/collections';
import { BACKTICK, runEnd } from '../characters';
import type { Scan } from '../scan';

/** Runs of one length, in order; `next` only moves forward. */
interface RunsOfLength {
  readonly starts: number[];
  next: number;
}

/** All runs of backticks in a leaf, by length: a code span ends at the next run of the same length. */
export class CodeRuns {
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
