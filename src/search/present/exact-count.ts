import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { Finder } from '../query/finders/finder';
import type { SearchText } from '../text/search-text';
import { windowLength } from '../query/finders/needle';

/** How many matches all finders have together in a text: overlapping ones count once. */
export async function countMatches(
  finders: readonly Finder[],
  text: SearchText,
  turn: SliceTurn,
): Promise<number> {
  const open = finders.filter(finder => finder.mayMatch(text.folded));
  for (const finder of open) finder.open(text);
  let [count, end] = [0, -1];
  for (let limit = windowLength; open.length > 0; limit += windowLength) {
    const spans: { readonly start: number; readonly end: number }[] = [];
    for (const finder of open) {
      do {
        while (finder.next(limit)) spans.push({ start: finder.start, end: finder.end });
        if (turn.due(true)) await turn.pause();
      } while (finder.isPaused);
    }
    for (const span of spans.sort((a, b) => a.start - b.start)) {
      if (span.start >= end) count += 1;
      end = Math.max(end, span.end);
    }
    if (limit > text.folded.length) break;
  }
  return count;
}
