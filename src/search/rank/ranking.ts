/** BM25 over fields, from what a scan has counted. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { BestNotes, type RankedNote, type RankPage } from './best-notes';
import type { NoteMatches } from '../scan/note-matches';
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

/** What the searched notes have in common: only notes that the caller may see count. */
export interface Corpus {
  readonly notes: number;
  /** Of the folded texts and names, all together. */
  readonly textLength: number;
  readonly titleLength: number;
  /** In which part of the notes each term occurs, from 0 to 1. */
  readonly shares: readonly number[];
  /** Epoch milliseconds. */
  readonly now: number;
}

/** How soon further occurrences stop adding to the score. */
const saturation = 1.2;
/** How much the length of a text, and of a name, counts against it. */
const textNorm = 0.6;
const titleNorm = 0.5;
/** A word in the name says as much as so many in the body. */
const titleWeight = 12;
/** However long a name is, its words count more than those of an alias. */
const longestTitle = 1.2;
/** What a note changed just now gains, and the days after which half of that is left. */
const recencyBonus = 0.1;
const recencyDays = 60;
const msPerDay = 86_400_000;

/** Best first, equals by path. */
export async function rank(
  matches: NoteMatches,
  corpus: Corpus,
  { turn, isThere = () => true, ...page }: RankOptions,
): Promise<Ranking> {
  const rarity = corpus.shares.map(share => rarityOf(share, corpus.notes));
  const best = new BestNotes(page);
  let [totalCount, totalMatches] = [0, 0];
  for (let index = 0; index < matches.count; index += 1) {
    if (turn.due()) await turn.pause();
    const note = matches.notes[index];
    if (note === undefined || !isThere(note)) continue;
    totalCount += 1;
    totalMatches += matches.matchesAt(index);
    const score = Math.round(scoreOf(matches, index, note, rarity, corpus) * 10_000) / 10_000;
    best.offer(note, score, matches.matchesAt(index));
  }
  return { totalCount, totalMatches, notes: await best.sorted(turn) };
}

function rarityOf(share: number, notes: number): number {
  const having = share * notes;
  return Math.log(1 + (notes - having + 0.5) / (having + 0.5));
}

function scoreOf(
  matches: NoteMatches,
  index: number,
  note: StoredNote,
  rarity: readonly number[],
  corpus: Corpus,
): number {
  const { notes, textLength, titleLength, now } = corpus;
  const textDivisor = lengthDivisor(matches.lengthAt(index), textLength / notes, textNorm);
  const titleDivisor = Math.min(
    longestTitle,
    lengthDivisor(note.titleLength, titleLength / notes, titleNorm),
  );
  let [score, best] = [0, 0];
  for (let term = 0; term < matches.terms; term += 1) {
    const title = matches.titleWeight(index, term);
    const fields = matches.fieldWeight(index, term);
    const body = matches.bodyWeight(index, term);
    // An alias, a heading or a tag counts the same in a long note as in a short one.
    const weight = (titleWeight * title) / titleDivisor + fields + body / textDivisor;
    score += (rarity[term] ?? 0) * (weight / (weight + saturation));
    best += rarity[term] ?? 0;
  }
  // A query of filters only finds all alike: then the newest are the best.
  const base = matches.terms === 0 ? 1 : score + best * matches.bonusAt(index);
  const days = Math.max(0, now - note.modified) / msPerDay;
  return base * (1 + recencyBonus * 2 ** (-days / recencyDays));
}

function lengthDivisor(length: number, average: number, norm: number): number {
  return average > 0 ? 1 - norm + (norm * length) / average : 1;
}
