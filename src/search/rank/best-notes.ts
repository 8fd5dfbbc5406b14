import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { Best } from './best';
import type { StoredNote } from '../store/stored-note';

/** 0: has all that was asked for. 1: too, but some words only in another form. 2: has some of the words. */
export type Tier = 0 | 1 | 2;

export interface RankedNote {
  readonly path: string;
  readonly tier: Tier;
  /** Higher is better; four decimals. */
  readonly score: number;
  readonly modified: number;
  readonly matches: number;
  /** Whether these are all matches, however many. */
  readonly isCounted?: true;
  /** Of a note that has some of the words: those that it lacks, the rarest first. */
  readonly missing?: readonly string[];
}

/** A place in the order of ranked notes. */
export type Rank = Pick<RankedNote, 'tier' | 'score' | 'path'>;

/** Which of the ranked notes are asked for; all by default. */
export interface RankPage {
  /** So many at the most. */
  readonly most?: number | undefined;
  /** Only those behind this place. */
  readonly behind?: Rank | undefined;
}

export function compareRanked(a: Rank, b: Rank): number {
  return a.tier - b.tier || b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** How a note does. */
export type Standing = Pick<RankedNote, 'tier' | 'score' | 'matches' | 'isCounted'>;

/** More than scores change when they are rounded. */
const rounding = 0.0001;

/** Keeps the best of many notes: of forty thousand that have a word, twenty are asked for. */
export class BestNotes {
  readonly #behind: Rank | undefined;
  readonly #best: Best<RankedNote>;

  constructor({ most = Infinity, behind }: RankPage) {
    this.#behind = behind;
    this.#best = new Best<RankedNote>(most, compareRanked);
  }

  offer({ path, modified }: StoredNote, standing: Standing): void {
    const { tier, score } = standing;
    const { bound } = this.#best;
    if (bound !== undefined && (tier > bound.tier || (tier === bound.tier && score < bound.score))) return;
    const note = { path, modified, ...standing };
    if (this.#behind !== undefined && compareRanked(note, this.#behind) <= 0) return;
    this.#best.offer(note);
  }

  /** Whether no note of a tier is taken that scores so much at most. */
  excludes(tier: Tier, most: number): boolean {
    const { bound } = this.#best;
    return (
      bound !== undefined && (tier > bound.tier || (tier === bound.tier && most < bound.score - rounding))
    );
  }

  async sorted(turn: SliceTurn): Promise<readonly RankedNote[]> {
    return this.#best.sorted(turn);
  }
}
