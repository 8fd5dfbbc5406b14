/** Searches all terms of a query in one note after another, and counts the matches. */

import type { NoteMatches } from '../score/note-matches';
import type { NoteText } from '../store/note-text';
import { countTogether, Occurrences } from './occurrences';
import type { Finder } from '../query/finders/finder';
import type { SearchText } from '../text/search-text';
import { windowLength } from '../query/finders/needle';
import type { CompiledQuery, WordHelp } from '../query/compiled-query';
import type { StoredNote } from '../store/stored-note';
import type { Steps } from '../../utils/slicing/steps';
import { TermScan } from './term-scan';
import { TextWalk } from './text-walk';
import { holds } from '../query/finder-match';
import { titleBonus, wholeBonus } from './whole-bonus';

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
  readonly #terms: readonly TermScan[];
  /** Required terms, those first that are likely to be rare. */
  readonly #required: readonly TermScan[];
  readonly #inTitles: readonly Occurrences[];
  readonly #inTexts: readonly Occurrences[];
  readonly #lookups: readonly Lookup[];
  readonly #whole: string | undefined;
  readonly #walk = new TextWalk();
  #next = 0;
  #isBegun = false;
  #sampleSize = 0;
  #isIncomplete = false;

  constructor(query: CompiledQuery, help: WordHelp) {
    const terms = query.terms.map(term => new TermScan(term, query.rules.kinds, help));
    this.#terms = terms;
    const order = terms.toSorted((a, b) => b.length - a.length);
    this.#required = order.filter(({ isOptional }) => !isOptional);
    this.#inTitles = terms.map(term => term.inTitle);
    this.#inTexts = terms.map(term => term.inText);
    this.#whole = query.whole;
    const most = Math.max(minOccurrences, Math.floor(maxOccurrences / terms.length));
    this.#lookups = [
      ...query.excluded.flatMap(term => excluding(term.makeFinder())),
      ...order.flatMap(term => counting(term, most)),
    ];
  }

  /** The fraction of sampled notes with each term, from 0 to 1. */
  get shares(): readonly number[] {
    return this.#terms.map(({ sampled }) => (this.#sampleSize === 0 ? 0 : sampled / this.#sampleSize));
  }

  /** Whether the last note has lines that are too long for the pattern. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /**
   * Counts which terms a note has, whether or not it matches. The rarity of a word must not depend on the
   * other words of the query or on what is loaded: scores would change between pages.
   */
  *sample(note: StoredNote, text: NoteText): Steps<void> {
    this.#sampleSize += 1;
    for (const term of this.#terms) {
      if (!term.finder.mayStandIn(note)) continue;
      for (const searched of [note.title, text]) {
        // Avoids most of the generators.
        if (!term.finder.mayMatch(searched.folded) || !(yield* holds(term.finder, searched))) continue;
        term.sampled += 1;
        break;
      }
    }
  }

  /** The note is sampled elsewhere: see `addSampled`. */
  skipSampled(): void {
    this.#sampleSize += 1;
  }

  /** Adds the number of skipped notes that have a term. @returns the new fraction of the sample with it */
  addSampled(index: number, notes: number): number {
    const term = this.#terms[index];
    if (term === undefined || this.#sampleSize === 0) return 0;
    term.sampled += notes;
    return term.sampled / this.#sampleSize;
  }

  /** Whether a note may match, by its signature: its text need not be loaded. */
  mayHave(note: StoredNote): boolean {
    for (const term of this.#required) {
      if (!term.finder.mayStandIn(note)) return false;
    }
    return true;
  }

  /** Whether a note may have any of the terms, by its signature. */
  mayHaveAny(note: StoredNote): boolean {
    return this.#terms.some(({ finder }) => finder.mayStandIn(note));
  }

  /** Rules out most notes that do not match. */
  mayMatch(note: StoredNote, text: NoteText): boolean {
    for (const term of this.#required) {
      if (!term.finder.mayMatch(text.folded) && !term.finder.mayMatch(note.title.folded)) return false;
    }
    return true;
  }

  /** Starts another note: then call `look`. */
  begin(): void {
    this.#next = 0;
    this.#isBegun = false;
    this.#isIncomplete = false;
  }

  /**
   * Searches the note, about a window of text at a time. If it matches, `addTo` adds the counts.
   * @returns whether the note matches; undefined if there is more to search: call it again
   */
  look(note: StoredNote, text: NoteText): boolean | undefined {
    let left = windowLength;
    for (const lookups = this.#lookups; this.#next < lookups.length; this.#next += 1) {
      const lookup = lookups[this.#next];
      if (lookup === undefined) break;
      if (left <= 0) return undefined;
      const searched = lookup.isInTitle ? note.title : text;
      if (!this.#walkOn(lookup, searched)) return undefined;
      if (lookup.fails()) return false;
      left -= searched.folded.length;
    }
    return true;
  }

  /** @returns whether the lookup has ended */
  #walkOn({ finder, found, most }: Lookup, text: SearchText): boolean {
    if (!this.#isBegun) {
      found.clear();
      if (!this.#walk.begin(finder, text)) return true;
    }
    const isOver = this.#walk.advance(text, found, most);
    this.#isBegun = !isOver;
    if (isOver && finder.isIncomplete === true) this.#isIncomplete = true;
    return isOver;
  }

  /** Adds the counts of the last note. */
  addTo(found: NoteMatches, note: StoredNote, text: NoteText): void {
    const matches = countTogether(this.#inTitles) + countTogether(this.#inTexts);
    const isExact = this.#terms.every(({ hasExact }) => hasExact);
    found.add(note, { length: text.folded.length, matches, bonus: this.#bonus(note, text), isExact });
    for (const term of this.#terms)
      found.addWeights(term.titleWeight(note.title.folded), term.textWeights(text));
  }

  /** For the best field that equals the whole query. */
  #bonus(note: StoredNote, text: NoteText): number {
    if (this.#whole === undefined) return 0;
    return note.title.folded === this.#whole ? titleBonus : wholeBonus(this.#whole, text);
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
function counting({ finder, inTitle, inText, isOptional }: TermScan, most: number): Lookup[] {
  const isMissing = (): boolean => !isOptional && inText.count + inTitle.count === 0;
  return [
    { finder, found: inText, most, isInTitle: false, fails: () => false },
    { finder, found: inTitle, most, isInTitle: true, fails: isMissing },
  ];
}
