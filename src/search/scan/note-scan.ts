/** Looks for all terms of a query in one note after another, and counts what is found. */

import type { NoteMatches } from './note-matches';
import type { NoteText } from '../text/note-text';
import { countTogether, Occurrences } from './occurrences';
import type { Finder, SearchText } from '../query/finders/finder';
import { windowLength } from '../query/finders/needle';
import type { ParsedQuery, WordHelp } from '../query/parsed-query';
import type { StoredNote } from '../store/stored-note';
import type { Steps } from '../../utils/slicing/steps';
import { TermScan } from './term-scan';
import { holds, TextWalk } from './text-walk';
import { titleBonus, wholeBonus } from './whole-bonus';

/** Occurrences that are counted in one note, of all terms together: more change nothing in its rank. */
const maxOccurrences = 20_000;
/** Occurrences that are counted of each term, however many terms there are. */
export const leastOccurrences = 1000;

/** One finder in one of the two texts of a note. */
interface Lookup {
  readonly finder: Finder;
  readonly isInTitle: boolean;
  readonly found: Occurrences;
  /** Matches after which the lookup ends. */
  readonly most: number;
  /** Whether the note fails by what was found up to here. */
  readonly fails: () => boolean;
}

export class NoteScan {
  readonly #terms: readonly TermScan[];
  /** Those that must occur, those first that are likely to be rare. */
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

  constructor(query: ParsedQuery, help: WordHelp = {}) {
    const terms = query.terms.map(term => new TermScan(term, query.rules.kinds, help));
    this.#terms = terms;
    const order = terms.toSorted((a, b) => b.length - a.length);
    this.#required = order.filter(({ isOptional }) => !isOptional);
    this.#inTitles = terms.map(term => term.inTitle);
    this.#inTexts = terms.map(term => term.inText);
    this.#whole = query.whole;
    const most = Math.max(leastOccurrences, Math.floor(maxOccurrences / terms.length));
    this.#lookups = [
      ...query.excluded.flatMap(term => excluding(term.makeFinder())),
      ...order.flatMap(term => counting(term, most)),
    ];
  }

  /** In which part of the sampled notes each term occurs, from 0 to 1. */
  get shares(): readonly number[] {
    return this.#terms.map(({ sampled }) => (this.#sampleSize === 0 ? 0 : sampled / this.#sampleSize));
  }

  /** Whether the last note has lines that are too long for the pattern. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /**
   * Counts which terms a note has, whether or not it matches. How rare a word is must not depend on the other words
   * asked for, nor on what is known of the notes so far: scores would change from one page to the next.
   */
  *sample(note: StoredNote, text: NoteText): Steps<void> {
    this.#sampleSize += 1;
    for (const term of this.#terms) {
      if (!term.finder.mayStandIn(note)) continue;
      for (const searched of [note.title, text]) {
        // Spares most of the generators.
        if (!term.finder.mayMatch(searched.folded) || !(yield* holds(term.finder, searched))) continue;
        term.sampled += 1;
        break;
      }
    }
  }

  /** A note of the sample is looked at elsewhere: see `addSampled`. */
  skipSampled(): void {
    this.#sampleSize += 1;
  }

  /** So many of the skipped notes have a term. @returns in which part of the sample it occurs then */
  addSampled(index: number, notes: number): number {
    const term = this.#terms[index];
    if (term === undefined || this.#sampleSize === 0) return 0;
    term.sampled += notes;
    return term.sampled / this.#sampleSize;
  }

  /** Whether a note may match, as far as its signature tells: its text need not be there. */
  mayHave(note: StoredNote): boolean {
    for (const term of this.#required) {
      if (!term.finder.mayStandIn(note)) return false;
    }
    return true;
  }

  /** Rules out most notes that do not match. */
  mayMatch(note: StoredNote, text: NoteText): boolean {
    for (const term of this.#required) {
      if (!term.finder.mayMatch(text.folded) && !term.finder.mayMatch(note.title.folded)) return false;
    }
    return true;
  }

  /** Begins with another note: then ask `look`. */
  begin(): void {
    this.#next = 0;
    this.#isBegun = false;
    this.#isIncomplete = false;
  }

  /**
   * Looks through the note, about a window of text at a time. If it matches, `addTo` adds what was counted.
   * @returns whether the note matches; undefined where there is more to look at: ask again
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

  /** @returns whether the lookup is over */
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

  /** Adds what was counted in the last note. */
  addTo(found: NoteMatches, note: StoredNote, text: NoteText): void {
    const matches = countTogether(this.#inTitles) + countTogether(this.#inTexts);
    const isExact = this.#terms.every(({ hasExact }) => hasExact);
    found.add(note, { length: text.folded.length, matches, bonus: this.#bonus(note, text), isExact });
    for (const term of this.#terms)
      found.addWeights(term.titleWeight(note.title.folded), term.textWeights(text));
  }

  /** For the best field that is all that was asked for. */
  #bonus(note: StoredNote, text: NoteText): number {
    if (this.#whole === undefined) return 0;
    return note.title.folded === this.#whole ? titleBonus : wholeBonus(this.#whole, text);
  }
}

/** The note fails with the first match of an excluded term. */
function excluding(finder: Finder): Lookup[] {
  const found = new Occurrences();
  const shared = { finder, found, most: 1, fails: () => found.count > 0 };
  return [
    { ...shared, isInTitle: true },
    { ...shared, isInTitle: false },
  ];
}

/** The note fails where neither its text nor its name has a term that is required. The text comes first: `mayMatch` looked at it last. */
function counting({ finder, inTitle, inText, isOptional }: TermScan, most: number): Lookup[] {
  const isMissing = (): boolean => !isOptional && inText.count + inTitle.count === 0;
  return [
    { finder, found: inText, most, isInTitle: false, fails: () => false },
    { finder, found: inTitle, most, isInTitle: true, fails: isMissing },
  ];
}
