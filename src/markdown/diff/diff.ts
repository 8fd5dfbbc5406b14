import { structuredPatch } from 'diff';

import { cutBetweenCharacters } from '../text/excerpt';
import type { SlicedLoop } from '../../utils/slicing/time-slicer';
import { countLines, type Lines, linesInTurns, linesOf, lineStart } from '../text/lines';

export interface DiffOptions {
  /** The most lines in the result, including the note about omitted lines. */
  readonly maxLines?: number;
  /** Unchanged lines shown around a change. */
  readonly context?: number;
  /** The longest line shown completely, in units. */
  readonly lineLength?: number;
}

/** A line of a unified diff without its mark: `@@` opens a hunk, `\\` says that the line above has no break. */
export interface DiffLine {
  readonly mark: '@@' | ' ' | '-' | '+' | '\\';
  readonly text: string;
}

/** A diff with a limited number of lines. */
interface Difference {
  readonly lines: readonly DiffLine[];
  /** Number of lines left out at the end. */
  readonly omitted: number;
}

/** With more lines, the changed part is shown as one block, old lines then new lines. */
const maxComparedLines = 4_000;
const maxComparedLength = 400_000;
/** The search for the shortest diff takes quadratic time in the number of different lines. */
const maxEdits = 300;
const defaultLines = 40;
const defaultContext = 3;
const defaultLineLength = 400;
/** How much of a long line is shown before and after its change, in units. */
const shownAround = 100;

/**
 * A unified diff without file headers, empty for equal texts. Lines keep their CR; long ones are cut to where they
 * change. The cost is linear in the texts except for a bounded part.
 * @throws like `forEachInTurn`
 */
export async function unifiedDiffInTurns(
  before: string,
  after: string,
  options: DiffOptions,
  loop: SlicedLoop,
): Promise<string> {
  if (before === after) return '';
  const stretch = changedStretch(before, after, options.context);
  const { count: above } = await linesInTurns(before.slice(0, stretch.start), loop);
  const old = await linesInTurns(stretch.old, loop);
  const fresh = await linesInTurns(stretch.new, loop);
  const { lines, omitted } = differenceOf({ ...stretch, above }, old, fresh, options);
  const changes = changesOf(lines);
  // Each line is cut before its mark is added: joining copies all of it.
  const shown = lines.map(line => shownLine(line, changes.get(line), options.lineLength));
  return omitted === 0
    ? shown.join('\n')
    : [...shown, `… ${omitted} more lines of the diff left out`].join('\n');
}

/** Like `unifiedDiffInTurns`, as lines that are not cut. */
export function difference(before: string, after: string, options: DiffOptions): Difference {
  if (before === after) return { lines: [], omitted: 0 };
  const stretch = changedStretch(before, after, options.context);
  const above = countLines(before.slice(0, stretch.start));
  return differenceOf({ ...stretch, above }, linesOf(stretch.old), linesOf(stretch.new), options);
}

function differenceOf(
  stretch: Stretch,
  old: Lines,
  fresh: Lines,
  { maxLines = defaultLines, context = defaultContext }: DiffOptions,
): Difference {
  const { total, shown } =
    fineRows(stretch, old, fresh, context) ?? coarseRows(stretch, old, fresh, maxLines);
  const lines = total <= maxLines ? shown : shown.slice(0, Math.max(0, maxLines - 1));
  return { lines, omitted: total - lines.length };
}

interface Rows {
  readonly total: number;
  /** At least the first rows; all of them if there are few. */
  readonly shown: DiffLine[];
}

/** The part between the common lines at both ends, with some of them as context. */
interface Stretch {
  readonly old: string;
  readonly new: string;
  readonly start: number;
  /** Number of lines above it, the same in both texts. */
  readonly above: number;
  /** Context lines at its start and its end. */
  readonly lead: number;
  readonly trail: number;
}

function changedStretch(before: string, after: string, context = defaultContext): Omit<Stretch, 'above'> {
  const prefix = lineStart(before, commonPrefix(before, after));
  const suffix = commonSuffix(before, after, prefix);
  let start = prefix;
  let lead = 0;
  while (lead < context && start > 0) {
    start = start === 1 ? 0 : before.lastIndexOf('\n', start - 2) + 1;
    lead += 1;
  }
  let kept = suffix;
  let trail = 0;
  while (trail < context && kept > 0) {
    const feed = before.indexOf('\n', before.length - kept);
    kept = feed < 0 ? 0 : before.length - feed - 1;
    trail += 1;
  }
  return {
    old: before.slice(start, before.length - kept),
    new: after.slice(start, after.length - kept),
    start,
    lead,
    trail,
  };
}

/** How many units the texts share at their start; comparing blocks is fast in V8. */
function commonPrefix(one: string, other: string): number {
  const end = Math.min(one.length, other.length);
  let at = 0;
  for (let size = 65_536; size >= 1; size >>>= 4) {
    while (at + size <= end && one.slice(at, at + size) === other.slice(at, at + size)) {
      at += size;
    }
  }
  return at;
}

/** How many units of whole lines the texts share at their end, without the first `from` units. */
function commonSuffix(one: string, other: string, from: number): number {
  const length = commonEnd(one, other, from);
  const start = one.length - length;
  const isLine = isLineStart(one, start) && isLineStart(other, other.length - length);
  if (isLine) return length;
  const feed = one.indexOf('\n', start);
  return feed < 0 ? 0 : one.length - feed - 1;
}

/** How many units the texts share at their end, without the first `from` units. */
function commonEnd(one: string, other: string, from: number): number {
  const most = Math.min(one.length, other.length) - from;
  let length = 0;
  for (let size = 65_536; size >= 1; size >>>= 4) {
    while (length + size <= most && sameFromEnd(one, other, length, size)) length += size;
  }
  return length;
}

function sameFromEnd(one: string, other: string, skip: number, size: number): boolean {
  const at = one.length - skip;
  const otherAt = other.length - skip;
  return one.slice(at - size, at) === other.slice(otherAt - size, otherAt);
}

function isLineStart(text: string, at: number): boolean {
  return at === 0 || text[at - 1] === '\n';
}

/** The shortest diff, hunk by hunk; undefined if finding it would take too long. */
function fineRows(stretch: Stretch, old: Lines, fresh: Lines, context: number): Rows | undefined {
  if (stretch.old.length + stretch.new.length > maxComparedLength) return undefined;
  if (old.count + fresh.count > maxComparedLines) return undefined;
  const options = { context, maxEditLength: maxEdits };
  const patch = structuredPatch('', '', stretch.old, stretch.new, undefined, undefined, options);
  const shown = patch?.hunks.flatMap(hunk => {
    const oldStart = hunk.oldStart + stretch.above;
    const newStart = hunk.newStart + stretch.above;
    return [header(oldStart, hunk.oldLines, newStart, hunk.newLines), ...hunk.lines.map(parsedLine)];
  });
  return shown && { total: shown.length, shown };
}

function coarseRows(stretch: Stretch, old: Lines, fresh: Lines, maxLines: number): Rows {
  const oldEnd = old.count - stretch.trail;
  const freshEnd = fresh.count - stretch.trail;
  const first = stretch.above + 1;
  const shown = [
    header(first, old.count, first, fresh.count),
    ...rowsOf(old, ' ', 1, stretch.lead, maxLines),
    ...rowsOf(old, '-', stretch.lead + 1, oldEnd, maxLines),
    ...rowsOf(fresh, '+', stretch.lead + 1, freshEnd, maxLines),
    ...rowsOf(old, ' ', oldEnd + 1, old.count, maxLines),
  ];
  const isWhole = old.count + fresh.count < maxLines;
  return {
    total: isWhole ? shown.length : 1 + old.count + fresh.count - stretch.lead - stretch.trail,
    shown,
  };
}

function rowsOf(lines: Lines, mark: DiffLine['mark'], from: number, to: number, most: number): DiffLine[] {
  const rows: DiffLine[] = [];
  for (let line = from; line <= Math.min(to, from + most); line += 1) {
    const text = lines.slice(line, line);
    const isOpen = !text.endsWith('\n');
    rows.push({ mark, text: isOpen ? text : text.slice(0, -1) });
    if (isOpen) rows.push({ mark: '\\', text: ' No newline at end of file' });
  }
  return rows;
}

function header(oldStart: number, oldLines: number, newStart: number, newLines: number): DiffLine {
  // A side without lines names the line above, like `diff -u`.
  const from = oldLines === 0 ? oldStart - 1 : oldStart;
  const to = newLines === 0 ? newStart - 1 : newStart;
  return { mark: '@@', text: ` -${from},${oldLines} +${to},${newLines} @@` };
}

/** A line in the library's format, with its mark. */
function parsedLine(line: string): DiffLine {
  const mark = marks.find(one => line.startsWith(one)) ?? ' ';
  return { mark, text: line.slice(mark.length) };
}

const marks = [' ', '-', '+', '\\'] as const;

/** How much a removed line and the line that replaces it share at both ends. */
interface Shared {
  readonly start: number;
  readonly end: number;
}

function changesOf(lines: readonly DiffLine[]): ReadonlyMap<DiffLine, Shared> {
  const changes = new Map<DiffLine, Shared>();
  let removed: DiffLine[] = [];
  for (const line of lines) {
    if (line.mark === '-') removed.push(line);
    else if (line.mark === '+') {
      const other = removed.shift();
      if (other === undefined || other.text === line.text) continue;
      const start = commonPrefix(other.text, line.text);
      const shared = { start, end: commonEnd(other.text, line.text, start) };
      changes.set(other, shared).set(line, shared);
    } else if (line.mark !== '\\') removed = [];
  }
  return changes;
}

function shownLine({ mark, text }: DiffLine, shared?: Shared, lineLength = defaultLineLength): string {
  const most = lineLength - mark.length;
  if (text.length <= most) return mark + text;
  const { start, end } = shared ?? { start: 0, end: 0 };
  const before = start <= most / 2 ? '' : cutBetweenCharacters(text, start - shownAround);
  const last = text.length - Math.max(0, end - shownAround);
  const kept = cutBetweenCharacters(text.slice(before.length, last), most);
  const behind = text.length - before.length - kept.length;
  const head = before === '' ? '' : `(${before.length} characters) …`;
  return `${mark}${head}${kept}${behind === 0 ? '' : `… (${behind} more characters)`}`;
}
