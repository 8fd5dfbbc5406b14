/** Compounds of a query that no note has, with their parts: `Tageszeitung` finds a note with `Zeitung`. */

import type { Steps } from '../../utils/slicing/steps';
import { wordTerm } from '../query/finders/word-term';
import type { CompiledQuery, Term, WordHelp } from '../query/compiled-query';
import { PostingBlock } from '../store/postings/posting-reader';
import type { TextStore } from '../store/text-store';
import type { NoteColumns } from '../scan/counted/note-columns';
import type { Language } from '../words/languages';

/** Limit for words of a query that are split: the longest take a few milliseconds each. */
const maxSplit = 3;
/** What a part but the last counts. */
const otherPartTimes = 0.5;
/** Notes that are looked at in one step: the language of each may have to be found out. */
const stepNotes = 8;

/**
 * Only words of searched notes count, since others may be hidden, and only of those in the word index.
 * @param mayHave whether a note may have a term, or a near word in its place
 * @returns the terms of the parts for each word
 */
export function* compoundsOf(
  { terms, rules }: CompiledQuery,
  { columns, mayHave }: { readonly columns: NoteColumns; readonly mayHave: (term: number) => boolean },
  { store, help }: { readonly store: TextStore; readonly help: WordHelp },
): Steps<ReadonlyMap<string, readonly Term[]>> {
  const compounds = new Map<string, readonly Term[]>();
  const { forms } = help;
  if (forms?.hasCompounds !== true) return compounds;
  const unknown = terms.filter(
    ({ hasForms, isLoose }, term) => hasForms === true && isLoose === true && !mayHave(term),
  );
  const known = new KnownWords(columns, store);
  for (const { word } of unknown.slice(0, maxSplit)) {
    const parts = yield* forms.partsOf(word, (part, language) => known.has(part, language));
    // The last part says what it is, the others of which kind.
    const partTerm = (part: string, place: number): Term => ({
      ...wordTerm({ folded: part, cased: part }, true, rules),
      isPart: true,
      times: place === parts.length - 1 ? 1 : otherPartTimes,
    });
    if (parts.length > 0) compounds.set(word, parts.map(partTerm));
  }
  return compounds;
}

/** The words of the searched notes in one language. */
class KnownWords {
  /** By language, then by word. */
  readonly #known = new Map<Language, Map<string, boolean>>();
  readonly #block = new PostingBlock();

  constructor(
    private readonly columns: NoteColumns,
    private readonly store: TextStore,
  ) {}

  /** Whether a searched note in a language has a word. */
  *has(word: string, language: Language): Steps<boolean> {
    const words = this.#known.get(language) ?? new Map<string, boolean>();
    this.#known.set(language, words);
    const known = words.get(word) ?? (yield* this.#isInNote(word, language));
    words.set(word, known);
    return known;
  }

  /** Reads no further than the first such note. */
  *#isInNote(word: string, language: Language): Steps<boolean> {
    const number = this.store.wordIndex.words.find(word);
    if (number === undefined) return false;
    const { notes } = this.#block;
    for (const reader = this.store.wordIndex.postings.of(number); reader.read(this.#block);) {
      for (let entry = 0; entry < this.#block.length; entry += 1) {
        if (entry % stepNotes === stepNotes - 1) yield;
        if (this.columns.noteOf(notes[entry] ?? -1)?.languageBy(this.store.kinds) === language) return true;
      }
      yield;
    }
    return false;
  }
}
