import type { StoredNote } from '../store/stored-note';

/** Number of values per note before those of its terms; see `Counted`. */
const head = 4;
/** Values per term: its weights in the note's name, in the best of its fields and in its text. */
const ofTerm = 3;

export interface Counted {
  /** Of the folded text. */
  readonly length: number;
  /** Number of matches. */
  readonly matches: number;
  /** For a field that equals the whole query, in multiples of the best score without it. */
  readonly bonus: number;
  /** Whether all words match exactly, none only in another form. */
  readonly isExact: boolean;
}

/** The weights of one term in the text of a note. */
export interface TextWeights {
  /** The best of the aliases, headings and tags that have it. */
  readonly fields: number;
  /** All occurrences, each once. */
  readonly body: number;
}

/** The matching notes with the counts of a scan, stored in columns, since they can be all notes of a large vault. */
export class NoteMatches {
  readonly notes: StoredNote[] = [];
  readonly #width: number;
  #numbers: Float64Array;
  #end = 0;

  constructor(readonly terms: number) {
    this.#width = head + terms * ofTerm;
    this.#numbers = new Float64Array(64 * this.#width);
  }

  clear(): void {
    this.notes.length = 0;
    this.#end = 0;
  }

  get count(): number {
    return this.notes.length;
  }

  /** Afterwards add the weights of each term, in their order. */
  add(note: StoredNote, { length, matches, bonus, isExact }: Counted): void {
    if (this.#end + this.#width > this.#numbers.length) {
      const larger = new Float64Array(this.#numbers.length * 2);
      larger.set(this.#numbers);
      this.#numbers = larger;
    }
    this.notes.push(note);
    this.#put(length);
    this.#put(matches);
    this.#put(bonus);
    this.#put(isExact ? 1 : 0);
  }

  addWeights(title: number, { fields, body }: TextWeights): void {
    this.#put(title);
    this.#put(fields);
    this.#put(body);
  }

  lengthAt(index: number): number {
    return this.#numbers[index * this.#width] ?? 0;
  }

  matchesAt(index: number): number {
    return this.#numbers[index * this.#width + 1] ?? 0;
  }

  bonusAt(index: number): number {
    return this.#numbers[index * this.#width + 2] ?? 0;
  }

  isExactAt(index: number): boolean {
    return this.#numbers[index * this.#width + 3] === 1;
  }

  /** In the note's name, each occurrence once. */
  titleWeight(index: number, term: number): number {
    return this.#numbers[index * this.#width + head + term * ofTerm] ?? 0;
  }

  /** In the best of its aliases, headings and tags. */
  fieldWeight(index: number, term: number): number {
    return this.#numbers[index * this.#width + head + term * ofTerm + 1] ?? 0;
  }

  /** In its text, each occurrence once. */
  bodyWeight(index: number, term: number): number {
    return this.#numbers[index * this.#width + head + term * ofTerm + 2] ?? 0;
  }

  #put(number: number): void {
    this.#numbers[this.#end] = number;
    this.#end += 1;
  }
}
