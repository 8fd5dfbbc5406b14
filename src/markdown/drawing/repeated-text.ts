import { itemAt } from '../../utils/collections';

const initialCapacity = 4096;

/** A text to which characters or repetitions of earlier parts are appended. */
export class RepeatedText {
  private units = new Uint16Array(initialCapacity);
  private written = 0;

  /** @param most UTF-16 units */
  constructor(private readonly most: number) {}

  /** UTF-16 units. */
  get length(): number {
    return this.written;
  }

  /** @returns false if the text would become too long */
  add(unit: number): boolean {
    if (!this.makeSpace(1)) return false;
    this.units[this.written] = unit;
    this.written += 1;
    return true;
  }

  /**
   * Appends the part that begins at `start`; it may overlap the new text.
   * @returns false if the text would become too long
   */
  repeat(start: number, length: number): boolean {
    if (!this.makeSpace(length)) return false;
    if (start + length <= this.written) this.units.copyWithin(this.written, start, start + length);
    else
      for (let index = 0; index < length; index += 1)
        this.units[this.written + index] = itemAt(this.units, start + index);
    this.written += length;
    return true;
  }

  toString(): string {
    return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(this.units.subarray(0, this.written));
  }

  private makeSpace(length: number): boolean {
    const needed = this.written + length;
    if (needed > this.most) return false;
    if (needed <= this.units.length) return true;
    const larger = new Uint16Array(Math.max(needed, 2 * this.units.length));
    larger.set(this.units);
    this.units = larger;
    return true;
  }
}
