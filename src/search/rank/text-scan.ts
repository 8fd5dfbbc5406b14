/** Searches the texts of notes for what the word index does not decide, one note after the other. */

import { addTo, itemsOf } from '../../utils/collections';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { NoteText, StoredNote } from '../index/stored-note';
import { holds, type Match, type Matcher } from '../match/matcher';
import type { SearchText } from '../text/search-text';
import { fieldWeights, likeness } from './formula';

/** A term with its matcher. */
export interface ScannedTerm {
  /** Whether a note without it is not found. */
  readonly isRequired: boolean;
  /** Whether what it matches does not count. */
  readonly isLittle: boolean;
  readonly matcher: Matcher;
}

/** What a text has of one term. */
export interface TermInText {
  /** See `weightOf`. */
  readonly weight: number;
  readonly isInName: boolean;
}

interface NoteScan {
  /** Whether a term that is required has no match. */
  readonly lacksRequired: boolean;
  /** The terms that it has, by their places in the query. */
  readonly found: readonly (readonly [term: number, inText: TermInText])[];
  /** The number of matches: overlapping ones count once. */
  readonly matches: number;
  /** Whether it has lines that are too long for a pattern. */
  readonly isIncomplete: boolean;
}

/** Matches of a note and a term beyond these are not compared with those of other terms. */
const maxCompared = 20_000;

/** The matches of some terms in name and text, up to the first that is required and has none. @param divisor of the text: see `textDivisor` */
export async function scanNote(
  { title }: StoredNote,
  text: NoteText,
  {
    terms,
    divisor,
    turn,
  }: { readonly terms: readonly ScannedTerm[]; readonly divisor: number; readonly turn: SliceTurn },
): Promise<NoteScan> {
  const found: (readonly [number, TermInText])[] = [];
  const count = new MatchCount();
  let [isIncomplete, lacksRequired] = [false, false];
  for (const [term, { isRequired, isLittle, matcher }] of terms.entries()) {
    const mayBeIn = [text, title].filter(searched => matcher.mayMatch(searched));
    let [weight, isInName] = [0, false];
    for (const searched of mayBeIn) {
      for (const match of matcher.matches(searched)) {
        if (turn.due(match === undefined)) await turn.pause();
        if (match === undefined) continue;
        const field = searched === text ? text.outline.fieldAt(match.start) : 'title';
        const isNamed = field === 'title' || field === 'alias';
        weight += (fieldWeights[field] * likeness[match.like]) / (isNamed ? 1 : divisor);
        isInName ||= field === 'title';
        if (!isLittle) count.add(searched, match);
      }
      isIncomplete ||= matcher.isIncomplete === true;
    }
    if (weight > 0) found.push([term, { weight, isInName }]);
    else if (isRequired) {
      lacksRequired = true;
      break;
    }
  }
  return { lacksRequired, found, matches: count.total(), isIncomplete };
}

/** Whether name or text have any of the terms. */
export async function hasAny(
  matchers: readonly Matcher[],
  { title }: StoredNote,
  text: NoteText | undefined,
  turn: SliceTurn,
): Promise<boolean> {
  for (const matcher of matchers)
    for (const searched of text === undefined ? [title] : [title, text])
      if (await drive(holds(matcher, searched), turn)) return true;
  return false;
}

/** Counts the matches of several terms in the texts of one note. */
class MatchCount {
  readonly #spans = new Map<SearchText, (readonly [start: number, end: number])[]>();
  #others = 0;

  add(text: SearchText, { start, end }: Match): void {
    if (itemsOf(this.#spans, text).length < maxCompared) addTo(this.#spans, text, [start, end]);
    else this.#others += 1;
  }

  total(): number {
    let total = this.#others;
    for (const spans of this.#spans.values()) {
      let behind = -1;
      for (const [start, end] of spans.sort((a, b) => a[0] - b[0])) {
        if (start >= behind) total += 1;
        behind = Math.max(behind, end);
      }
    }
    return total;
  }
}
