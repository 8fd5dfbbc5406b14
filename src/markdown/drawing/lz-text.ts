/** Unpacks texts of the library lz-string (`compressToBase64`), whose own unpacking cannot be stopped. */
import { itemAt } from '../../utils/collections';

/** Codes of the format: a character of 8 bits follows, one of 16 bits, or the text ends. Others name entries. */
const shortCharacter = 0;
const longCharacter = 1;
const endOfText = 2;
const firstEntry = 3;

/**
 * The text in base64 of lz-string; other characters are ignored. A few thousand digits can unpack to hundreds of
 * millions of characters, hence `most`.
 * @param most UTF-16 units
 * @returns undefined for invalid data, and for a longer text
 */
export function unpackedText(base64: string, most: number): string | undefined {
  return new Unpacker(new BitReader(base64), new Uint16Array(most)).text();
}

class Unpacker {
  private length = 0;
  private lastLength = 0;
  /** Every entry is a part of the text so far. */
  private readonly starts: number[] = [];
  private readonly lengths: number[] = [];
  private width = 2;
  /** Number of entries until codes become a bit wider. */
  private left = 1;

  /** @param units where the text is written */
  constructor(
    private readonly bits: BitReader,
    private readonly units: Uint16Array,
  ) {}

  text(): string | undefined {
    for (;;) {
      const code = this.bits.read(this.width);
      const start = this.length;
      if (code === endOfText)
        return new TextDecoder('utf-16le', { ignoreBOM: true }).decode(this.units.subarray(0, start));
      if (code === undefined || !this.write(code)) return undefined;
      // The last piece and the first character of this one are adjacent.
      if (start > 0) this.addEntry(start - this.lastLength, this.lastLength + 1);
      this.lastLength = this.length - start;
    }
  }

  private write(code: number): boolean {
    if (code === shortCharacter || code === longCharacter) {
      const unit = this.bits.read(code === shortCharacter ? 8 : 16);
      if (unit === undefined || this.length === this.units.length) return false;
      this.addEntry(this.length, 1);
      this.add(unit);
      return true;
    }
    const index = code - firstEntry;
    // The next entry is the one that this code creates: the last piece and its own first character.
    const isNext = index === this.starts.length && this.length > 0;
    const start = isNext ? this.length - this.lastLength : this.starts[index];
    const length = isNext ? this.lastLength + 1 : this.lengths[index];
    if (start === undefined || length === undefined || this.length + length > this.units.length) return false;
    for (let at = start; at < start + length; at += 1) this.add(itemAt(this.units, at));
    return true;
  }

  private add(unit: number): void {
    this.units[this.length] = unit;
    this.length += 1;
  }

  private addEntry(start: number, length: number): void {
    this.starts.push(start);
    this.lengths.push(length);
    this.left -= 1;
    if (this.left > 0) return;
    this.left = 2 ** this.width;
    this.width += 1;
  }
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map(Array.from(digits, (digit, value) => [digit.charCodeAt(0), value]));
const bitsOfDigit = 6;

/** Reads the bits of base64, the highest bit of each digit first. Other characters are skipped. */
class BitReader {
  private at = 0;
  private digit = 0;
  private left = 0;

  constructor(private readonly base64: string) {}

  /** A number of this many bits, the lowest first. @param width at most 31 @returns undefined after the last digit */
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
