/** BM25 over fields, from what a scan has counted. */

import type { SliceTurn } from '../utils/time-slicer';
import type { NoteMatch } from './note-scan';
import { sortSliced } from './sliced-sort';

export interface RankedNote {
  readonly path: string;
  /** Higher is better; four decimals. */
  readonly score: number;
  readonly modified: number;
  readonly matches: number;
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
/** What a note changed just now gains, and the days after which half of that is left. */
const recencyBonus = 0.1;
const recencyDays = 60;
const msPerDay = 86_400_000;

/** Best first, equals by path. */
export async function rank(
  found: readonly NoteMatch[],
  corpus: Corpus,
  turn: SliceTurn,
): Promise<RankedNote[]> {
  const rarity = corpus.shares.map(share => rarityOf(share, corpus.notes));
  const ranked: RankedNote[] = [];
  for (const match of found) {
    const { note, matches } = match;
    const score = Math.round(scoreOf(match, rarity, corpus) * 10_000) / 10_000;
    ranked.push({ path: note.path, score, modified: note.modified, matches });
    if (turn.due()) await turn.pause();
  }
  return sortSliced(ranked, compareRanked, turn);
}

export function compareRanked(a: RankedNote, b: RankedNote): number {
  return b.score - a.score || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0);
}

function rarityOf(share: number, notes: number): number {
  const having = share * notes;
  return Math.log(1 + (notes - having + 0.5) / (having + 0.5));
}

function scoreOf(match: NoteMatch, rarity: readonly number[], corpus: Corpus): number {
  const { notes, textLength, titleLength, now } = corpus;
  const textDivisor = lengthDivisor(match.length, textLength / notes, textNorm);
  const titleDivisor = lengthDivisor(match.note.title.folded.length, titleLength / notes, titleNorm);
  let score = 0;
  for (const [index, { title, text }] of match.weights.entries()) {
    const weight = (titleWeight * title) / titleDivisor + text / textDivisor;
    score += (rarity[index] ?? 0) * (weight / (weight + saturation));
  }
  // A query of filters only finds all alike: then the newest are the best.
  const base = match.weights.length === 0 ? 1 : score;
  const days = Math.max(0, now - match.note.modified) / msPerDay;
  return base * (1 + recencyBonus * 2 ** (-days / recencyDays));
}

function lengthDivisor(length: number, average: number, norm: number): number {
  return average > 0 ? 1 - norm + (norm * length) / average : 1;
}
