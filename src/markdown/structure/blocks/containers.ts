/** Blocks that contain others: quotes, footnote definitions and lists. Each removes its marks from its lines, and the rest is scanned again. */
import {
  interruptsQuote,
  opensQuote,
  opensFootnote,
  interruptsParagraph,
  bulletAt,
  type Bullet,
  interruptsList,
  isThematicBreak,
} from './openers';
import {
  EXCLAMATION,
  GREATER_THAN,
  LEFT_BRACKET,
  RIGHT_BRACKET,
  SPACE,
  footnoteLabelEnd,
  DOT,
  isBlank,
  ASTERISK,
  DASH,
  TAB,
} from '../characters';
import { columnsBetween } from '../content-lines';
import type { ListItem } from '../note-structure';
import type { Block, BlockRule, Container, Scan } from '../scan';

/** Quotes, and callouts, which are quotes that begin with `[!type]`. */
export const quote: BlockRule = (scan, line, to, container) => {
  if (!opensQuote(scan, line)) return undefined;
  const start = scan.lines.content(line);
  const next = takeMarks(scan, line, to);
  const type = isCallout(scan, line) ? 'callout' : 'blockquote';
  const blocks = scan.blocksInside(container, line, next);
  return { type, start, end: scan.lines.end(next - 1), next, id: blocks.lastId };
};

/** Removes `>` and one space from each line; lines without a mark belong to the quote until a blank line or another block. */
function takeMarks(scan: Scan, line: number, to: number): number {
  const { text, lines } = scan;
  for (; line < to; line++) {
    scan.counter.steps += 1;
    const at = lines.text(line);
    if (lines.isBlank(line)) break;
    if (text.charCodeAt(at) === GREATER_THAN) {
      const spaced = at + 1 < lines.end(line) && text.charCodeAt(at + 1) === SPACE;
      lines.take(line, spaced ? at + 2 : at + 1);
    } else if (interruptsQuote(scan, line, to)) break;
  }
  return line;
}

function isCallout(scan: Scan, line: number): boolean {
  if (scan.codeAt(line) !== LEFT_BRACKET || scan.codeAt(line, 1) !== EXCLAMATION) return false;
  const typeStart = scan.lines.text(line) + 2;
  let at = typeStart;
  while (at < scan.lines.end(line) && scan.text.charCodeAt(at) !== RIGHT_BRACKET) at++;
  return at > typeStart && at < scan.lines.end(line);
}

const CONTINUATION_COLUMNS = 4;

/** Footnote definitions: `[^label]: text`, with the indented lines that follow. */
export const footnote: BlockRule = (scan, line, to, container) => {
  if (!opensFootnote(scan, line)) return undefined;
  const { lines } = scan;
  const start = lines.content(line);
  const mark = lines.text(line);
  const labelEnd = footnoteLabelEnd(scan.text, mark, lines.end(line));
  const last = lastLine(scan, line, to);
  const end = lines.end(last);
  scan.found.footnotes.push({ start, end, labelStart: mark + 2, labelEnd });
  lines.take(line, labelEnd + 2);
  for (let next = line + 1; next <= last; next++) lines.takeColumns(next, CONTINUATION_COLUMNS);
  scan.blocksInside(container, line, last + 1);
  return { type: 'footnoteDefinition', start, end, next: last + 1 };
};

/** Text continues without indentation until a blank line or another block; after a blank line it must be indented. */
function lastLine(scan: Scan, line: number, to: number): number {
  const { lines } = scan;
  let last = line;
  for (let next = line + 1; next < to; next++) {
    scan.counter.steps += 1;
    if (lines.isBlank(next)) continue;
    const continues =
      lines.columns(next) >= CONTINUATION_COLUMNS || (last === next - 1 && !interruptsParagraph(scan, next));
    if (!continues) break;
    last = next;
  }
  return last;
}

const NO_TASK = -1;

/** Separates the items first; each then loses its marker and indentation, and is scanned as a small document. */
export const list: BlockRule = (scan, line, to, container) => {
  const bullet = bulletAt(scan, line);
  return bullet?.marksItem === true ? scanList(scan, line, to, container, bullet) : undefined;
};

function scanList(scan: Scan, line: number, to: number, container: Container, bullet: Bullet): Block {
  const start = scan.lines.content(line);
  const items = collectItems(scan, line, to, bullet);
  const last = items.at(-1)?.last ?? line;
  // The app marks the items of an outermost list with minus the list's line, and line 0 with -1.
  const parent = container.itemLine === -1 ? Math.min(-line, -1) : container.itemLine;
  for (const item of items) scanItem(scan, item, parent, container);
  return { type: 'list', start, end: scan.lines.end(last), next: last + 1 };
}

function scanItem(scan: Scan, item: ItemLines, parent: number, container: Container): void {
  const { lines, found } = scan;
  const start = lines.content(item.line);
  const ownEnd = item.loose ? lines.content(item.last + 1) : lines.end(item.last);
  takeIndentation(scan, item);
  const task = takeTask(scan, item.line);
  const entry: { -readonly [K in keyof ListItem]: ListItem[K] } = { start, end: ownEnd, task, parent };
  const index = found.listItems.push(entry) - 1;
  const blocks = scan.blocksInside(container, item.line, item.last + 1, item.line);
  // Observed: an item ends with the block before its first nested list, unless it begins with that list.
  entry.end = blocks.endBeforeList ?? ownEnd;
  const id = blocks.firstId;
  if (id) found.blockIds.push({ start: id.start, end: id.end, names: 'item', index });
}

/**
 * Removes the marker from the first line, and the smallest indentation from the others, at most the marker's width. If
 * one line has no indentation, all others keep theirs.
 */
function takeIndentation(scan: Scan, item: ItemLines): void {
  const { lines } = scan;
  let columns = markerColumns(scan, item);
  for (let line = item.line + 1; line <= item.last; line++) {
    if (!lines.isBlank(line)) columns = Math.min(columns, lines.columns(line));
  }
  lines.take(item.line, lines.text(item.line) + item.bullet.width + item.spacing);
  if (columns === 0) return;
  for (let line = item.line + 1; line <= item.last; line++) lines.takeColumns(line, columns);
}

/** Recorded: below `1. ` the content may be indented by one more column, below `1) ` it may not. */
function markerColumns(scan: Scan, item: ItemLines): number {
  const { lines, text } = scan;
  const { number, symbol, width } = item.bullet;
  const behind = lines.text(item.line) + width;
  const length = behind + item.spacing - lines.content(item.line);
  const extra = number !== undefined && number < 10 && symbol === DOT && length % 2 === 1 ? 1 : 0;
  return columnsBetween(text, behind, behind + item.spacing, lines.columns(item.line) + width + extra);
}

/** Removes `[x] ` from the item; any one character makes a task. */
function takeTask(scan: Scan, line: number): number {
  const { text, lines } = scan;
  const at = lines.content(line);
  const end = lines.end(line);
  const isTask =
    at + 3 <= end && text.charCodeAt(at) === LEFT_BRACKET && text.charCodeAt(at + 2) === RIGHT_BRACKET;
  if (!isTask) return NO_TASK;
  if (at + 3 === end) lines.take(line, end);
  else if (isBlank(text.charCodeAt(at + 3))) lines.take(line, at + 4);
  else return NO_TASK;
  return at + 1;
}

/** Spaces after a marker that belong to it; of more spaces only one does. */
const MAX_MARKER_SPACES = 4;
/** A line indented further belongs to the item above, wherever that item's content begins. */
const CODE_COLUMNS = 4;

interface ItemLines {
  readonly line: number;
  readonly bullet: Bullet;
  /** Spaces or the one tab after the marker. */
  readonly spacing: number;
  /** Columns up to the content: lines indented as much belong to the item. */
  readonly indent: number;
  last: number;
  /** Whether blank lines separate it from the next item. */
  loose: boolean;
}

/** The items of the list that begins at `line` with an item of `first`'s kind. */
function collectItems(scan: Scan, line: number, to: number, first: Bullet): ItemLines[] {
  let item = itemLines(scan, line, first);
  const items = [item];
  let blankBefore = false;
  for (let next = line + 1; next < to; next++) {
    const role = roleOf(scan, next, item, first, blankBefore);
    if (role === 'ends') break;
    scan.counter.steps += 1;
    scan.limitParts(items.length);
    blankBefore = scan.lines.isBlank(next);
    if (role === 'content') item.last = next;
    else if (role !== 'blank') {
      item.loose = item.last < next - 1;
      item = itemLines(scan, next, role);
      items.push(item);
    }
  }
  return items;
}

/** A line continues the item above, is a blank line that may, ends the list, or starts a new item. */
type Role = 'content' | 'blank' | 'ends' | Bullet;

function roleOf(scan: Scan, line: number, item: ItemLines, first: Bullet, blankBefore: boolean): Role {
  const columns = scan.lines.columns(line);
  if (columns >= item.indent) return 'content';
  const bullet = bulletAt(scan, line);
  if (bullet?.marksItem) {
    return bullet.symbol === first.symbol && !isBreakOfDashes(scan, line, bullet) ? bullet : 'ends';
  }
  // Observed in the legacy rules: a marker without a space after it still counts towards the indentation.
  const reachedColumns = columns + (bullet?.width ?? 0);
  if (reachedColumns >= item.indent || reachedColumns > CODE_COLUMNS) return 'content';
  if (scan.lines.isBlank(line)) return 'blank';
  return blankBefore || interruptsList(scan, line) ? 'ends' : 'content';
}

function isBreakOfDashes(scan: Scan, line: number, bullet: Bullet): boolean {
  return (bullet.symbol === DASH || bullet.symbol === ASTERISK) && isThematicBreak(scan, line);
}

function itemLines(scan: Scan, line: number, bullet: Bullet): ItemLines {
  const { text, lines } = scan;
  const from = lines.text(line) + bullet.width;
  const spacing = spacingBehind(text, from, lines.end(line));
  const indent = columnsBetween(text, from, from + spacing, lines.columns(line) + bullet.width);
  return { line, bullet, spacing, indent, last: line, loose: false };
}

function spacingBehind(text: string, from: number, to: number): number {
  if (from < to && text.charCodeAt(from) === TAB) return 1;
  let at = from;
  while (at < to && at - from <= MAX_MARKER_SPACES && text.charCodeAt(at) === SPACE) at++;
  return at - from > MAX_MARKER_SPACES ? 1 : at - from;
}
