import { countBefore, itemAt } from '../../../utils/collections';
import { sliced, type SliceTurn } from '../../../utils/slicing/time-slicer';
import { portionsOf } from '../../../utils/bytes';
import { withNewline } from '../../text/line-endings';

/**
 * A note with LF breaks only, so that `\n` finds both kinds, and the way back to the note's own offsets.
 */
export class FoldedText {
  private constructor(
    readonly text: string,
    /** For each removed CR, the offset of its LF in the folded text. */
    private readonly breaks: Int32Array,
  ) {}

  /** @throws like `SliceTurn.pause` */
  static async inTurns(source: string, turn: SliceTurn): Promise<FoldedText> {
    if (!source.includes('\r\n')) return new FoldedText(source, new Int32Array());
    const parts: string[] = [];
    for await (const part of sliced(portionsOf(source), turn)) parts.push(withNewline(part, '\n'));
    const text = parts.join('');
    const breaks = new Int32Array(source.length - text.length);
    for (let count = 0, at = source.indexOf('\r\n'); count < breaks.length; count += 1) {
      breaks[count] = at - count;
      at = source.indexOf('\r\n', at + 2);
      if (turn.due()) await turn.pause();
    }
    return new FoldedText(text, breaks);
  }

  /** The source offset of a folded offset: a line break begins with its CR. */
  sourceOffset(offset: number): number {
    return offset + countBefore(this.breaks.length, index => itemAt(this.breaks, index) < offset);
  }
}
