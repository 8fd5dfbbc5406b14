/** Short stretches of a note around its matches, cut so that a model can quote them. */

import { linesOf } from '../../markdown/text/lines';
import type { Span } from '../text/folded-text';
import type { CharacterKinds } from '../text/words';
import { itemAt } from '../../utils/collections';
import { lazily } from '../../utils/lazily';

interface Snippet {
  /** The text with `…` at an end where the line continues. */
  readonly text: string;
  /** Matches in `text`, in order, without overlaps. */
  readonly ranges: readonly Span[];
}

/** Matches that fit into one snippet, or are in one part of the note. */
export interface MatchGroup {
  readonly spans: readonly Span[];
  /** 1-based. */
  readonly line: number;
}

/** A cut moves by up to this many characters to a space. */
const wordSearchChars = 12;
/** Longer words are cut. */
const maxWordLength = 40;
const blank = /\s/u;
const mark = '…';
/** Up to this many spaces at either end of a line are recognised. */
const maxIndent = 200;

/**
 * Groups matches: those of one line that are within `length` of each other. A match over several lines
 * belongs to its first line.
 * @param spans in order, without overlaps
 * @param partAt number of the part that contains a place, if parts are shown instead of lines
 */
export function groupMatches(
  text: string,
  spans: readonly Span[],
  length: number,
  partAt?: (place: number) => number,
): MatchGroup[] {
  const groups: { spans: Span[]; line: number }[] = [];
  const lines = linesOf(text);
  for (const span of spans) {
    const [start, end] = span;
    const line = lines.lineAt(start);
    const last = groups.at(-1);
    const isTogether =
      partAt === undefined ? last?.line === line : partAt(start) === partAt(last?.spans[0]?.[0] ?? 0);
    if (last !== undefined && isTogether && end - itemAt(last.spans, 0)[0] <= length) last.spans.push(span);
    else groups.push({ spans: [span], line });
  }
  return groups;
}

interface SnippetCut {
  /** Most characters of the snippet with its ellipses, in UTF-16 units. */
  readonly length: number;
  readonly kinds: CharacterKinds;
  /** The part of the text that may be shown; the line of the first match by default. */
  readonly within?: Span | undefined;
}

/** Cuts at a space if one is near, otherwise between words; within a word only if it is longer than a line. */
export function cutSnippet(text: string, spans: readonly Span[], cut: SnippetCut): Snippet {
  const { length } = cut;
  const match: Span = [itemAt(spans, 0)[0], itemAt(spans, spans.length - 1)[1]];
  const bounds = cut.within ?? lineAround(text, match, length + maxIndent);
  const whole = stretchAround(text, match, length, { ...cut, bounds });
  const fits = whole[1] - whole[0] + marksOf(text, whole, bounds).join('').length <= length;
  const [start, end] = fits
    ? whole
    : stretchAround(text, match, length - 2 * mark.length, { ...cut, bounds });
  const [before, behind] = marksOf(text, [start, end], bounds);
  const shift = before.length - start;
  const ranges = spans
    .filter(span => span[0] < end || span[0] === span[1])
    .map(([a, b]): Span => [Math.max(a, start) + shift, Math.min(b, end) + shift]);
  return { text: before + text.slice(start, end) + behind, ranges };
}

interface Bounded {
  readonly kinds: CharacterKinds;
  readonly bounds: Span;
}

/** The longest part of the allowed text around a match that fits. */
function stretchAround(text: string, [first, last]: Span, length: number, bounded: Bounded): Span {
  const spare = length - (last - first);
  const [from, to] =
    spare < 0
      ? [first, boundAtOrBefore(text, cutEnd(text, first + length, first + 1, bounded.kinds))]
      : widen(text, [first, last], spare, bounded);
  return trimmed(text, from, Math.max(from, to), [first, Math.min(last, to)]);
}

/** The ellipses before and after a part of a text: only if the text continues within its bounds. */
function marksOf(
  text: string,
  [start, end]: Span,
  [from, to]: Span,
): readonly [before: string, behind: string] {
  const before = text.slice(Math.max(from, start - maxIndent), start);
  const behind = text.slice(end, Math.min(to, end + maxIndent));
  return [before.trim() === '' ? '' : mark, behind.trim() === '' ? '' : mark];
}

/** The line of a match, or all its lines, up to the limit that is read. */
function lineAround(text: string, [first, last]: Span, most: number): Span {
  const before = text.slice(Math.max(0, first - most), first);
  const feed = text.slice(last, last + most).indexOf('\n');
  const start = first - before.length + before.lastIndexOf('\n') + 1;
  return [start, feed < 0 ? Math.min(text.length, last + most) : last + feed];
}

/** Extends the part on both sides as far as it fits. */
function widen(text: string, [first, last]: Span, spare: number, { kinds, bounds }: Bounded): Span {
  const [lowest, highest] = [Math.max(bounds[0], first - spare), Math.min(bounds[1], last + spare)];
  const ahead = Math.max(spare >> 1, spare - Math.max(0, highest - last));
  const from = first - Math.min(Math.max(0, first - lowest), ahead);
  const to = Math.max(last, Math.min(highest, last + spare - (first - from)));
  return [
    from <= bounds[0] ? from : cutStart(text, from, first, kinds),
    to >= bounds[1] ? to : cutEnd(text, to, last, kinds),
  ];
}

function cutStart(text: string, from: number, first: number, kinds: CharacterKinds): number {
  const near = Math.min(first, from + wordSearchChars);
  for (let at = from; at <= near; at += 1) if (blank.test(text.charAt(at - 1))) return at;
  const far = Math.min(first, from + maxWordLength);
  for (let at = from; at <= far; at += 1)
    if (kinds.isLetterAt(text, at) && !isWithinWord(text, at, kinds)) return boundUpTo(text, at, first);
  return boundUpTo(text, from, first);
}

function cutEnd(text: string, to: number, last: number, kinds: CharacterKinds): number {
  const near = Math.max(last, to - wordSearchChars);
  for (let at = to; at >= near; at -= 1) if (blank.test(text.charAt(at))) return at;
  const far = Math.max(last, to - maxWordLength);
  for (let at = to; at >= far; at -= 1)
    if (!isWithinWord(text, at, kinds)) return Math.max(last, boundAtOrBefore(text, at));
  return Math.max(last, boundAtOrBefore(text, to));
}

function boundUpTo(text: string, at: number, first: number): number {
  return Math.min(first, boundAtOrAfter(text, at));
}

function isWithinWord(text: string, at: number, kinds: CharacterKinds): boolean {
  return kinds.isWordAt(text, at - 1) && kinds.isWordAt(text, at);
}

/** Trims spaces at both ends, but keeps the whole match. */
function trimmed(text: string, from: number, to: number, [first, last]: Span): Span {
  let start = from;
  let end = to;
  while (start < first && blank.test(text.charAt(start))) start += 1;
  while (end > last && blank.test(text.charAt(end - 1))) end -= 1;
  return [start, end];
}

/** Creating it takes 7 ms, so it is created on first use. */
const segmenter = lazily(() => new Intl.Segmenter(undefined, { granularity: 'grapheme' }));
/** Longer sequences are not meaningful characters. */
const maxUnits = 64;
const plainCharacter = /^[ -~]$/u;

/** The first place from `at` on where the text can be cut without splitting what a reader sees as one character. */
function boundAtOrAfter(text: string, at: number): number {
  const [start, end] = characterAround(text, at);
  return start === at ? at : end;
}

/** The last place up to `at` where the text can be cut. */
function boundAtOrBefore(text: string, at: number): number {
  return characterAround(text, at)[0];
}

/** The character that the unit at `at` belongs to; nothing at either end of the text. */
function characterAround(text: string, at: number): readonly [start: number, end: number] {
  if (at <= 0 || at >= text.length || isPlain(text, at)) return [at, at];
  let from = Math.max(0, at - maxUnits);
  // From a plain character on, the segments are those of the whole text.
  for (let near = at - 1; near > from; near -= 1) if (isPlain(text, near)) from = near;
  const segment = segmenter()
    .segment(text.slice(from, at + maxUnits))
    .containing(at - from);
  return segment === undefined
    ? [at, at]
    : [from + segment.index, from + segment.index + segment.segment.length];
}

function isPlain(text: string, at: number): boolean {
  return plainCharacter.test(text.charAt(at));
}
