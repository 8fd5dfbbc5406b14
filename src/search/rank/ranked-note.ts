import { Best } from './best';

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

export function compareRanked(a: Rank, b: Rank): number {
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
