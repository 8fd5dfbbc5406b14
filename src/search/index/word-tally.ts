/** Counts the words of one note after another, in reused arrays. */

import type { Field } from '../text/note-fields';
import type { WordCount } from './posting-reader';

/** Numbers of one word: how often it is in each of the counted fields. */
const width = 5;
const [body, name, aliases, headings, properties] = [0, 1, 2, 3, 4];
/** Headings and tags are counted together. */
const columns: Readonly<Record<Field, number>> = {
  body,
  title: name,
  alias: aliases,
  heading: headings,
  tag: headings,
  frontmatter: properties,
};

export class WordTally {
  /** The numbers of the counted words. */
  #words = new Int32Array(256);
  #counts = new Int32Array(256 * width);
  /** For each word its index among them, from 1; 0 if it was not counted. */
  #places = new Int32Array(4096);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  clear(): void {
    for (let place = 0; place < this.#length; place += 1) this.#places[this.wordAt(place)] = 0;
    this.#counts.fill(0, 0, this.#length * width);
    this.#length = 0;
  }

  add(word: number, field: Field): void {
    const at = this.#placeOf(word) * width + columns[field];
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
  }

  wordAt(place: number): number {
    return this.#words[place] ?? 0;
  }

  countAt(place: number): WordCount {
    const count = (column: number): number => this.#counts[place * width + column] ?? 0;
    return {
      inBody: count(body),
      inName: count(name),
      inAliases: count(aliases),
      inHeadings: count(headings),
      inProperties: count(properties),
    };
  }

  #placeOf(word: number): number {
    if (word >= this.#places.length) this.#places = enlarged(this.#places, word * 2);
    const known = this.#places[word] ?? 0;
    if (known > 0) return known - 1;
    if (this.#length === this.#words.length) {
      this.#words = enlarged(this.#words, this.#length * 2);
      this.#counts = enlarged(this.#counts, this.#length * 2 * width);
    }
    this.#words[this.#length] = word;
    this.#length += 1;
    this.#places[word] = this.#length;
    return this.#length - 1;
  }
}

function enlarged(numbers: Int32Array, length: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length);
  larger.set(numbers);
  return larger;
}
