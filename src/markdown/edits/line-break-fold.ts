import { withNewline } from '../line-endings';

/**
 * A note with LF breaks only, so that `\n` finds both kinds, and the way back to the note's own offsets.
 */
export class FoldedText {
  readonly text: string;
  /** For each CR that was taken out, where its LF stands in the folded text. */
  private readonly breaks: Int32Array;

  constructor(readonly source: string) {
    this.text = withNewline(source, '\n');
    this.breaks = new Int32Array(source.length - this.text.length);
    if (this.breaks.length === 0) return;
    let count = 0;
    for (let at = source.indexOf('\r\n'); at !== -1; at = source.indexOf('\r\n', at + 2)) {
      this.breaks[count] = at - count;
      count += 1;
    }
  }

  /** Where the unit at a folded offset begins in the source: a break begins with its CR. */
  sourceOffset(offset: number): number {
    let low = 0;
    let high = this.breaks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.breaks[middle] ?? Infinity) < offset) low = middle + 1;
      else high = middle;
    }
    return offset + low;
  }
}
