import type { Steps } from './steps';
import { drive, type SliceTurn } from './time-slicer';
import { itemAt } from '../item-at';

/** Items that are sorted, or merged, in one step. */
const runLength = 256;

/** A sorted copy, stable like `toSorted`, as work that can pause. */
export function* sorting<T>(items: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += runLength) {
    runs.push(items.slice(at, at + runLength).sort(compare));
    yield;
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2)
      merged.push(yield* merging(itemAt(runs, index), runs[index + 1] ?? [], compare));
    runs = merged;
  }
  return runs[0] ?? [];
}

/** A sorted copy, stable like `toSorted`, made in slices. */
export function sortSliced<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  turn: SliceTurn,
): Promise<T[]> {
  return drive(sorting(items, compare), turn);
}

function* merging<T>(left: readonly T[], right: readonly T[], compare: (a: T, b: T) => number): Steps<T[]> {
  const [last, first] = [left.at(-1), right[0]];
  // Most lists are in order already, or nearly.
  if (last !== undefined && first !== undefined && compare(last, first) <= 0) return left.concat(right);
  const merged: T[] = [];
  let next = 0;
  for (const item of left) {
    for (let other = right[next]; other !== undefined && compare(other, item) < 0; other = right[next]) {
      merged.push(other);
      next += 1;
      if (merged.length % runLength === 0) yield;
    }
    merged.push(item);
    if (merged.length % runLength === 0) yield;
  }
  return merged.concat(right.slice(next));
}
