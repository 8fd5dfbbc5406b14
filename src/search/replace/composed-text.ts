import { countBefore } from '../../utils/bisect';
import { itemAt } from '../../utils/item-at';
import { beyondAscii } from '../../utils/text/fold-path';
import { continuesCluster } from '../text/fold-clusters';

/** A text in Unicode form C, so that `é` is found however it is written, with the way back to its own offsets. */
export class ComposedText {
  private constructor(
    readonly text: string,
    /** Offsets behind each character that became shorter or longer, in the composed text and in the source. */
    private readonly composed: readonly number[] = [],
    private readonly source: readonly number[] = [],
  ) {}

  static of(source: string): ComposedText {
    if (!beyondAscii.test(source) || source.normalize('NFC') === source) return new ComposedText(source);
    const parts: string[] = [];
    const composed: number[] = [];
    const offsets: number[] = [];
    let length = 0;
    for (let at = 0; at < source.length;) {
      let end = at + 1;
      while (end < source.length && continuesCluster(source.charCodeAt(end))) end += 1;
      const part = source.slice(at, end).normalize('NFC');
      parts.push(part);
      length += part.length;
      if (part.length !== end - at) {
        composed.push(length);
        offsets.push(end);
      }
      at = end;
    }
    return new ComposedText(parts.join(''), composed, offsets);
  }

  sourceOffset(offset: number): number {
    const { composed, source } = this;
    const passed = countBefore(composed.length, index => itemAt(composed, index) <= offset);
    return passed === 0 ? offset : itemAt(source, passed - 1) + offset - itemAt(composed, passed - 1);
  }
}
