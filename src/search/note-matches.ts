import type { StoredNote } from './stored-note';

/** Numbers of one note before those of its terms: length of its folded text, and stretches that match. */
const head = 2;
/** Numbers of one term: its weight in the note's name, and in its text. */
const ofTerm = 2;

/** The notes that match, with what a scan has counted in each: in columns, since they can be all of a large vault. */
export class NoteMatches {
  readonly notes: StoredNote[] = [];
  readonly #width: number;
  #numbers: Float64Array;
  #end = 0;

  constructor(readonly terms: number) {
    this.#width = head + terms * ofTerm;
    this.#numbers = new Float64Array(64 * this.#width);
  }

  get count(): number {
    return this.notes.length;
  }

  /** Then tell the weights of each term, in their order. */
  add(note: StoredNote, length: number, matches: number): void {
    if (this.#end + this.#width > this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.notes.push(note);
    this.#put(length);
    this.#put(matches);
  }

  addWeights(title: number, text: number): void {
    this.#put(title);
    this.#put(text);
  }

  lengthAt(index: number): number {
    return this.#numbers[index * this.#width] ?? 0;
  }

  matchesAt(index: number): number {
    return this.#numbers[index * this.#width + 1] ?? 0;
  }

  /** In the note's name, each occurrence once. */
  titleWeight(index: number, term: number): number {
    return this.#numbers[index * this.#width + head + term * ofTerm] ?? 0;
  }

  /** In its text, each occurrence by its field. */
  textWeight(index: number, term: number): number {
    return this.#numbers[index * this.#width + head + term * ofTerm + 1] ?? 0;
  }

  #put(number: number): void {
    this.#numbers[this.#end] = number;
    this.#end += 1;
  }
}
