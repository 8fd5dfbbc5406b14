import type { SliceTurn } from '../utils/time-slicer';
import { sortSliced } from './sliced-sort';
import type { StoredNote } from './stored-note';

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

/** So many are kept in order while they come; more are sorted in the end. */
const mostInOrder = 1000;

/** Keeps the best of many notes: of forty thousand that have a word, twenty are asked for. */
export class BestNotes {
  readonly #most: number;
  readonly #behind: Rank | undefined;
  readonly #notes: RankedNote[] = [];
  /** No note below this score is among them any more. */
  #least = -Infinity;

  constructor({ most = Infinity, behind }: RankPage) {
    this.#most = most;
    this.#behind = behind;
  }

  offer({ path, modified }: StoredNote, score: number, matches: number): void {
    if (score < this.#least) return;
    const note = { path, score, modified, matches };
    if (this.#behind !== undefined && compareRanked(note, this.#behind) <= 0) return;
    if (this.#most > mostInOrder) this.#notes.push(note);
    else this.#insert(note);
  }

  async sorted(turn: SliceTurn): Promise<readonly RankedNote[]> {
    if (this.#most <= mostInOrder) return this.#notes;
    return (await sortSliced(this.#notes, compareRanked, turn)).slice(0, this.#most);
  }

  #insert(note: RankedNote): void {
    let [low, high] = [0, this.#notes.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#notes[middle];
      if (other !== undefined && compareRanked(other, note) < 0) low = middle + 1;
      else high = middle;
    }
    this.#notes.splice(low, 0, note);
    if (this.#notes.length > this.#most) this.#notes.pop();
    if (this.#notes.length === this.#most) this.#least = this.#notes.at(-1)?.score ?? this.#least;
  }
}
