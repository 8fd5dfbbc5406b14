/** Reads the entries of a word from the pages of the word index, many at once. */

/** Pages have this many bytes. */
export const pageBits = 16;
export const pageSize = 2 ** pageBits;
/** A list is a chain of slices, each twice as long as the one before, up to a limit. */
export const [firstSlice, maxSliceLength] = [16, 8192];
/** A slice begins with the address of the next one. */
export const header = 4;
/** Seven bits per byte; the eighth is set if more follow. */
export const [valueBits, more] = [7, 0x80];
/** An entry has at least two bytes. */
const maxEntries = maxSliceLength / 2;
const noPage = new Uint8Array(0);

/** How often a word is in one note. */
export interface WordCount {
  readonly inBody: number;
  /** In the file's name, and in the property `title`. */
  readonly inName: number;
  readonly inAliases: number;
  /** In headings and tags. */
  readonly inHeadings: number;
  /** In other properties. */
  readonly inProperties: number;
}

/** Entries of one word in columns: reused for the next ones. */
export class PostingBlock {
  length = 0;
  /** The numbers of the notes, ascending. */
  readonly notes = new Int32Array(maxEntries);
  /** Twice the count in the body, plus one if the word is in another field: else the others are left as they were. */
  readonly packed = new Uint32Array(maxEntries);
  readonly #name = new Uint32Array(maxEntries);
  readonly #aliases = new Uint32Array(maxEntries);
  readonly #headings = new Uint32Array(maxEntries);
  readonly #properties = new Uint32Array(maxEntries);

  noteAt(entry: number): number {
    return this.notes[entry] ?? 0;
  }

  inBody(entry: number): number {
    return (this.packed[entry] ?? 0) >>> 1;
  }

  /** Whether the word is in another field than the body. */
  isNamed(entry: number): boolean {
    return ((this.packed[entry] ?? 0) & 1) === 1;
  }

  countAt(entry: number): WordCount {
    const isNamed = this.isNamed(entry);
    const count = (counts: Uint32Array): number => (isNamed ? (counts[entry] ?? 0) : 0);
    return {
      inBody: this.inBody(entry),
      inName: count(this.#name),
      inAliases: count(this.#aliases),
      inHeadings: count(this.#headings),
      inProperties: count(this.#properties),
    };
  }

  /** Sets the counts of an entry that has the word in another field, from the numbers as they are read. */
  setNamed(entry: number, next: () => number): void {
    this.#name[entry] = next();
    this.#aliases[entry] = next();
    this.#headings[entry] = next();
    this.#properties[entry] = next();
  }
}

/** Reads the entries that a word had when the reader was made: entries that are added meanwhile are not read. */
export class PostingReader {
  #page: Uint8Array = noPage;
  #at = 0;
  #note = -1;
  /** Address and length of the slice, and its end, or that of the list, in its page. */
  #slice = 0;
  #size = firstSlice;
  #stop = 0;

  constructor(
    private readonly pages: readonly Uint8Array[],
    first: number,
    private readonly end: number,
  ) {
    if (end > 0) this.#goTo(first);
  }

  /** Reads the next entries, at most those of one slice. @returns false after the last one: then the block is empty */
  read(block: PostingBlock): boolean {
    block.length = 0;
    while (this.#at >= this.#stop || this.#page[this.#at] === 0) if (!this.#goOn()) return false;
    this.#readSlice(block);
    return true;
  }

  /** A tight loop over local variables: reading one entry at a time takes several times as long. */
  #readSlice(block: PostingBlock): void {
    const { notes, packed } = block;
    const page = this.#page;
    const stop = this.#stop;
    let [note, at, length] = [this.#note, this.#at, 0];
    while (at < stop) {
      let step = page[at++] ?? 0;
      // The end of a slice can be empty: no entry begins with 0.
      if (step === 0) break;
      if (step >= more) {
        step = this.#rest(step, at);
        at = this.#at;
      }
      let first = page[at++] ?? 0;
      if (first >= more) {
        first = this.#rest(first, at);
        at = this.#at;
      }
      note += step;
      notes[length] = note;
      packed[length] = first;
      if ((first & 1) === 1) at = this.#readNamed(block, length, at);
      length += 1;
    }
    this.#note = note;
    this.#at = stop;
    block.length = length;
  }

  /** @returns where the next entry is */
  #readNamed(block: PostingBlock, entry: number, at: number): number {
    this.#at = at;
    block.setNamed(entry, this.#nextNumber);
    return this.#at;
  }

  readonly #nextNumber = (): number => {
    const first = this.#page[this.#at++] ?? 0;
    return first < more ? first : this.#rest(first, this.#at);
  };

  /** A number of several bytes. @param first byte of it, which was read @param from where the next one is */
  #rest(first: number, from: number): number {
    this.#at = from;
    let number = first & (more - 1);
    for (let shift = valueBits; ; shift += valueBits) {
      const byte = this.#page[this.#at++] ?? 0;
      number += (byte & (more - 1)) * 2 ** shift;
      if (byte < more) return number;
    }
  }

  /** Goes to the next slice. @returns false if there is none */
  #goOn(): boolean {
    if (this.end === 0 || this.#isIn(this.end)) return false;
    let next = 0;
    for (let index = 0; index < header; index += 1)
      next += (this.#page[(this.#slice & (pageSize - 1)) + index] ?? 0) * 2 ** (8 * index);
    if (next === 0) return false;
    this.#size = Math.min(maxSliceLength, this.#size * 2);
    this.#goTo(next);
    return true;
  }

  #goTo(slice: number): void {
    this.#page = this.pages[slice >>> pageBits] ?? noPage;
    this.#slice = slice;
    const start = slice & (pageSize - 1);
    this.#at = start + header;
    this.#stop = this.#isIn(this.end) ? start + this.end - slice : start + this.#size;
  }

  /** Whether the end of the list is in the slice. */
  #isIn(address: number): boolean {
    return address > this.#slice && address <= this.#slice + this.#size;
  }
}
