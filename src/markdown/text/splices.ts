import { sorting } from '../../utils/slicing/sorting';
import type { Steps } from '../../utils/slicing/steps';

/** A replacement of `from` up to `to`, in UTF-16 units of the original text. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Splices that are applied without a pause. */
const portion = 1024;

/** Applies splices that do not overlap; those at the same position in the given order. */
export function* spliced(text: string, splices: readonly Splice[]): Steps<string> {
  return yield* joined(text, yield* inOrder(splices));
}

/** The same for splices in the order of the text. */
export function* joined(text: string, splices: Iterable<Splice>): Steps<string> {
  const parts: string[] = [];
  let pending: string[] = [];
  let at = 0;
  for (const { from, to, text: insert } of splices) {
    pending.push(text.slice(at, from), insert);
    at = to;
    if (pending.length < portion) continue;
    parts.push(pending.join(''));
    pending = [];
    yield;
  }
  // Joined, not concatenated: the engine copies concatenated text later, all at once, on first access.
  parts.push(...pending, text.slice(at));
  yield;
  return parts.join('');
}

/** Most edits have their splices in order, and there may be a million. */
function* inOrder(splices: readonly Splice[]): Steps<readonly Splice[]> {
  let before = 0;
  for (const [index, { from }] of splices.entries()) {
    if (from < before) return yield* sorting(splices, (one, other) => one.from - other.from);
    before = from;
    if (index % portion === 0) yield;
  }
  return splices;
}
