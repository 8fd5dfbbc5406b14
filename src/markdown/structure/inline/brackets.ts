import { BACKSLASH, LEFT_BRACKET, RIGHT_BRACKET } from '../characters';
import type { StepCounter } from '../limits';

/** Which `]` closes which `[` in a leaf, found for all of them in one pass. */
export class BracketPairs {
  private readonly closers = new Map<number, number>();

  constructor(text: string, from: number, to: number, counter: StepCounter) {
    counter.steps += to - from;
    const open: number[] = [];
    for (let at = from; at < to; at++) {
      const code = text.charCodeAt(at);
      if (code === BACKSLASH) at++;
      else if (code === LEFT_BRACKET) open.push(at);
      else if (code === RIGHT_BRACKET) {
        const opener = open.pop();
        if (opener !== undefined) this.closers.set(opener, at);
      }
    }
  }

  closerOf(opener: number): number | undefined {
    return this.closers.get(opener);
  }
}
