import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import type { Span } from '../structure/note-structure';

/** A replacement of `from` up to `to`, in UTF-16 units of the original text. */
export interface Splice {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** Applies splices that do not overlap; those at the same position in the given order. */
export function spliced(text: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { from, to, text: insert } of inOrder(splices)) {
    parts.push(text.slice(at, from), insert);
    at = to;
  }
  parts.push(text.slice(at));
  return parts.join('');
}

/** Like `spliced`, for splices in the order of the text, with pauses: there may be a million. @throws like `forEachInTurn` */
export async function joinedInTurns(
  text: string,
  splices: Iterable<Splice>,
  loop: SlicedLoop,
): Promise<string> {
  const parts: string[] = [];
  let at = 0;
  await forEachInTurn(splices, loop, ({ from, to, text: insert }) => {
    parts.push(text.slice(at, from), insert);
    at = to;
  });
  parts.push(text.slice(at));
  return parts.join('');
}

/** Where spans are after splices; those that a splice covers are left out. Both in the order of the text. */
export function spansAfter(spans: readonly Span[], splices: readonly Splice[]): Span[] {
  const left: Span[] = [];
  let next = 0;
  let moved = 0;
  for (const { start, end } of spans) {
    for (let splice = splices[next]; splice !== undefined && splice.to <= start; splice = splices[next]) {
      moved += splice.text.length - (splice.to - splice.from);
      next += 1;
    }
    const behind = splices[next];
    if (behind === undefined || behind.from >= end) left.push({ start: start + moved, end: end + moved });
  }
  return left;
}

/** Most edits have their splices in order, and there may be a million. */
function inOrder(splices: readonly Splice[]): readonly Splice[] {
  let before = 0;
  for (const { from } of splices) {
    if (from < before) return splices.toSorted((one, other) => one.from - other.from);
    before = from;
  }
  return splices;
}
