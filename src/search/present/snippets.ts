/** Short stretches of a note around its matches, cut so that a model can quote them. */

import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { boundAtOrAfter, boundAtOrBefore } from '../text/character-bounds';
import { LinePlaces } from '../scan/line-places';

export type Span = readonly [start: number, end: number];

export interface Snippet {
  /** As it stands in the text, with `…` at an end where the line goes on. */
  readonly text: string;
  /** Matches in `text`, in order, without overlaps. */
  readonly ranges: readonly Span[];
}

/** Matches that fit into one snippet. */
export interface MatchGroup {
  readonly spans: readonly Span[];
  /** 1-based. */
  readonly line: number;
}

/** A cut in the middle of a word moves by up to so many characters to its end. */
const wordReach = 12;
const blank = /\s/u;
const mark = '…';
/** So many blanks at an end of a line are told from text. */
const longestIndent = 200;
const goesOn = /\S/u;

/**
 * Parts matches into groups: those of one line that lie within `length` of each other. A match over several lines
 * belongs to the line it begins in.
 * @param spans in order, without overlaps.
 */
export async function groupMatches(
  text: string,
  spans: readonly Span[],
  length: number,
  turn: SliceTurn,
): Promise<MatchGroup[]> {
  const groups: { spans: Span[]; line: number }[] = [];
  const lines = new LinePlaces(text);
  for (const span of spans) {
    const [start, end] = span;
    const last = groups.at(-1);
    const isOnSameLine = start <= lines.end;
    await lines.goTo(start, turn);
    if (last !== undefined && isOnSameLine && end - (last.spans[0]?.[0] ?? 0) <= length)
      last.spans.push(span);
    else groups.push({ spans: [span], line: lines.line });
  }
  return groups;
}

/** @param length most characters of the snippet with its marks, in UTF-16 units. */
export function cutSnippet(text: string, { spans }: MatchGroup, length: number): Snippet {
  const first = spans[0]?.[0] ?? 0;
  const match: Span = [first, spans.at(-1)?.[1] ?? first];
  const whole = stretchAround(text, match, length);
  const fits = whole[1] - whole[0] + marksOf(text, whole).join('').length <= length;
  const [start, end] = fits ? whole : stretchAround(text, match, length - 2 * mark.length);
  const [before, behind] = marksOf(text, [start, end]);
  const shift = before.length - start;
  const ranges = spans
    .filter(span => span[0] < end || span[0] === span[1])
    .map(([a, b]): Span => [Math.max(a, start) + shift, Math.min(b, end) + shift]);
  return { text: before + text.slice(start, end) + behind, ranges };
}

/** As much of a line around a match as there is room for. */
function stretchAround(text: string, [first, last]: Span, length: number): Span {
  const spare = length - (last - first);
  const [from, to] =
    spare < 0 ? [first, boundAtOrBefore(text, first + length)] : widen(text, first, last, spare);
  return trimmed(text, from, Math.max(from, to), [first, Math.min(last, to)]);
}

/** What is put before and behind a stretch of text: something where its line goes on. */
function marksOf(text: string, [start, end]: Span): readonly [before: string, behind: string] {
  const before = text.slice(Math.max(0, start - longestIndent), start);
  const behind = text.slice(end, end + longestIndent);
  return [goesOn.test(lastLine(before)) ? mark : '', goesOn.test(firstLine(behind)) ? mark : ''];
}

function lastLine(text: string): string {
  return text.slice(text.lastIndexOf('\n') + 1);
}

function firstLine(text: string): string {
  const feed = text.indexOf('\n');
  return feed < 0 ? text : text.slice(0, feed);
}

/** Adds text of the same line on both sides, as much as there is room for. */
function widen(text: string, first: number, last: number, spare: number): Span {
  const lineStart = first - lengthBefore(text, first, spare);
  const lineEnd = last + lengthBehind(text, last, spare);
  const before = Math.min(first - lineStart, Math.max(spare >> 1, spare - (lineEnd - last)));
  const from = first - before;
  const to = Math.min(lineEnd, last + spare - before);
  return [
    from === lineStart ? from : cutStart(text, from, first),
    to === lineEnd ? to : cutEnd(text, to, last),
  ];
}

function cutStart(text: string, from: number, first: number): number {
  const near = Math.min(first, from + wordReach);
  for (let at = from; at < near; at += 1) if (blank.test(text.charAt(at - 1))) return at;
  return Math.min(first, boundAtOrAfter(text, from));
}

function cutEnd(text: string, to: number, last: number): number {
  const near = Math.max(last, to - wordReach);
  for (let at = to; at > near; at -= 1) if (blank.test(text.charAt(at))) return at;
  return Math.max(last, boundAtOrBefore(text, to));
}

/** Without blanks at the ends, but with all of the match. */
function trimmed(text: string, from: number, to: number, [first, last]: Span): Span {
  let start = from;
  let end = to;
  while (start < first && blank.test(text.charAt(start))) start += 1;
  while (end > last && blank.test(text.charAt(end - 1))) end -= 1;
  return [start, end];
}

/** How much of the line stands before a place, at most `most` and one unit more if there is more. */
function lengthBefore(text: string, at: number, most: number): number {
  const from = Math.max(0, at - most - 1);
  const feed = text.slice(from, at).lastIndexOf('\n');
  return feed < 0 ? at - from : at - from - feed - 1;
}

function lengthBehind(text: string, at: number, most: number): number {
  const part = text.slice(at, at + most + 1);
  const feed = part.indexOf('\n');
  return feed < 0 ? part.length : feed;
}
