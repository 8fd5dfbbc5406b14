/**
 * Binary search: the number of items of a sorted list before a position; about log2(length) tests.
 * @param length the number of items
 * @param isBefore whether the item at an index comes before; true up to some index, false from there on
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
