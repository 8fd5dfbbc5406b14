/** Counts the terms of a query in notes whose words are counted, without a look at their texts. */

import type { Term, WordHelp } from '../query/parsed-query';
import { likeness, type Likeness, type WordTest } from '../query/word-test';
import type { NoteWords } from '../store/note-words';
import type { WordNumbers } from '../store/word-numbers';
import type { NoteMatches } from './note-matches';

/** How a word matches one of the terms. */
interface Match {
  readonly term: number;
  readonly weight: number;
  readonly isExact: boolean;
}

/** Such as no term matches. */
const noRole = 0;

export class TermCounts {
  readonly #tests: readonly WordTest[];
  /** For each word the index of its role: which terms it matches, and how. */
  #table = new Uint16Array(0);
  readonly #roles: (readonly Match[])[] = [[]];
  readonly #roleOf = new Map<string, number>();
  /** Of the last note, for each term: its weights in the name, in the best named field and in the text. */
  readonly inTitle: Float64Array;
  readonly inFields: Float64Array;
  readonly inBody: Float64Array;
  /** Whether the last note has each term as it was asked for. */
  readonly #exact: Uint8Array;
  /** Words of the last note that match a term, each as often as it stands there. */
  matches = 0;

  private constructor(
    tests: readonly WordTest[],
    private readonly numbers: WordNumbers,
  ) {
    this.#tests = tests;
    const { length } = tests;
    [this.inTitle, this.inFields, this.inBody] = [
      new Float64Array(length),
      new Float64Array(length),
      new Float64Array(length),
    ];
    this.#exact = new Uint8Array(length);
  }

  /** Undefined where words do not say all about one of the terms. */
  static of(terms: readonly Term[], numbers: WordNumbers, help?: WordHelp): TermCounts | undefined {
    const tests = terms.map(term => term.testWords?.(help));
    const known = tests.filter(test => test !== undefined);
    return known.length === tests.length && known.length > 0 ? new TermCounts(known, numbers) : undefined;
  }

  /** Goes to a note. */
  count(words: NoteWords): void {
    if (this.#table.length < this.numbers.count) this.#learn();
    this.inTitle.fill(0);
    this.inFields.fill(0);
    this.inBody.fill(0);
    this.#exact.fill(0);
    this.matches = 0;
    words.forEach(this.#table, this.#add);
  }

  has(term: number): boolean {
    return this.weightOf(term) > 0;
  }

  hasExact(term: number): boolean {
    return this.#exact[term] === 1;
  }

  /** Adds the weights of all terms to the row of the last note. */
  addTo(matches: NoteMatches): void {
    for (let term = 0; term < this.#tests.length; term += 1)
      matches.addWeights(this.inTitle[term] ?? 0, {
        fields: this.inFields[term] ?? 0,
        body: this.inBody[term] ?? 0,
      });
  }

  weightOf(term: number): number {
    return (this.inTitle[term] ?? 0) + (this.inFields[term] ?? 0) + (this.inBody[term] ?? 0);
  }

  readonly #add = (
    role: number,
    inBody: number,
    inFields: number,
    fieldWeight: number,
    inTitle: number,
  ): void => {
    this.matches += inBody + inFields + inTitle;
    for (const { term, weight, isExact } of this.#roles[role] ?? []) {
      this.inTitle[term] = (this.inTitle[term] ?? 0) + inTitle * weight;
      this.inFields[term] = Math.max(this.inFields[term] ?? 0, fieldWeight * weight);
      this.inBody[term] = (this.inBody[term] ?? 0) + (inBody + inFields) * weight;
      if (isExact) this.#exact[term] = 1;
    }
  };

  /** Looks at the words that came since. */
  #learn(): void {
    const from = this.#table.length;
    const table = new Uint16Array(this.numbers.count);
    table.set(this.#table);
    for (const [term, test] of this.#tests.entries()) {
      for (const number of this.numbers.candidates(test)) {
        const like = number < from ? undefined : test.match(this.numbers.wordAt(number));
        if (like !== undefined) table[number] = this.#roleWith(table[number] ?? noRole, term, like);
      }
    }
    this.#table = table;
  }

  /** The role of a word that matches one more term. */
  #roleWith(role: number, term: number, like: Likeness): number {
    const key = `${role} ${term} ${like}`;
    const known = this.#roleOf.get(key);
    if (known !== undefined) return known;
    const match = { term, weight: likeness[like], isExact: like === 'exact' || like === 'beginning' };
    this.#roles.push([...(this.#roles[role] ?? []), match]);
    this.#roleOf.set(key, this.#roles.length - 1);
    return this.#roles.length - 1;
  }
}
