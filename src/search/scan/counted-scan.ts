/** Looks for all terms of a query in notes whose words are counted: as `NoteScan`, without a look at their texts. */

import type { ParsedQuery, Term, WordHelp } from '../query/parsed-query';
import type { StoredNote } from '../store/stored-note';
import type { WordNumbers } from '../store/word-numbers';
import type { NoteText } from '../text/note-text';
import type { NoteMatches } from './note-matches';
import { TermCounts } from './term-counts';
import { titleBonus, wholeBonus } from './whole-bonus';

export class CountedScan {
  readonly #terms: readonly Term[];
  readonly #whole: string | undefined;

  private constructor(
    query: ParsedQuery,
    readonly counts: TermCounts,
    private readonly excluded: TermCounts | undefined,
  ) {
    this.#terms = query.terms;
    this.#whole = query.whole;
  }

  /** Undefined where words do not say all about what is asked for. */
  static of(query: ParsedQuery, numbers: WordNumbers, help: WordHelp): CountedScan | undefined {
    const counts = TermCounts.of(query.terms, numbers, help);
    const excluded = TermCounts.of(query.excluded, numbers);
    if (counts === undefined || (excluded === undefined && query.excluded.length > 0)) return undefined;
    return new CountedScan(query, counts, excluded);
  }

  /** Whether a note has all that is asked for; undefined where its words are not counted. */
  look({ words }: StoredNote): boolean | undefined {
    if (words === undefined) return undefined;
    this.counts.count(words);
    for (let term = 0; term < this.#terms.length; term += 1)
      if (!this.counts.has(term) && this.#terms[term]?.isOptional !== true) return false;
    if (this.excluded === undefined) return true;
    this.excluded.count(words);
    return this.excluded.matches === 0;
  }

  /** Whether the text of the last note must be there for `addTo`. */
  get asksText(): boolean {
    return (
      this.#whole !== undefined && this.#terms.every((_term, index) => (this.counts.inFields[index] ?? 0) > 0)
    );
  }

  /** Adds what was counted in the last note. @param text where it is asked for, prepared */
  addTo(found: NoteMatches, note: StoredNote, text?: NoteText): void {
    const { counts } = this;
    const isExact = this.#terms.every(({ isOptional }, term) => isOptional === true || counts.hasExact(term));
    const bonus = this.#bonus(note, text);
    found.add(note, { length: note.foldedLength ?? 0, matches: counts.matches, bonus, isExact });
    counts.addTo(found);
  }

  #bonus({ title }: StoredNote, text: NoteText | undefined): number {
    if (this.#whole === undefined) return 0;
    if (title.folded === this.#whole) return titleBonus;
    return text === undefined ? 0 : wholeBonus(this.#whole, text);
  }
}
