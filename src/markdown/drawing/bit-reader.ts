const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const values = new Map(Array.from(digits, (digit, value) => [digit.charCodeAt(0), value]));
const bitsOfDigit = 6;

/** Reads the bits of base64, the highest of each digit first. Other characters are skipped. */
export class BitReader {
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
