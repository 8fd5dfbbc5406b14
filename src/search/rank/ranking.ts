/** Ranks the notes that have all words. */

import { type SliceTurn } from '../../utils/slicing/time-slicer';
import { BestNotes, type RankedNote, type RankPage } from '../score/best-notes';
import type { CountedScan } from '../scan/counted/counted-scan';
import type { NoteMatches } from '../score/note-matches';
import { type Corpus, Scorer } from '../score/scorer';
import type { StoredNote } from '../store/stored-note';
import type { TextStore } from '../store/text-store';

export interface RankOptions extends RankPage {
  readonly turn: SliceTurn;
  /** Whether a found note counts. */
  readonly isThere?: ((note: StoredNote) => boolean) | undefined;
  /** Of the notes. */
  readonly store: TextStore;
}

export interface Ranking {
  readonly totalCount: number;
  readonly totalMatches: number;
  readonly notes: readonly RankedNote[];
}

/** The notes that have all words. */
export interface Matching {
  readonly found: NoteMatches;
  /** Set if the word index found them. */
  readonly counted?: CountedScan | undefined;
  readonly corpus: Corpus;
}

/** Best first, equals by path. */
export async function rank(
  { found, counted, corpus }: Matching,
  { turn, isThere = () => true, store, ...page }: RankOptions,
): Promise<Ranking> {
  const scorer = new Scorer(corpus, true);
  const best = new BestNotes(page);
  let [totalCount, totalMatches] = [0, 0];
  for (let index = 0; index < found.count; index += 1) {
    if (turn.due()) await turn.pause();
    const note = found.notes[index];
    if (note === undefined || !isThere(note)) continue;
    const matches = found.matchesAt(index);
    totalCount += 1;
    totalMatches += matches;
    best.offer(note, { tier: found.isExactAt(index) ? 0 : 1, score: scorer.scoreOf(found, index), matches });
  }
  for (const index of counted?.found ?? []) {
    if (turn.due()) await turn.pause();
    const [note, number] = [counted?.columns.notes[index], counted?.columns.numberAt(index)];
    if (counted === undefined || note === undefined || number === undefined || !isThere(note)) continue;
    const matches = counted.matchesOf(number);
    totalCount += 1;
    totalMatches += matches;
    const tier = counted.isExact(number) ? 0 : 1;
    if (best.excludes(tier, scorer.maxScore(counted.mostScoreOf(number)))) continue;
    if (counted.asksText(number)) {
      if (best.excludes(tier, scorer.withRecency(counted.mostScoreOf(number), note.modified))) continue;
      const text = await store.shownTextOf(note, turn);
      if (text?.isPrepared === false) text.preparing();
      if (text !== undefined) counted.settle(number, text);
    }
    const score = scorer.withRecency(counted.scoreOf(number), note.modified);
    best.offer(note, { tier, score, matches, isCounted: true });
  }
  return { totalCount, totalMatches, notes: best.sorted() };
}
