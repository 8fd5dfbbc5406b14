/** Compounds of a query that few or no notes have, with their parts: `Tageszeitung` finds a note with `Zeitung`. */

import { wordTerm } from '../query/finders/word-term';
import type { ParsedQuery, Term, WordHelp } from '../query/parsed-query';
import { PostingBlock } from '../store/postings/posting-reader';
import type { StoredNote } from '../store/stored-note';
import type { WordIndex } from '../store/word-index';
import type { Swept } from '../scan/note-sweep';

/** @returns the terms of the parts for each word; only words of searched notes count, since others may be hidden */
export function compoundsOf(
  { terms, rules }: ParsedQuery,
  { corpus, searched }: Pick<Swept, 'corpus' | 'searched'>,
  { words, help }: { readonly words: WordIndex; readonly help: WordHelp },
): ReadonlyMap<string, readonly Term[]> {
  const compounds = new Map<string, readonly Term[]>();
  const { forms, near } = help;
  // How many notes have a single term is not estimated: few, or no others would be looked for.
  const isRare = (term: number): boolean => terms.length === 1 || corpus.shares[term] === 0;
  const unknown = terms.filter(
    ({ word, hasForms, isLoose }, term) =>
      hasForms === true && isLoose === true && isRare(term) && near?.has(word) !== true,
  );
  if (forms?.hasCompounds !== true || unknown.length === 0) return compounds;
  const known = new KnownWords(searched, words);
  for (const { word } of unknown) {
    const parts = forms.partsOf(word, part => known.has(part));
    const partTerm = (part: string): Term => ({
      ...wordTerm({ folded: part, cased: part }, true, rules),
      isPart: true,
    });
    if (parts.length > 0) compounds.set(word, parts.map(partTerm));
  }
  return compounds;
}

/** The words of some notes whose words are counted. */
class KnownWords {
  /** By the note's number: 1 for one of the notes, else 0. */
  readonly #numbers: Uint8Array;
  readonly #known = new Map<string, boolean>();
  readonly #block = new PostingBlock();

  constructor(
    notes: readonly StoredNote[],
    private readonly index: WordIndex,
  ) {
    this.#numbers = new Uint8Array(index.noteNumbers);
    for (const { number } of notes) if (number !== undefined) this.#numbers[number] = 1;
  }

  has(word: string): boolean {
    const known = this.#known.get(word) ?? this.#isInNote(word);
    this.#known.set(word, known);
    return known;
  }

  #isInNote(word: string): boolean {
    const number = this.index.words.find(word);
    if (number === undefined) return false;
    for (const reader = this.index.postings.of(number); reader.read(this.#block);)
      if (this.#hasNoteOf(this.#block)) return true;
    return false;
  }

  #hasNoteOf({ notes, length }: PostingBlock): boolean {
    for (let entry = 0; entry < length; entry += 1) if (this.#numbers[notes[entry] ?? 0] === 1) return true;
    return false;
  }
}
