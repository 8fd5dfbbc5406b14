/**
 * How many of the first places of a sorted list come before what is wanted; by halving, so about log2(length) looks.
 * @param length the number of places
 * @param isBefore whether the one at an index comes before; true for all up to some index, false from there on
 */
export function countBefore(length: number, isBefore: (index: number) => boolean): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
