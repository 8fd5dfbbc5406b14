/** Searches terms in the texts of one note after another, and counts the matches. */

import type { Finder } from '../query/finders/finder';
import { holds } from '../query/finder-match';
import { windowLength } from '../query/finders/needle';
import type { Term } from '../query/compiled-query';
import type { NoteText } from '../store/note-text';
import type { StoredNote } from '../store/stored-note';
import type { SearchText } from '../text/search-text';
import type { Steps } from '../../utils/slicing/steps';
import { countTogether, Occurrences } from './occurrences';
import type { TermScan } from './term-scan';
import { TextWalk } from './text-walk';

/** Limit for counted occurrences in one note, all terms together: more do not change its rank. */
const maxOccurrences = 20_000;
/** Occurrences that are counted for each term, however many terms there are. */
export const minOccurrences = 1000;

/** One finder in one of the two texts of a note. */
interface Lookup {
  readonly finder: Finder;
  readonly isInTitle: boolean;
  readonly found: Occurrences;
  /** Matches after which the lookup ends. */
  readonly most: number;
  /** Whether the matches so far exclude the note. */
  readonly fails: () => boolean;
}

export class NoteScan {
  readonly hasExcluded: boolean;
  readonly #lookups: readonly Lookup[];
  readonly #walk = new TextWalk();
  #next = 0;
  #isBegun = false;
  #isIncomplete = false;

  /** @param terms in the order of the query @param excluded terms that no found note has */
  constructor(
    readonly terms: readonly TermScan[],
    excluded: readonly Term[],
  ) {
    this.hasExcluded = excluded.length > 0;
    const most = Math.max(minOccurrences, Math.floor(maxOccurrences / terms.length));
    // Long terms are likely to be rare.
    const order = terms.toSorted((a, b) => b.term.word.length - a.term.word.length);
    this.#lookups = [
      ...excluded.flatMap(term => excluding(term.makeFinder())),
      ...order.flatMap(term => counting(term, most)),
    ];
  }

  /** Whether the last note has lines that are too long for the pattern. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /** The number of matches in the last note: overlapping ones count once. */
  get matches(): number {
    return (
      countTogether(this.terms.map(({ inTitle }) => inTitle)) +
      countTogether(this.terms.map(({ inText }) => inText))
    );
  }

  /**
   * Which of the terms a note has, whether or not it matches. The rarity of a word must not depend on the
   * other words of the query or on what is loaded: scores would change between pages.
   */
  *sample(note: StoredNote, text: NoteText): Steps<readonly TermScan[]> {
    const having: TermScan[] = [];
    for (const scan of this.terms) {
      const { finder } = scan;
      if (!finder.mayStandIn(note)) continue;
      if ((yield* holds(finder, note.title)) || (yield* holds(finder, text))) having.push(scan);
    }
    return having;
  }

  /** The terms that a note may have, by its signature: its text need not be loaded. Undefined if it lacks a required one. */
  termsFor(note: StoredNote): readonly TermScan[] | undefined {
    const possible: TermScan[] = [];
    for (const scan of this.terms)
      if (scan.finder.mayStandIn(note)) possible.push(scan);
      else if (scan.isRequired) return undefined;
    return possible;
  }

  /** Rules out most notes that do not match. */
  mayMatch(note: StoredNote, text: NoteText): boolean {
    return this.terms.every(
      ({ isRequired, finder }) =>
        !isRequired || finder.mayMatch(text.folded) || finder.mayMatch(note.title.folded),
    );
  }

  /** Starts another note: then call `look`. */
  begin(): void {
    this.#next = 0;
    this.#isBegun = false;
    this.#isIncomplete = false;
  }

  /**
   * Searches the note, about a window of text at a time.
   * @returns whether the note has all required terms and no excluded one; undefined if there is more to search: call it again
   */
  look(note: StoredNote, text: NoteText): boolean | undefined {
    let left = windowLength;
    for (const lookups = this.#lookups; this.#next < lookups.length; this.#next += 1) {
      const lookup = lookups[this.#next];
      if (lookup === undefined) break;
      if (left <= 0) return undefined;
      const searched = lookup.isInTitle ? note.title : text;
      if (!this.#walkOn(lookup, searched, note)) return undefined;
      if (lookup.fails()) return false;
      left -= searched.folded.length;
    }
    return true;
  }

  /** @returns whether the lookup has ended */
  #walkOn({ finder, found, most }: Lookup, text: SearchText, note: StoredNote): boolean {
    if (!this.#isBegun) {
      found.clear();
      if (!finder.mayStandIn(note) || !this.#walk.begin(finder, text)) return true;
    }
    const isOver = this.#walk.advance(text, found, most);
    this.#isBegun = !isOver;
    if (isOver && finder.isIncomplete === true) this.#isIncomplete = true;
    return isOver;
  }
}

/** The first match of an excluded term excludes the note. */
function excluding(finder: Finder): Lookup[] {
  const found = new Occurrences();
  const shared = { finder, found, most: 1, fails: () => found.count > 0 };
  return [
    { ...shared, isInTitle: true },
    { ...shared, isInTitle: false },
  ];
}

/** A required term that is neither in the text nor in the name excludes the note. The text is searched first: `mayMatch` read it last. */
function counting(scan: TermScan, most: number): Lookup[] {
  const { finder, inTitle, inText, isRequired } = scan;
  return [
    { finder, found: inText, most, isInTitle: false, fails: () => false },
    { finder, found: inTitle, most, isInTitle: true, fails: () => isRequired && !scan.isFound },
  ];
}
