/** Numbers in one piece; a piece is copied as it grows, so it stays small. */
const pieceBits = 13;
const pieceSize = 1 << pieceBits;

/**
 * A list of numbers in pieces. An array of five million is copied as a whole several times while it grows, 40 MB in one
 * step at the end.
 */
export class NumberList {
  private readonly pieces: number[][] = [[]];
  private count = 0;

  get length(): number {
    return this.count;
  }

  push(number: number): void {
    this.piece(this.count).push(number);
    this.count += 1;
  }

  at(index: number): number | undefined {
    return this.pieces[index >> pieceBits]?.[index & (pieceSize - 1)];
  }

  /** @param index of a number that is there */
  set(index: number, number: number): void {
    const piece = this.pieces[index >> pieceBits];
    if (piece === undefined || index >= this.count) throw new RangeError(`There is no number ${index}.`);
    piece[index & (pieceSize - 1)] = number;
  }

  last(): number | undefined {
    return this.at(this.count - 1);
  }

  /** As 32-bit integers. */
  integers(): Int32Array {
    const integers = new Int32Array(this.count);
    let at = 0;
    for (const piece of this.pieces) {
      integers.set(piece, at);
      at += pieceSize;
    }
    return integers;
  }

  /** The piece for an index that is there or comes next. */
  private piece(index: number): number[] {
    return (this.pieces[index >> pieceBits] ??= []);
  }
}
