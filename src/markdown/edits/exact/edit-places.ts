import { ToolFailure } from '../../../errors';
import { itemAt } from '../../../utils/collections';
import type { Splice } from '../../text/splices';

/**
 * The places that the edits of one call change. Stored in columns of numbers: collecting a million objects
 * blocks the thread for longer than any other step.
 */
export class EditPlaces {
  private readonly from: number[] = [];
  private readonly to: number[] = [];
  /** The edit of each place, from 0. */
  private readonly edit: number[] = [];
  /** The new text of each edit. */
  private readonly texts: string[] = [];
  private growth = 0;

  get count(): number {
    return this.from.length;
  }

  /** Starts an edit; the places added next belong to it. */
  addEdit(text: string): void {
    this.texts.push(text);
  }

  add(from: number, to: number): void {
    this.from.push(from);
    this.to.push(to);
    this.edit.push(this.texts.length - 1);
    this.growth += this.text(this.texts.length - 1).length - (to - from);
  }

  /** The length of a text after the edits, in UTF-16 units. */
  lengthOf(text: string): number {
    return text.length + this.growth;
  }

  /** The splices in the order of the text, each created on demand. @throws ToolFailure for edits that overlap */
  inOrder(): Iterable<Splice> {
    // The places of one edit are in order.
    const order = this.texts.length === 1 ? this.from.keys() : this.sorted();
    return this.splices(order);
  }

  private sorted(): number[] {
    return [...this.from.keys()].sort((one, other) => itemAt(this.from, one) - itemAt(this.from, other));
  }

  private *splices(order: Iterable<number>): Generator<Splice, void, void> {
    let before: number | undefined;
    for (const index of order) {
      const from = itemAt(this.from, index);
      if (before !== undefined && itemAt(this.to, before) > from)
        throw overlapping(itemAt(this.edit, before), itemAt(this.edit, index));
      yield { from, to: itemAt(this.to, index), text: this.text(itemAt(this.edit, index)) };
      before = index;
    }
  }

  private text(edit: number): string {
    return itemAt(this.texts, edit);
  }
}

/** @param one @param other edits, from 0 */
function overlapping(one: number, other: number): ToolFailure {
  const [first, second] = [Math.min(one, other) + 1, Math.max(one, other) + 1];
  return new ToolFailure('invalid_argument', `Edits ${first} and ${second} overlap.`, {
    hint: 'Combine them into one edit: every edit refers to the note as it was.',
  });
}
