import { countBefore } from '../../utils/bisect';
import { itemAt } from '../../utils/item-at';
import { sliced, type SliceTurn } from '../../utils/slicing/time-slicer';
import { beyondAscii } from '../../utils/text/fold-path';
import { continuesCluster } from '../text/folded-text';

/** A text in Unicode form C, so that `é` is found however it is written, with the way back to its own offsets. */
export class ComposedText {
  constructor(
    readonly text: string,
    /** Offsets behind each character that became shorter or longer, in the composed text and in the source. */
    private readonly composed: readonly number[] = [],
    private readonly source: readonly number[] = [],
  ) {}

  static of(source: string): ComposedText {
    const composing = new Composing();
    composing.add(source);
    return composing.of(source);
  }

  /** The same for a text of any size. @throws like `SliceTurn.pause` */
  static async inTurns(source: string, turn: SliceTurn): Promise<ComposedText> {
    const composing = new Composing();
    for await (const part of sliced(wordPortions(source), turn)) composing.add(part);
    return composing.of(source);
  }

  sourceOffset(offset: number): number {
    const { composed, source } = this;
    const passed = countBefore(composed.length, index => itemAt(composed, index) <= offset);
    return passed === 0 ? offset : itemAt(source, passed - 1) + offset - itemAt(composed, passed - 1);
  }
}

/** A text composed part by part. */
class Composing {
  private readonly parts: string[] = [];
  private readonly composed: number[] = [];
  private readonly source: number[] = [];
  private isSame = true;
  private length = 0;
  private read = 0;

  /** @param source all parts together; if it is composed it is not copied */
  of(source: string): ComposedText {
    if (this.isSame) return new ComposedText(source);
    return new ComposedText(this.parts.join(''), this.composed, this.source);
  }

  add(part: string): void {
    const start = this.read;
    this.read += part.length;
    if (!beyondAscii.test(part) || part.normalize('NFC') === part) {
      this.parts.push(part);
      this.length += part.length;
      return;
    }
    this.isSame = false;
    for (let at = 0; at < part.length;) {
      let end = at + 1;
      while (end < part.length && continuesCluster(part.charCodeAt(end))) end += 1;
      const made = part.slice(at, end).normalize('NFC');
      this.parts.push(made);
      this.length += made.length;
      if (made.length !== end - at) {
        this.composed.push(this.length);
        this.source.push(start + end);
      }
      at = end;
    }
  }
}

/** Units that are composed or lower-cased without a pause: a run of as many marks takes the engine 25 ms. */
export const portion = 4_096;
/** A longer word, or run of marks, is divided. */
const maxWord = 1_000;

/** A text in parts that divide no word: what a letter becomes may depend on those beside it. */
export function wordPortions(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + portion, text.length);
    const last = end + maxWord;
    while (end < text.length && end < last && !isBlankOrBreak(text.charCodeAt(end))) end += 1;
    while (end < text.length && end < last + maxWord && continuesCluster(text.charCodeAt(end))) end += 1;
    if (isHighSurrogate(text.charCodeAt(end - 1))) end += 1;
    parts.push(text.slice(at, end));
    at = end;
  }
  return parts;
}

function isBlankOrBreak(unit: number): boolean {
  return unit === 32 || (unit >= 9 && unit <= 13);
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff;
}
