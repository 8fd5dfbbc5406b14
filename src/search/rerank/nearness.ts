/** How much of what is asked for is together in a note: neighbours in the question that are near in the text. */

import type { Occurrences } from '../scan/occurrences';
import type { TermScan } from '../scan/term-scan';

/** What a pair adds at most, in parts of the weight of its more common word. */
const pairWeight = 0.3;
/** A pair whose more common word weighs less than this part of the rarest word lifts no note. */
const leastShare = 0.02;
/** Characters between two words that count as near, in the order of the question and the other way round. */
const [longestGap, longestGapBack] = [8, 3];
/** How soon further places of a pair stop adding. */
const pairSaturation = 1.2;

/**
 * Which terms can lift a note: those beside one in the question where both say something. The places of others, which
 * are in nearly every note and often, need not be looked for.
 * @param weights of the terms, in the order of the question
 */
export function termsThatPair(weights: readonly number[]): readonly boolean[] {
  const least = leastShare * Math.max(...weights);
  const pairs = weights.map((weight, index) => Math.min(weight, weights[index + 1] ?? 0) >= least);
  return pairs.map((isFirst, index) => isFirst || pairs[index - 1] === true);
}

/** @param scans in the order of the question, with what they found in one text @param weights of their terms */
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

/** Places of the first that have one of the second near. */
function placesTogether(first: Occurrences, second: Occurrences): number {
  let [places, next] = [0, 0];
  for (let index = 0; index < first.count; index += 1) {
    const [start, end] = [first.startOf(index), first.endOf(index)];
    while (next < second.count && second.endOf(next) < start - longestGapBack) next += 1;
    const isNear = second.startOf(next) <= end + longestGap;
    if (isNear && next < second.count) places += 1;
  }
  return places;
}
