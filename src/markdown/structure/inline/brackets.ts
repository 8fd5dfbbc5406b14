import { NumberList } from '../../../utils/number-list';
import { BACKSLASH, LEFT_BRACKET, RIGHT_BRACKET } from '../characters';
import type { StepCounter } from '../limits';

const NONE = -1;

/** Matches `[` with `]` in a leaf, all in one pass. */
export class BracketPairs {
  /** Where each `[` is. */
  private readonly openers = new NumberList();
  /**
   * For each of them where its `]` is; while it has none, which opener was open before it. The latter is never larger
   * than the opener's own offset, and the former always is.
   */
  private readonly partners = new NumberList();
  /** Which opener is the last open one. */
  private open = NONE;
  /** The first opener that `closerOf` may still be asked for. */
  private next = 0;

  constructor(
    private readonly text: string,
    private at: number,
    private readonly counter: StepCounter,
  ) {}

  /** How many `[` were read. */
  get count(): number {
    return this.openers.length;
  }

  /** Continues reading up to an offset. */
  readTo(end: number): void {
    const { text, openers, partners } = this;
    this.counter.steps += Math.max(0, end - this.at);
    for (; this.at < end; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === BACKSLASH) this.at++;
      else if (code === LEFT_BRACKET) {
        openers.push(this.at);
        partners.push(this.open);
        this.open = openers.length - 1;
      } else if (code === RIGHT_BRACKET && this.open !== NONE) {
        const before = partners.at(this.open) ?? NONE;
        partners.set(this.open, this.at);
        this.open = before;
      }
    }
  }

  /** Call it with ascending offsets. */
  closerOf(opener: number): number | undefined {
    const { openers, partners } = this;
    while ((openers.at(this.next) ?? opener) < opener) this.next++;
    if (openers.at(this.next) !== opener) return undefined;
    const partner = partners.at(this.next) ?? NONE;
    return partner > opener ? partner : undefined;
  }
}
