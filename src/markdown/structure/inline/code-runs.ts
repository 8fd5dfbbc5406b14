import { BACKTICK, runEnd } from '../characters';
import type { StepCounter } from '../limits';

/** Where runs of one length stand, in order; `next` only moves on. */
interface RunsOfLength {
  readonly starts: number[];
  next: number;
}

/** All runs of backticks in a leaf, by their length: a code span ends at the next run as long as its first. */
export class CodeRuns {
  private readonly byLength = new Map<number, RunsOfLength>();

  constructor(text: string, from: number, to: number, counter: StepCounter) {
    counter.steps += to - from;
    for (let at = from; at < to;) {
      if (text.charCodeAt(at) !== BACKTICK) at++;
      else {
        const end = runEnd(text, at, to);
        this.add(at, end - at);
        at = end;
      }
    }
  }

  /** Start of the next run of exactly that length at or behind `at`, or -1. Asked with growing offsets. */
  nextOf(length: number, at: number): number {
    const runs = this.byLength.get(length);
    if (!runs) return -1;
    while ((runs.starts[runs.next] ?? at) < at) runs.next++;
    return runs.starts[runs.next] ?? -1;
  }

  private add(start: number, length: number): void {
    const runs = this.byLength.get(length);
    if (runs) runs.starts.push(start);
    else this.byLength.set(length, { starts: [start], next: 0 });
  }
}
