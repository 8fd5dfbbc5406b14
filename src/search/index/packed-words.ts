import { letterSet } from '../../utils/text/edit-distance';

const noWord = -1;

/** A set of short words in a few arrays: uses a tenth of the memory of as many strings. */
export class PackedWords {
  #units = new Uint16Array(4096);
  /** Start of each word; it ends where the next one starts. */
  #starts = new Uint32Array(512);
  #letters = new Int32Array(512);
  #hashes = new Uint32Array(512);
  /** Word numbers by hash. */
  #table = new Int32Array(1024).fill(noWord);
  #count = 0;

  get count(): number {
    return this.#count;
  }

  /** Its approximate memory. */
  get bytes(): number {
    return (
      this.#units.byteLength +
      this.#starts.byteLength +
      this.#letters.byteLength +
      this.#hashes.byteLength +
      this.#table.byteLength
    );
  }

  /** Adds the text from `start` to `end` unless it is there already. @returns its index */
  add(text: string, start: number, end: number): number {
    const hash = hashOf(text, start, end);
    const place = this.#placeOf(text, start, end, hash);
    const known = this.#table[place] ?? noWord;
    if (known !== noWord) return known;
    this.#makeSpace(end - start);
    const from = this.#starts[this.#count] ?? 0;
    for (let at = start; at < end; at += 1) this.#units[from + at - start] = text.charCodeAt(at);
    this.#letters[this.#count] = letterSet(text, start, end);
    this.#hashes[this.#count] = hash;
    this.#table[place] = this.#count;
    this.#count += 1;
    this.#starts[this.#count] = from + end - start;
    if (this.#count * 2 > this.#table.length) this.#enlargeTable();
    return this.#count - 1;
  }

  /** The index of a word; undefined if it is not there. */
  find(word: string): number | undefined {
    const index = this.#table[this.#placeOf(word, 0, word.length, hashOf(word, 0, word.length))] ?? noWord;
    return index === noWord ? undefined : index;
  }

  at(index: number): string {
    return String.fromCharCode(...this.#units.subarray(this.#starts[index], this.#starts[index + 1]));
  }

  startsWith(index: number, text: string): boolean {
    return this.lengthAt(index) >= text.length && this.#stands(text, this.#starts[index] ?? 0);
  }

  /** Whether a word contains a text. @param letters of the text: see `letterSet` */
  has(index: number, text: string, letters: number): boolean {
    if ((letters & ~(this.#letters[index] ?? 0)) !== 0) return false;
    const last = (this.#starts[index + 1] ?? 0) - text.length;
    for (let from = this.#starts[index] ?? 0; from <= last; from += 1)
      if (this.#stands(text, from)) return true;
    return false;
  }

  endsWith(index: number, text: string): boolean {
    return (
      this.lengthAt(index) >= text.length && this.#stands(text, (this.#starts[index + 1] ?? 0) - text.length)
    );
  }

  lengthAt(index: number): number {
    return (this.#starts[index + 1] ?? 0) - (this.#starts[index] ?? 0);
  }

  /** See `letterSet`. */
  lettersAt(index: number): number {
    return this.#letters[index] ?? 0;
  }

  #placeOf(text: string, start: number, end: number, hash: number): number {
    const mask = this.#table.length - 1;
    for (let place = hash & mask; ; place = (place + 1) & mask) {
      const index = this.#table[place] ?? noWord;
      if (index === noWord) return place;
      if (this.#hashes[index] === hash && this.#equals(index, text, start, end)) return place;
    }
  }

  #equals(index: number, text: string, start: number, end: number): boolean {
    if (this.lengthAt(index) !== end - start) return false;
    const from = this.#starts[index] ?? 0;
    for (let at = start; at < end; at += 1)
      if (this.#units[from + at - start] !== text.charCodeAt(at)) return false;
    return true;
  }

  #stands(text: string, from: number): boolean {
    for (let at = 0; at < text.length; at += 1)
      if (this.#units[from + at] !== text.charCodeAt(at)) return false;
    return true;
  }

  #makeSpace(length: number): void {
    const used = this.#starts[this.#count] ?? 0;
    if (used + length > this.#units.length) {
      const larger = new Uint16Array(this.#units.length * 2 + length);
      larger.set(this.#units);
      this.#units = larger;
    }
    if (this.#count + 2 > this.#starts.length) {
      const size = this.#starts.length * 2;
      const [starts, hashes, letters] = [new Uint32Array(size), new Uint32Array(size), new Int32Array(size)];
      starts.set(this.#starts);
      hashes.set(this.#hashes);
      letters.set(this.#letters);
      [this.#starts, this.#hashes, this.#letters] = [starts, hashes, letters];
    }
  }

  #enlargeTable(): void {
    const table = new Int32Array(this.#table.length * 2).fill(noWord);
    const mask = table.length - 1;
    for (let index = 0; index < this.#count; index += 1) {
      let place = (this.#hashes[index] ?? 0) & mask;
      while (table[place] !== noWord) place = (place + 1) & mask;
      table[place] = index;
    }
    this.#table = table;
  }
}

/** Mixed so that the low bits depend on all letters. */
function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let at = start; at < end; at += 1)
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x5bd1e995) + 0x1b873593;
  const mixed = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (mixed ^ (mixed >>> 13)) >>> 0;
}
