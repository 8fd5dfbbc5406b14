import { sorting } from '../../utils/slicing/sorting';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';

/** A sorted copy, stable like `toSorted`, made in slices. */
export function sortSliced<T>(
  items: readonly T[],
  compare: (a: T, b: T) => number,
  turn: SliceTurn,
): Promise<T[]> {
  return drive(sorting(items, compare), turn);
}
