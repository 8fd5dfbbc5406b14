import { countBefore, itemAt } from '../../utils/collections';
import type { StepCounter } from './limits';
import { placeOf } from '../../utils/text/text-search';

/** Units that the engine looks through at once: never far beyond the end of what is asked. */
const portion = 65_536;

/**
 * Finds a fixed string between two offsets. The text is scanned once, only as far as needed, so that any
 * number of look-ups, in any order, costs at most one pass.
 */
export class Occurrences {
  private readonly starts: number[] = [];
  /** Everything before this offset was scanned. */
  private seen: number;
  private readonly isPair: boolean;

  constructor(
    private readonly text: string,
    private readonly wanted: string,
    from: number,
    private readonly to: number,
    private readonly counter: StepCounter,
  ) {
    this.seen = from;
    this.isPair = wanted.length === 2 && wanted[0] === wanted[1];
  }

  /** Offset of the first one at or after `at`, -1 if there is none. */
  next(at: number): number {
    if (at >= this.seen || (this.starts.at(-1) ?? -1) < at) return this.lookFor(at);
    const index = countBefore(this.starts.length, place => itemAt(this.starts, place) < at);
    return itemAt(this.starts, index);
  }

  private lookFor(wantedFrom: number): number {
    let at = this.seen;
    let found = -1;
    while (found === -1) {
      const start = this.first(at);
      at = start === -1 ? Math.max(at, this.to - this.wanted.length + 1) : start + 1;
      if (start === -1) break;
      this.starts.push(start);
      if (start >= wantedFrom) found = start;
    }
    this.counter.steps += at - this.seen;
    this.seen = at;
    return found;
  }

  private first(from: number): number {
    return this.isPair ? this.firstPair(from) : this.firstText(from);
  }

  /** Two of a character: the engine's own search takes twice as long where every other character is one of them. */
  private firstPair(from: number): number {
    const { text, wanted, to } = this;
    const unit = wanted.charCodeAt(0);
    for (let at = from; at <= to - 2;) {
      if (text.charCodeAt(at + 1) !== unit) at += 2;
      else if (text.charCodeAt(at) === unit) return at;
      else at += 1;
    }
    return -1;
  }

  private firstText(from: number): number {
    const { text, wanted, to } = this;
    for (let at = from; at <= to - wanted.length; at += portion) {
      const index = placeOf(text.slice(at, Math.min(to, at + portion + wanted.length - 1)), wanted);
      if (index !== -1) return at + index;
    }
    return -1;
  }
}
