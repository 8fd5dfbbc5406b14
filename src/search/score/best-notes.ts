import { Best } from './best';
import type { StoredNote } from '../store/stored-note';

/** 0: all terms match. 1: the same, but some words only in another form. 2: some of the words match. */
export type Tier = 0 | 1 | 2;

export interface RankedNote {
  readonly path: string;
  readonly tier: Tier;
  /** Higher is better; four decimals. */
  readonly score: number;
  readonly modified: number;
  readonly matches: number;
  /** Whether the matches were counted completely. */
  readonly isCounted?: true;
  /** For a note with some of the words: the missing ones, the rarest first. */
  readonly missing?: readonly string[];
}

/** A position in the order of ranked notes. */
export type Rank = Pick<RankedNote, 'tier' | 'score' | 'path'>;

/** Which of the ranked notes to return; all by default. */
export interface RankPage {
  /** At most this many. */
  readonly most?: number | undefined;
  /** Only those after this position. */
  readonly behind?: Rank | undefined;
}

export function compareRanked(a: Rank, b: Rank): number {
  return a.tier - b.tier || b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

/** How well a note matches. */
export type NoteScore = Pick<RankedNote, 'tier' | 'score' | 'matches' | 'isCounted'>;

/** Larger than the change of a score by rounding. */
const rounding = 0.0001;

/** Keeps the best of many notes: of forty thousand with a word, twenty are returned. */
export class BestNotes {
  readonly #behind: Rank | undefined;
  readonly #best: Best<RankedNote>;

  constructor({ most = Infinity, behind }: RankPage) {
    this.#behind = behind;
    this.#best = new Best<RankedNote>(most, compareRanked);
  }

  offer({ path, modified }: Pick<StoredNote, 'path' | 'modified'>, found: NoteScore): void {
    const { tier, score } = found;
    const { bound } = this.#best;
    if (bound !== undefined && (tier > bound.tier || (tier === bound.tier && score < bound.score))) return;
    const note = { path, modified, ...found };
    if (this.#behind !== undefined && compareRanked(note, this.#behind) <= 0) return;
    this.#best.offer(note);
  }

  /** Whether no note of a tier with at most this score is kept. */
  excludes(tier: Tier, most: number): boolean {
    const { bound } = this.#best;
    return (
      bound !== undefined && (tier > bound.tier || (tier === bound.tier && most < bound.score - rounding))
    );
  }

  sorted(): readonly RankedNote[] {
    return this.#best.sorted();
  }
}
