/** Numbers and strings in few bytes, for the records of notes in memory and on the disk. */

const startCapacity = 1 << 16;

/** Of 32 bits, bytes. */
const largestInteger = 5;

const beyondLatin1 = /[^\0-\xff]/;

/** How a string's characters are written. */
const narrow = 0;
const wide = 1;

export class ByteWriter {
  private buffer = Buffer.allocUnsafeSlow(startCapacity);
  private length = 0;

  get size(): number {
    return this.length;
  }

  /** A whole number of at most 53 bits; small ones take one byte, negative ones a bit more. */
  integer(value: number): void {
    this.reserve(8);
    if (value >= 0 && value < 0x40) {
      this.buffer[this.length++] = 2 * value;
      return;
    }
    let rest = value < 0 ? -2 * value - 1 : 2 * value;
    while (rest >= 0x80) {
      this.buffer[this.length++] = (rest % 0x80) | 0x80;
      rest = Math.floor(rest / 0x80);
    }
    this.buffer[this.length++] = rest;
  }

  real(value: number): void {
    this.reserve(8);
    this.length = this.buffer.writeDoubleLE(value, this.length);
  }

  /** Every string is restored exactly, unpaired surrogates included. */
  string(text: string): void {
    const encoding = beyondLatin1.test(text) ? 'utf16le' : 'latin1';
    const size = encoding === 'latin1' ? text.length : 2 * text.length;
    this.integer(size);
    this.integer(encoding === 'latin1' ? narrow : wide);
    this.reserve(size);
    this.length += this.buffer.write(text, this.length, encoding);
  }

  /** Of at most 32 bits, without their number. */
  integers(values: readonly number[]): void {
    this.reserve(largestInteger * values.length);
    const { buffer } = this;
    let at = this.length;
    for (const value of values) {
      let rest = value < 0 ? -2 * value - 1 : 2 * value;
      while (rest >= 0x80) {
        buffer[at++] = (rest & 0x7f) | 0x80;
        rest = Math.floor(rest / 0x80);
      }
      buffer[at++] = rest;
    }
    this.length = at;
  }

  bytes(bytes: Uint8Array): void {
    this.reserve(bytes.length);
    this.buffer.set(bytes, this.length);
    this.length += bytes.length;
  }

  /** A copy of what was written; the writer is empty afterwards. */
  take(): Buffer {
    const taken = Buffer.allocUnsafeSlow(this.length);
    this.buffer.copy(taken, 0, 0, this.length);
    this.length = 0;
    return taken;
  }

  private reserve(size: number): void {
    if (this.length + size <= this.buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(2 * this.buffer.length, this.length + size));
    this.buffer.copy(larger, 0, 0, this.length);
    this.buffer = larger;
  }
}

/** Reads in the order of writing. @throws RangeError past the end */
export class ByteReader {
  constructor(
    private readonly buffer: Buffer,
    private at = 0,
  ) {}

  get isAtEnd(): boolean {
    return this.at >= this.buffer.length;
  }

  integer(): number {
    let rest = 0;
    for (let factor = 1; ; factor *= 0x80) {
      const byte = this.buffer[this.at++];
      if (byte === undefined) throw new RangeError('Past the end.');
      rest += (byte & 0x7f) * factor;
      if (byte < 0x80) break;
    }
    return rest % 2 === 1 ? -(rest + 1) / 2 : rest / 2;
  }

  real(): number {
    this.at += 8;
    return this.buffer.readDoubleLE(this.at - 8);
  }

  string(): string {
    const size = this.integer();
    const encoding = this.integer() === wide ? 'utf16le' : 'latin1';
    if (size < 0 || size > this.buffer.length - this.at) throw new RangeError('Past the end.');
    this.at += size;
    return this.buffer.toString(encoding, this.at - size, this.at);
  }

  /** Where the next value begins, or is to begin. */
  get place(): number {
    return this.at;
  }

  set place(at: number) {
    this.at = at;
  }

  skipString(): void {
    const size = this.integer();
    this.integer();
    this.at += size;
  }

  integers(count: number): Int32Array {
    if (count > this.buffer.length - this.at) throw new RangeError('Past the end.');
    const values = new Int32Array(count);
    for (let index = 0; index < count; index++) values[index] = this.integer();
    return values;
  }

  /** A view, not a copy. */
  bytes(size: number): Buffer {
    if (size < 0 || size > this.buffer.length - this.at) throw new RangeError('Past the end.');
    this.at += size;
    return this.buffer.subarray(this.at - size, this.at);
  }
}
