import { countBefore } from '../../utils/bisect';
import type { StepCounter } from './limits';
import { itemAt } from '../../utils/item-at';

/**
 * Finds a fixed string between two offsets. The text is scanned once, only as far as needed, so that any
 * number of look-ups, in any order, costs at most one pass.
 */
export class Occurrences {
  private readonly starts: number[] = [];
  /** Everything before this offset was scanned. */
  private seen: number;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
    from: number,
    private readonly to: number,
    private readonly counter: StepCounter,
  ) {
    this.seen = from;
  }

  /** Offset of the first one at or after `at`, -1 if there is none. */
  next(at: number): number {
    if (at >= this.seen || (this.starts.at(-1) ?? -1) < at) return this.lookFor(at);
    const index = countBefore(this.starts.length, place => itemAt(this.starts, place) < at);
    return this.starts[index] ?? -1;
  }

  private lookFor(wantedFrom: number): number {
    const { text, wanted, to } = this;
    const first = wanted.charCodeAt(0);
    const last = to - wanted.length;
    let at = this.seen;
    let found = -1;
    for (; at <= last && found === -1; at++) {
      if (text.charCodeAt(at) !== first || !text.startsWith(wanted, at)) continue;
      this.starts.push(at);
      if (at >= wantedFrom) found = at;
    }
    this.counter.steps += at - this.seen;
    this.seen = at;
    return found;
  }
}
