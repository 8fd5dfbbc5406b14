import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { Best } from './best';
import type { StoredNote } from '../store/stored-note';

export interface RankedNote {
  readonly path: string;
  /** Higher is better; four decimals. */
  readonly score: number;
  readonly modified: number;
  readonly matches: number;
}

/** A place in the order of ranked notes. */
export type Rank = Pick<RankedNote, 'score' | 'path'>;

/** Which of the ranked notes are asked for; all by default. */
export interface RankPage {
  /** So many at the most. */
  readonly most?: number | undefined;
  /** Only those behind this place. */
  readonly behind?: Rank | undefined;
}

export function compareRanked(a: Rank, b: Rank): number {
  return b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** Keeps the best of many notes: of forty thousand that have a word, twenty are asked for. */
export class BestNotes {
  readonly #behind: Rank | undefined;
  readonly #best: Best<RankedNote>;

  constructor({ most = Infinity, behind }: RankPage) {
    this.#behind = behind;
    this.#best = new Best<RankedNote>(most, compareRanked);
  }

  offer({ path, modified }: StoredNote, score: number, matches: number): void {
    const { bound } = this.#best;
    if (bound !== undefined && score < bound.score) return;
    const note = { path, score, modified, matches };
    if (this.#behind !== undefined && compareRanked(note, this.#behind) <= 0) return;
    this.#best.offer(note);
  }

  async sorted(turn: SliceTurn): Promise<readonly RankedNote[]> {
    return this.#best.sorted(turn);
  }
}
