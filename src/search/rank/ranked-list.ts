/** The notes that a round found, with their scores: all that have every word, and the best of the others. */

import type { Corpus } from '../index/corpus';
import type { StoredNote } from '../index/stored-note';
import { rounded, type Scores, scoreWithoutWords, shares } from './formula';
import type { NoteFilter, Round } from './round';
import { Best, itemAt } from '../../utils/collections';
import type { SliceTurn } from '../../utils/slicing/time-slicer';

export interface RankedNote {
  readonly path: string;
  /** Higher is better; four decimals. */
  readonly score: number;
  readonly modified: number;
  readonly matches: number;
  /** Set for a note with only some of the words: the missing ones, the rarest first. */
  readonly missing?: readonly string[];
}

/** A position in the order of ranked notes. */
export type Rank = Pick<RankedNote, 'score' | 'path'>;

/** Which of the ranked notes to return; all by default. */
export interface RankPage {
  /** At most this many. */
  readonly most?: number | undefined;
  /** Only those after this position. */
  readonly behind?: Rank | undefined;
}

function compareRanked(a: Rank, b: Rank): number {
  return b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** The notes of a page, best first: of forty thousand with a word, twenty are returned. */
export function pageOf(
  notes: Iterable<RankedNote>,
  { most = Infinity, behind }: RankPage,
): readonly RankedNote[] {
  const best = new Best<RankedNote>(most, compareRanked);
  for (const note of notes) if (behind === undefined || compareRanked(note, behind) > 0) best.offer(note);
  return best.sorted();
}

interface RankedList {
  /** The notes that have all words. */
  readonly full: readonly RankedNote[];
  /** The listed notes that lack some of them. */
  readonly partial: readonly RankedNote[];
}

interface RankingOptions {
  /** See `SearchOptions`. */
  readonly isLast?: ((path: string) => boolean) | undefined;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly turn: SliceTurn;
}

interface Scored {
  readonly note: StoredNote;
  readonly number: number;
  readonly score: number;
}

/** Limit for listed notes that lack some of the words. */
const maxPartial = 50;
/** Limit for reported missing words of one note. */
export const maxMissing = 10;

export async function rankedList(
  { query, scores, isOut, isPartial }: Round,
  notes: Corpus['notes'],
  filter: NoteFilter,
  { isLast, now, turn }: RankingOptions,
): Promise<RankedList> {
  const full: RankedNote[] = [];
  const others: Scored[] = [];
  for (const [number, note] of notes.entries()) {
    if (turn.due()) await turn.pause();
    if (note === undefined || isOut(number)) continue;
    const isFull = scores.isFull(number);
    if (!isFull && !isPartial) continue;
    const whole = query.terms.length === 0 ? scoreWithoutWords(note.modified, now) : scores.of(note, number);
    const score = isLast?.(note.path) === true ? rounded(whole * shares.last) : whole;
    if (!isFull && score > 0) others.push({ note, number, score });
    if (isFull && (await filter.passesFacts(note, turn))) full.push(ranked({ note, number, score }, scores));
  }
  const best = full.reduce((most, { score }) => Math.max(most, score), 0);
  return { full, partial: await bestPartial(others, best, scores, note => filter.passesFacts(note, turn)) };
}

/** Those that pass and are worth showing beside the best. */
async function bestPartial(
  scored: Scored[],
  bestFull: number,
  scores: Scores,
  passes: (note: StoredNote) => Promise<boolean>,
): Promise<RankedNote[]> {
  const partial: RankedNote[] = [];
  let best = bestFull;
  scored.sort((a, b) => b.score - a.score || (a.note.path < b.note.path ? -1 : 1));
  for (const one of scored) {
    if (one.score < shares.partial * best || partial.length === maxPartial) break;
    if (!(await passes(one.note))) continue;
    best = Math.max(best, one.score);
    partial.push({ ...ranked(one, scores), missing: missingWords(one.number, scores) });
  }
  return partial;
}

function ranked({ note: { path, modified }, number, score }: Scored, { matches }: Scores): RankedNote {
  return { path, modified, score, matches: itemAt(matches, number) };
}

/** The words that a note lacks, the rarest first. */
function missingWords(number: number, { terms }: Scores): string[] {
  const lacking = terms.filter(
    ({ term: { role, isLoose = false }, holders }) =>
      isLoose && role !== 'part' && role !== 'stopWord' && !holders.includes(number),
  );
  return lacking
    .sort((a, b) => b.rarity - a.rarity)
    .slice(0, maxMissing)
    .map(({ term }) => term.word);
}
