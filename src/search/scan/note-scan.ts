/** Looks for all terms of a query in one note after another. */

import type { CharacterKinds } from '../text/character-kinds';
import type { Field } from '../text/note-fields';
import type { NoteMatches } from './note-matches';
import type { NoteOutline } from '../text/note-outline';
import type { NoteText } from '../text/note-text';
import { countTogether, Occurrences } from './occurrences';
import type { Finder, SearchText } from '../query/finders/finder';
import { windowLength } from '../query/finders/needle';
import type { ParsedQuery } from '../query/parsed-query';
import type { StoredNote } from '../store/stored-note';

/** More occurrences of a word in one note change nothing. */
const maxOccurrences = 20_000;

/** How much more a word says where it stands in these fields than in the body. */
const fieldWeights: Readonly<Record<Field, number>> = {
  title: 12,
  alias: 9,
  heading: 4,
  tag: 3,
  frontmatter: 1,
  body: 1,
};
/** Of a longer word that begins with the one asked for. */
const beginningWeight = 0.6;
/** Of a word with typing errors. */
const nearWeight = 0.5;
/**
 * What a field gains that is all that was asked for and nothing else, in multiples of the best score without it. Names
 * and aliases come before everything else, however new or long the other notes are.
 */
const wholeBonuses: Readonly<Record<Field, number>> = {
  title: 2.5,
  alias: 1.25,
  heading: 0.1,
  tag: 0.05,
  frontmatter: 0,
  body: 0,
};
/** So many places of a note are looked at for a field that is all that was asked for. */
const mostWholePlaces = 1000;
/** What may stand between the ends of a field and its text: the marks of headings, tags and YAML. */
const [marksBefore, marksBehind, longestMarks] = [/^[\s"'#]*$/u, /^[\s"']*$/u, 8];
/** The same for one of several values. */
const [listBefore, listBehind] = [/(?:^|[[,\n]|-\s)[\s"'#]*$/u, /^["']*\s*(?:$|[\],\n])/u];

interface TermScan {
  readonly finder: Finder;
  readonly inTitle: Occurrences;
  readonly inText: Occurrences;
  /** The word asked for, where words near to it are found too. */
  readonly tolerated: string | undefined;
  /** Notes of the sample that have the term. */
  sampled: number;
}

export class NoteScan {
  readonly #terms: readonly TermScan[];
  /** The same terms, those first that are likely to be rare. */
  readonly #order: readonly TermScan[];
  readonly #inTitles: readonly Occurrences[];
  readonly #inTexts: readonly Occurrences[];
  readonly #excluded: readonly Finder[];
  readonly #kinds: CharacterKinds;
  /** Whether a window of any text is looked through at once. */
  readonly #isCheap: boolean;
  readonly #whole: string | undefined;
  #sampleSize = 0;
  #isIncomplete = false;

  /** @param near see `Term`: by its word */
  constructor(query: ParsedQuery, near: ReadonlyMap<string, readonly string[]> = new Map()) {
    this.#kinds = query.rules.kinds;
    this.#terms = query.terms.map(term => ({
      finder: term.makeFinder(near.get(term.word)),
      tolerated: term.tolerance === undefined ? undefined : term.word,
      inTitle: new Occurrences(),
      inText: new Occurrences(),
      sampled: 0,
    }));
    const length = query.terms.map(term => term.word.length);
    this.#order = this.#terms.toSorted(
      (a, b) => (length[this.#terms.indexOf(b)] ?? 0) - (length[this.#terms.indexOf(a)] ?? 0),
    );
    this.#inTitles = this.#terms.map(term => term.inTitle);
    this.#inTexts = this.#terms.map(term => term.inText);
    this.#isCheap = !query.isPattern;
    this.#whole = query.whole;
    this.#excluded = query.excluded.map(term => term.makeFinder());
  }

  /** In which part of the sampled notes each term occurs, from 0 to 1. */
  get shares(): readonly number[] {
    return this.#terms.map(({ sampled }) => (this.#sampleSize === 0 ? 0 : sampled / this.#sampleSize));
  }

  /** Whether the last note that was looked at in steps has lines that are too long for the pattern. */
  get isIncomplete(): boolean {
    return this.#isIncomplete;
  }

  /**
   * Counts which terms a note has, whether or not it matches. How rare a word is must not depend on the other words
   * asked for, nor on what is known of the notes so far: scores would change from one page to the next.
   */
  *sample(note: StoredNote, text: NoteText): Generator<void> {
    this.#sampleSize += 1;
    for (const term of this.#terms) {
      if (finds(term.finder, note.title) || (yield* has(term.finder, text))) term.sampled += 1;
    }
  }

  /** Whether a note may match, as far as its signature tells: its text need not be there. */
  mayHave(note: StoredNote): boolean {
    for (const term of this.#order) {
      if (!term.finder.mayStandIn(note)) return false;
    }
    return true;
  }

  /** Spares most notes the closer look. Ask it right before `steps`. */
  mayMatch(note: StoredNote, text: NoteText): boolean {
    for (const term of this.#order) {
      if (!term.finder.mayMatch(text.folded) && !term.finder.mayMatch(note.title.folded)) return false;
    }
    return true;
  }

  /** Whether a note is looked at in one go: then ask `lookAt`, else go through `steps`. */
  isShort(text: NoteText): boolean {
    return this.#isCheap && text.folded.length <= windowLength;
  }

  /** Looks at one note. If it matches, `addTo` takes down what was counted. */
  lookAt(note: StoredNote, text: NoteText): boolean {
    for (const finder of this.#excluded) {
      if (finds(finder, note.title) || finds(finder, text)) return false;
    }
    for (const { finder, inTitle, inText } of this.#order) {
      inTitle.clear();
      inText.clear();
      // The text first: `mayMatch` has just asked for it.
      if (opens(finder, text)) collect(finder, Infinity, inText);
      if (opens(finder, note.title)) collect(finder, Infinity, inTitle);
      if (inTitle.count + inText.count === 0) return false;
    }
    return true;
  }

  /** As `lookAt`, in steps of which each is short. Finish or drop one note before the next. */
  *steps(note: StoredNote, text: NoteText): Generator<void, boolean> {
    this.#isIncomplete = false;
    for (const finder of this.#excluded) {
      if (finds(finder, note.title) || (yield* has(finder, text))) return false;
    }
    for (const { finder, inTitle, inText } of this.#order) {
      inTitle.clear();
      inText.clear();
      yield* collectInSteps(finder, note.title, inTitle);
      yield;
      if (yield* collectInSteps(finder, text, inText)) this.#isIncomplete = true;
      if (inTitle.count + inText.count === 0) return false;
    }
    return true;
  }

  /** Takes down what the last note had that matched. */
  addTo(found: NoteMatches, note: StoredNote, text: NoteText): void {
    const matches = countTogether(this.#inTitles) + countTogether(this.#inTexts);
    found.add(note, { length: text.folded.length, matches, bonus: this.#bonus(note, text) });
    for (const term of this.#terms) {
      found.addWeights(
        term.inTitle.count === 0 ? 0 : this.#weigh(term, term.inTitle, note.title.folded),
        term.inText.count === 0 ? 0 : this.#weigh(term, term.inText, text.folded, text.outline),
      );
    }
  }

  /** For the best field that is all that was asked for. */
  #bonus(note: StoredNote, { folded, outline }: NoteText): number {
    const [whole, first] = [this.#whole, this.#inTexts[0]];
    if (whole === undefined || first === undefined) return 0;
    if (note.title.folded === whole) return wholeBonuses.title;
    let bonus = 0;
    for (let index = 0; index < Math.min(first.count, mostWholePlaces); index += 1) {
      const start = first.startOf(index);
      const span = outline.spanBefore(start);
      const end = start + whole.length;
      if (span < 0 || outline.endOf(span) < end || !folded.startsWith(whole, start)) continue;
      const field = outline.fieldOf(span);
      const before = folded.slice(Math.max(outline.startOf(span), start - longestMarks), start);
      const behind = folded.slice(end, Math.min(outline.endOf(span), end + longestMarks));
      const isInList = start < outline.bodyStart && field !== 'title';
      const isWhole = isInList
        ? listBefore.test(before) && listBehind.test(behind)
        : marksBefore.test(before) && marksBehind.test(behind);
      if (isWhole) bonus = Math.max(bonus, wholeBonuses[field]);
    }
    return bonus;
  }

  /** @param outline of a text that has fields; without it each occurrence counts as one. */
  #weigh({ tolerated }: TermScan, occurrences: Occurrences, text: string, outline?: NoteOutline): number {
    let weight = 0;
    let span = -1;
    for (let index = 0; index < occurrences.count; index += 1) {
      const start = occurrences.startOf(index);
      while (outline !== undefined && outline.startOf(span + 1) <= start) span += 1;
      const isInSpan = outline !== undefined && span >= 0 && start < outline.endOf(span);
      const field = isInSpan ? fieldWeights[outline.fieldOf(span)] : 1;
      weight += field * this.#likeness(text, start, occurrences.endOf(index), tolerated);
    }
    return weight;
  }

  /** How much of its field's weight a match has. */
  #likeness(text: string, start: number, end: number, tolerated: string | undefined): number {
    if (tolerated !== undefined && !text.startsWith(tolerated, start)) return nearWeight;
    const isLonger = tolerated !== undefined && end - start > tolerated.length;
    return isLonger || !this.#kinds.endsAt(text, end) ? beginningWeight : 1;
  }
}

function opens(finder: Finder, text: SearchText): boolean {
  if (!finder.mayMatch(text.folded)) return false;
  finder.open(text);
  return true;
}

function finds(finder: Finder, text: SearchText): boolean {
  return opens(finder, text) && finder.next(Infinity);
}

function collect(finder: Finder, limit: number, occurrences: Occurrences): void {
  while (occurrences.count < maxOccurrences && finder.next(limit)) occurrences.add(finder.start, finder.end);
}

/** @returns whether there may be more, see `Finder.isIncomplete` */
function* collectInSteps(
  finder: Finder,
  text: SearchText,
  occurrences: Occurrences,
): Generator<void, boolean> {
  if (!opens(finder, text)) return false;
  for (let limit = windowLength; ;) {
    collect(finder, limit, occurrences);
    const isOver = !finder.isPaused && limit > text.folded.length;
    if (isOver || occurrences.count >= maxOccurrences) return finder.isIncomplete ?? false;
    if (!finder.isPaused) limit += windowLength;
    yield;
  }
}

function* has(finder: Finder, text: SearchText): Generator<void, boolean> {
  if (!opens(finder, text)) return false;
  for (let limit = windowLength; ; limit += windowLength) {
    if (finder.next(limit)) return true;
    if (limit > text.folded.length) return false;
    yield;
  }
}
