/** Looks for all terms of a query in one note after another. */

import type { CharacterKinds } from './character-kinds';
import type { Field } from './note-outline';
import type { NoteText } from './note-text';
import { countTogether, Occurrences } from './occurrences';
import type { Finder, SearchText } from './query/finder';
import type { ParsedQuery } from './query/parsed-query';
import type { StoredNote } from './stored-note';

/** What one term weighs in one note. */
export interface TermWeight {
  /** In the note's name. */
  readonly title: number;
  /** In its text, each occurrence by its field. */
  readonly text: number;
}

export interface NoteMatch {
  readonly note: StoredNote;
  /** Length of the note's folded text. */
  readonly length: number;
  /** Stretches of text that match, in name and text together. */
  readonly matches: number;
  /** In the order of the query's terms. */
  readonly weights: readonly TermWeight[];
}

/** So much of a note is looked at in one go. */
const windowLength = 65_536;
/** More occurrences of a word in one note change nothing. */
const maxOccurrences = 100_000;

/** How much more a word says where it stands in these fields than in the body. */
const fieldWeights: Readonly<Record<Field, number>> = { title: 12, alias: 9, heading: 4, tag: 3, frontmatter: 1, body: 1 };
/** Of a longer word that begins with the one asked for. */
const beginningWeight = 0.6;

interface TermScan {
  readonly finder: Finder;
  readonly inTitle: Occurrences;
  readonly inText: Occurrences;
  /** Notes that were asked for the term, and those that have it. */
  asked: number;
  found: number;
}

export class NoteScan {
  readonly #terms: readonly TermScan[];
  /** The same terms, those first that are likely to be rare. */
  readonly #order: readonly TermScan[];
  readonly #excluded: readonly Finder[];
  readonly #kinds: CharacterKinds;

  constructor(query: ParsedQuery) {
    this.#kinds = query.rules.kinds;
    this.#terms = query.terms.map(term => ({
      finder: term.makeFinder(),
      inTitle: new Occurrences(),
      inText: new Occurrences(),
      asked: 0,
      found: 0,
    }));
    const length = query.terms.map(term => term.word.length);
    this.#order = this.#terms.toSorted(
      (a, b) => (length[this.#terms.indexOf(b)] ?? 0) - (length[this.#terms.indexOf(a)] ?? 0),
    );
    this.#excluded = query.excluded.map(term => term.makeFinder());
  }

  /** In which part of the notes each term occurs, from 0 to 1, as far as they were asked. */
  get shares(): readonly number[] {
    return this.#terms.map(({ asked, found }) => (asked === 0 ? 0 : found / asked));
  }

  /** For notes of up to `windowLength`: undefined if the note does not match. */
  scan(note: StoredNote, text: NoteText): NoteMatch | undefined {
    for (const term of this.#order) {
      collect(term.finder, note.title, term.inTitle, Infinity);
      open(term, text);
      collect(term.finder, text, term.inText, Infinity);
      if (!wasFound(term)) return undefined;
    }
    return this.#result(note, text);
  }
}
`
`;
