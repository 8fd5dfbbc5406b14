/** Texts as the library lz-string packs them (`compressToBase64`). Its own unpacking cannot stop. */
import { itemAt } from '../../utils/collections';

/** Codes of the format: a character of 8 bits follows, one of 16 bits, or the text ends. Others name entries. */
const shortCharacter = 0;
const longCharacter = 1;
const endOfText = 2;
const firstEntry = 3;
const initialEntries = 4096;

interface Stretch {
  readonly start: number;
  readonly length: number;
}

/**
 * The text in base64 of lz-string; other characters are ignored. Some thousand digits can hold hundreds of
 * millions of characters, hence `most`.
 * @param most UTF-16 units
 * @returns undefined for invalid data, and for a longer text
 */
export function unpackedText(base64: string, most: number): string | undefined {
  const text = new RepeatedText(most);
  const unpacker = new Unpacker(new BitReader(base64), text);
  for (;;) {
    const step = unpacker.next();
    if (step === 'failed') return undefined;
    if (step === 'ended') return text.toString();
  }
}

/** Every dictionary entry is a part of the earlier output, so none is a separate string. */
class Unpacker {
  private starts = new Int32Array(initialEntries);
  private lengths = new Int32Array(initialEntries);
  private entries = 0;
  private last: Stretch | undefined;
  private width = 2;
  /** Number of entries until codes become a bit wider. */
  private left = 1;

  constructor(
    private readonly bits: BitReader,
    private readonly text: RepeatedText,
  ) {}

  next(): 'ended' | 'failed' | 'written' {
    const code = this.bits.read(this.width);
    if (code === endOfText) return 'ended';
    const written = code === undefined ? undefined : this.written(code);
    if (written === undefined) return 'failed';
    // The previous entry and the first character of this one are adjacent.
    if (this.last !== undefined) this.addEntry(this.last.start, this.last.length + 1);
    this.last = written;
    return 'written';
  }

  private written(code: number): Stretch | undefined {
    const start = this.text.length;
    if (code === shortCharacter || code === longCharacter) {
      const unit = this.bits.read(code === shortCharacter ? 8 : 16);
      if (unit === undefined || !this.text.add(unit)) return undefined;
      this.addEntry(start, 1);
      return { start, length: 1 };
    }
    const named = this.entry(code - firstEntry);
    if (named === undefined || !this.text.repeat(named.start, named.length)) return undefined;
    return { start, length: named.length };
  }

  /** The next entry is the one that its code itself creates: the previous one and its own first character. */
  private entry(index: number): Stretch | undefined {
    const { starts, lengths, entries, last } = this;
    if (index < entries) return { start: itemAt(starts, index), length: itemAt(lengths, index) };
    return last === undefined || index > entries ? undefined : { start: last.start, length: last.length + 1 };
  }

  private addEntry(start: number, length: number): void {
    if (this.entries === this.starts.length) {
      this.starts = twice(this.starts);
      this.lengths = twice(this.lengths);
    }
    this.starts[this.entries] = start;
    this.lengths[this.entries] = length;
    this.entries += 1;
    this.left -= 1;
    if (this.left > 0) return;
    this.left = 2 ** this.width;
    this.width += 1;
  }
}

function twice(numbers: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map(Array.from(digits, (digit, value) => [digit.charCodeAt(0), value]));
const bitsOfDigit = 6;

/** Reads the bits of base64, the highest of each digit first. Other characters are skipped. */
class BitReader {
  private at = 0;
  private digit = 0;
  private left = 0;

  constructor(private readonly base64: string) {}

  /**
   * A number of this many bits, the lowest first.
   * @param width at most 31
   * @returns undefined after the last digit
   */
  read(width: number): number | undefined {
    let value = 0;
    for (let bit = 0; bit < width; bit += 1) {
      if (this.left === 0 && !this.takeDigit()) return undefined;
      this.left -= 1;
      value |= ((this.digit >> this.left) & 1) << bit;
    }
    return value;
  }

  private takeDigit(): boolean {
    while (this.at < this.base64.length) {
      const value = values.get(this.base64.charCodeAt(this.at));
      this.at += 1;
      if (value === undefined) continue;
      this.digit = value;
      this.left = bitsOfDigit;
      return true;
    }
    return false;
  }
}

const initialCapacity = 4096;

/** A text to which characters or repetitions of earlier parts are appended. */
class RepeatedText {
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
