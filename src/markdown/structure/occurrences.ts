import type { StepCounter } from './limits';

/**
 * Where a fixed string stands between two offsets. All places are collected at the first question, so that any
 * number of questions, in any order, costs one walk over the text.
 */
export class Occurrences {
  private starts: number[] | undefined;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
    private readonly from: number,
    private readonly to: number,
    private readonly counter: StepCounter,
  ) {}

  /** Offset of the first one that begins at `at` or behind it, -1 if there is none. */
  next(at: number): number {
    this.starts ??= this.collect();
    let low = 0;
    let high = this.starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.starts[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.starts[low] ?? -1;
  }

  private collect(): number[] {
    const { text, wanted } = this;
    const starts: number[] = [];
    const first = wanted.charCodeAt(0);
    for (let at = this.from; at <= this.to - wanted.length; at++) {
      if (text.charCodeAt(at) === first && text.startsWith(wanted, at)) starts.push(at);
    }
    this.counter.steps += this.to - this.from;
    return starts;
  }
}
