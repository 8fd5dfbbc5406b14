import { itemAt } from '../../../utils/collections';
import { BACKSLASH, LEFT_BRACKET, RIGHT_BRACKET } from '../characters';
import type { Scan } from '../scan';

const NONE = -1;

/** Matches `[` with `]` in a leaf, all in one pass. */
export class BracketPairs {
  /** Where each `[` is. */
  private readonly openers: number[] = [];
  /**
   * For each of them where its `]` is; while it has none, which opener was open before it. The latter is never larger
   * than the opener's own offset, and the former always is.
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
