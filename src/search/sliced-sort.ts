import type { SliceTurn } from '../utils/time-slicer';

/** So many are sorted, or merged, in one go: up to sixteen times, since the clock is not looked at each time. */
const runLength = 256;

/** A sorted copy, stable like `toSorted`, made in slices. */
export async function sortSliced<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  turn: SliceTurn,
): Promise<T[]> {
  let runs: T[][] = [];
  for (let at = 0; at < items.length; at += runLength) {
    runs.push(items.slice(at, at + runLength).sort(compare));
    if (turn.due()) await turn.pause();
  }
  while (runs.length > 1) {
    const merged: T[][] = [];
    for (let index = 0; index < runs.length; index += 2) {
      merged.push(await mergeSliced(runs[index] ?? [], runs[index + 1] ?? [], compare, turn));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

async function mergeSliced<T>(
  left: readonly T[],
  right: readonly T[],
  compare: (a: T, b: T) => number,
  turn: SliceTurn,
): Promise<T[]> {
  const merged: T[] = [];
  const isDue = (): boolean => merged.length % runLength === 0 && turn.due();
  let next = 0;
  for (const item of left) {
    for (let other = right[next]; other !== undefined && compare(other, item) < 0; other = right[next]) {
      merged.push(other);
      next += 1;
      if (isDue()) await turn.pause();
    }
    merged.push(item);
    if (isDue()) await turn.pause();
  }
  return merged.concat(right.slice(next));
}
