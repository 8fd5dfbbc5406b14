/** For each word the notes that have it, with counts: append-only lists of bytes, in pages that never move. */

import {
  firstSlice,
  header,
  maxSliceLength,
  more,
  pageBits,
  PostingReader,
  pageSize,
  valueBits,
  type WordCount,
} from './posting-reader';

/** Largest size of one entry. */
const maxEntryBytes = 30;

export class Postings {
  readonly #pages: Uint8Array[] = [];
  /** Where the next slice begins; 0 is no address. */
  #free = header;
  /** For each word: its first slice, its next entry's address, the slice's free bytes, the last note. */
  #first = new Uint32Array(1024);
  #end = new Uint32Array(1024);
  #left = new Uint16Array(1024);
  #sizes = new Uint16Array(1024);
  #last = new Int32Array(1024).fill(-1);
  /** The bytes of the next entry. */
  readonly #entry = new Uint8Array(maxEntryBytes);

  get bytes(): number {
    return this.#pages.length * pageSize + this.#first.length * 16;
  }

  /** @param note a larger number than in the word's earlier entries */
  add(word: number, note: number, count: WordCount): void {
    if (word >= this.#first.length) this.#enlarge(word);
    const length = this.#encode(note - (this.#last[word] ?? -1), count);
    while ((this.#left[word] ?? 0) < length) this.#addSlice(word);
    const at = this.#end[word] ?? 0;
    const page = this.#pages[at >>> pageBits];
    const offset = at & (pageSize - 1);
    for (let index = 0; index < length; index += 1)
      if (page !== undefined) page[offset + index] = this.#entry[index] ?? 0;
    this.#end[word] = at + length;
    this.#left[word] = (this.#left[word] ?? 0) - length;
    this.#last[word] = note;
  }

  /** The current entries of a word, by note number. */
  of(word: number): PostingReader {
    return new PostingReader(this.#pages, this.#first[word] ?? 0, this.#end[word] ?? 0);
  }

  /** @param step from the note of the previous entry @returns the length of the entry */
  #encode(step: number, { inBody, inName, inAliases, inHeadings, inProperties }: WordCount): number {
    const isPlain = inName + inAliases + inHeadings + inProperties === 0;
    let length = this.#put(0, step);
    length = this.#put(length, inBody * 2 + (isPlain ? 0 : 1));
    if (isPlain) return length;
    length = this.#put(length, inName);
    length = this.#put(length, inAliases);
    length = this.#put(length, inHeadings);
    return this.#put(length, inProperties);
  }

  #put(at: number, number: number): number {
    let [next, left] = [at, number];
    for (; left >= more; left >>>= valueBits) this.#entry[next++] = (left & (more - 1)) | more;
    this.#entry[next] = left;
    return next + 1;
  }

  #addSlice(word: number): void {
    const size = Math.min(maxSliceLength, (this.#sizes[word] ?? 0) * 2) || firstSlice;
    if ((this.#free & (pageSize - 1)) + size > pageSize) this.#free = this.#pages.length * pageSize;
    const at = this.#free;
    if (at >>> pageBits >= this.#pages.length) this.#pages.push(new Uint8Array(pageSize));
    this.#free += size;
    const end = this.#end[word] ?? 0;
    if (this.#first[word] === 0) this.#first[word] = at;
    else this.#link(end + (this.#left[word] ?? 0) - (this.#sizes[word] ?? 0), at);
    this.#sizes[word] = size;
    this.#end[word] = at + header;
    this.#left[word] = size - header;
  }

  /** Writes the address of the next slice into the slice at an address. */
  #link(slice: number, next: number): void {
    const page = this.#pages[slice >>> pageBits];
    for (let index = 0; index < header; index += 1)
      if (page !== undefined) page[(slice & (pageSize - 1)) + index] = next >>> (8 * index);
  }

  #enlarge(word: number): void {
    const length = Math.max(word + 1, this.#first.length * 2);
    const copy = <Numbers extends Uint32Array | Uint16Array | Int32Array>(
      from: Numbers,
      to: Numbers,
    ): Numbers => {
      to.set(from);
      return to;
    };
    this.#first = copy(this.#first, new Uint32Array(length));
    this.#end = copy(this.#end, new Uint32Array(length));
    this.#left = copy(this.#left, new Uint16Array(length));
    this.#sizes = copy(this.#sizes, new Uint16Array(length));
    this.#last = copy(this.#last, new Int32Array(length).fill(-1));
  }
}
