/** Counts the words of one note after another, in reused arrays. */

/** Numbers of one word: how often it is in the body and in named fields, the most weight of these, and in the name. */
const width = 4;
const [body, fields, most, title] = [0, 1, 2, 3];

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

  addInTitle(word: number): void {
    this.#add(word, title);
  }

  addInBody(word: number): void {
    this.#add(word, body);
  }

  /** @param weight of the field */
  addInField(word: number, weight: number): void {
    this.#add(word, fields);
    const at = this.#placeOf(word) * width + most;
    this.#counts[at] = Math.max(this.#counts[at] ?? 0, weight);
  }

  wordAt(place: number): number {
    return this.#words[place] ?? 0;
  }

  bodyAt(place: number): number {
    return this.#counts[place * width + body] ?? 0;
  }

  fieldsAt(place: number): number {
    return this.#counts[place * width + fields] ?? 0;
  }

  /** The weight of the best field that has the word. */
  fieldWeightAt(place: number): number {
    return this.#counts[place * width + most] ?? 0;
  }

  titleAt(place: number): number {
    return this.#counts[place * width + title] ?? 0;
  }

  #add(word: number, count: number): void {
    const at = this.#placeOf(word) * width + count;
    this.#counts[at] = (this.#counts[at] ?? 0) + 1;
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
