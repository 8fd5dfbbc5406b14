import { BACKSLASH, LEFT_BRACKET, RIGHT_BRACKET } from '../characters';
import type { StepCounter } from '../limits';

const NONE = -1;
const PAGE_BITS = 8;
const PAGE = 1 << PAGE_BITS;

/** Matches `[` with `]` in a leaf, all in one pass. */
export class BracketPairs {
  /** For each `[` its `]`; while it has none, the previous open `[`. Both are relative to `from`. */
  private readonly pages: (Int32Array | undefined)[] = [];
  private open = NONE;
  private at: number;

  constructor(
    private readonly text: string,
    private readonly from: number,
    private readonly counter: StepCounter,
  ) {
    this.at = from;
  }

  /** Continues reading up to an offset. */
  readTo(end: number): void {
    const { text, from } = this;
    this.counter.steps += Math.max(0, end - this.at);
    for (; this.at < end; this.at++) {
      const code = text.charCodeAt(this.at);
      if (code === BACKSLASH) this.at++;
      else if (code === LEFT_BRACKET) {
        this.setPartner(this.at - from, this.open);
        this.open = this.at - from;
      } else if (code === RIGHT_BRACKET && this.open !== NONE) {
        const before = this.partnerOf(this.open);
        this.setPartner(this.open, this.at - from);
        this.open = before;
      }
    }
  }

  closerOf(opener: number): number | undefined {
    const partner = this.partnerOf(opener - this.from);
    return partner > opener - this.from ? this.from + partner : undefined;
  }

  private partnerOf(place: number): number {
    return this.pages[place >> PAGE_BITS]?.[place & (PAGE - 1)] ?? NONE;
  }

  private setPartner(place: number, partner: number): void {
    const page = (this.pages[place >> PAGE_BITS] ??= new Int32Array(PAGE));
    page[place & (PAGE - 1)] = partner;
  }
}
