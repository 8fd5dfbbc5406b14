import { BACKTICK, runEnd } from '../characters';
import type { StepCounter } from '../limits';
import { NumberList } from '../../../utils/number-list';

/** Runs of one length, in order; `next` only moves forward. */
interface RunsOfLength {
  readonly starts: NumberList;
  next: number;
}

/** All runs of backticks in a leaf, by length: a code span ends at the next run of the same length. */
export class CodeRuns {
  /** How many were read. */
  count = 0;
  private readonly byLength = new Map<number, RunsOfLength>();

  constructor(
    private readonly text: string,
    private at: number,
    private readonly to: number,
    private readonly counter: StepCounter,
  ) {}

  /** Continues reading up to an offset, or to the end of a run there. */
  readTo(end: number): void {
    const { text, to } = this;
    this.counter.steps += Math.max(0, end - this.at);
    while (this.at < end) {
      if (text.charCodeAt(this.at) !== BACKTICK) this.at++;
      else {
        const behind = runEnd(text, this.at, to);
        this.add(this.at, behind - this.at);
        this.at = behind;
      }
    }
  }

  /** Start of the next run of exactly that length at or after `at`, or -1. Call it with ascending offsets. */
  nextOf(length: number, at: number): number {
    const runs = this.byLength.get(length);
    if (!runs) return -1;
    while ((runs.starts.at(runs.next) ?? at) < at) runs.next++;
    return runs.starts.at(runs.next) ?? -1;
  }

  private add(start: number, length: number): void {
    let runs = this.byLength.get(length);
    if (!runs) this.byLength.set(length, (runs = { starts: new NumberList(), next: 0 }));
    runs.starts.push(start);
    this.count += 1;
  }
}
