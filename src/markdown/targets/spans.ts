import { itemAt } from '../../utils/item-at';
import type { Span } from '../structure/note-structure';

/** Position of the first span that starts at `offset` or behind it, in spans ordered by their start. */
export function firstAtOrBehind(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (itemAt(spans, middle).start < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
