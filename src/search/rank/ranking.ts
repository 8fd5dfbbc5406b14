/** The order of the notes that have all words. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { BestNotes, type RankedNote, type RankPage } from './best-notes';
import type { NoteMatches } from '../scan/note-matches';
import { type Corpus, Scorer } from './scorer';
import type { StoredNote } from '../store/stored-note';

export interface RankOptions extends RankPage {
  readonly turn: SliceTurn;
  /** Whether a note counts that was found. */
  readonly isThere?: ((note: StoredNote) => boolean) | undefined;
}

export interface Ranking {
  readonly totalCount: number;
  readonly totalMatches: number;
  readonly notes: readonly RankedNote[];
}

/** Best first, equals by path. */
export async function rank(
  matches: NoteMatches,
  corpus: Corpus,
  { turn, isThere = () => true, ...page }: RankOptions,
): Promise<Ranking> {
  const scorer = new Scorer(corpus, true);
  const best = new BestNotes(page);
  let [totalCount, totalMatches] = [0, 0];
  for (let index = 0; index < matches.count; index += 1) {
    if (turn.due()) await turn.pause();
    const note = matches.notes[index];
    if (note === undefined || !isThere(note)) continue;
    totalCount += 1;
    totalMatches += matches.matchesAt(index);
    const tier = matches.isExactAt(index) ? 0 : 1;
    best.offer(note, { tier, score: scorer.scoreOf(matches, index), matches: matches.matchesAt(index) });
  }
  return { totalCount, totalMatches, notes: await best.sorted(turn) };
}
