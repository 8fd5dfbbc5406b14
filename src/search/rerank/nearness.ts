/** Scores how close the searched words are in a note: words adjacent in the query that are near in the text. */

import type { Occurrences } from '../scan/occurrences';
import type { TermScan } from '../scan/term-scan';

/** The most that a pair adds, as a fraction of the weight of its more common word. */
const pairWeight = 0.3;
/** A pair whose more common word weighs less than this fraction of the rarest word is ignored. */
const minShare = 0.02;
/** Most characters between two near words, in the order of the query and reversed. */
const [maxGap, maxGapBack] = [8, 3];
/** How soon more places of a pair stop adding. */
const pairSaturation = 1.2;

/**
 * For each term, whether it and the next one can raise a note's score: both are rare enough. The places of terms
 * that are in nearly every note need not be searched.
 * @param weights of the terms, in the order of the query
 */
export function pairsOf(weights: readonly number[]): readonly boolean[] {
  const least = minShare * Math.max(...weights);
  return weights.map((weight, index) => Math.min(weight, weights[index + 1] ?? 0) >= least);
}

/** Whether a term and one of its neighbours in the query can raise a note's score. @param mayHave terms that the note may have */
export function canPair(pairs: readonly boolean[], mayHave: readonly boolean[], term: number): boolean {
  if (mayHave[term] !== true) return false;
  const withNext = pairs[term] === true && mayHave[term + 1] === true;
  return withNext || (pairs[term - 1] === true && mayHave[term - 1] === true);
}

/** @param scans in the order of the query, with their matches in one text @param weights of their terms */
export function nearnessOf(scans: readonly TermScan[], weights: readonly number[]): number {
  let sum = 0;
  for (let index = 0; index + 1 < scans.length; index += 1) {
    const [first, second] = [scans[index]?.inText, scans[index + 1]?.inText];
    if (first === undefined || second === undefined) continue;
    const places = placesTogether(first, second);
    const weight = Math.min(weights[index] ?? 0, weights[index + 1] ?? 0);
    sum += (pairWeight * weight * places) / (places + pairSaturation);
  }
  return sum;
}

/** The number of places of the first with one of the second nearby. */
function placesTogether(first: Occurrences, second: Occurrences): number {
  let [places, next] = [0, 0];
  for (let index = 0; index < first.count; index += 1) {
    const [start, end] = [first.startOf(index), first.endOf(index)];
    while (next < second.count && second.endOf(next) < start - maxGapBack) next += 1;
    const isNear = second.startOf(next) <= end + maxGap;
    if (isNear && next < second.count) places += 1;
  }
  return places;
}
