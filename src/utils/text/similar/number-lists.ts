/** Lists of whole numbers in one array: no object for each list. */
export class NumberLists {
  private readonly starts: Int32Array;
  /** Where the next number of each list goes. */
  private readonly ends: Int32Array;
  private readonly numbers: Int32Array;

  /** @param sizes how many numbers each list will get */
  constructor(sizes: Int32Array) {
    this.starts = new Int32Array(sizes.length);
    let sum = 0;
    for (const [list, size] of sizes.entries()) {
      this.starts[list] = sum;
      sum += size;
    }
    this.ends = Int32Array.from(this.starts);
    this.numbers = new Int32Array(sum);
  }

  add(list: number, number: number): void {
    const end = this.ends[list] ?? 0;
    this.numbers[end] = number;
    this.ends[list] = end + 1;
  }

  sizeOf(list: number): number {
    return (this.ends[list] ?? 0) - (this.starts[list] ?? 0);
  }

  /** A view, not a copy. */
  list(list: number): Int32Array {
    return this.numbers.subarray(this.starts[list], this.ends[list]);
  }
}
