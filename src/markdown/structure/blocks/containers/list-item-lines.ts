/** Determines which lines belong to a list and to each of its items, before the items' content is parsed. */
import { ASTERISK, DASH, SPACE, TAB } from '../../characters';
import { columnsBetween } from '../../content-lines';
import type { Scan } from '../../scan';
import { interruptsList } from '../interruptions';
import { bulletAt, isThematicBreak, type Bullet } from '../openers';

/** Spaces after a marker that belong to it; of more spaces only one does. */
const MAX_MARKER_SPACES = 4;
/** A line indented further belongs to the item above, wherever that item's content begins. */
const CODE_COLUMNS = 4;

export interface ItemLines {
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
export function collectItems(scan: Scan, line: number, to: number, first: Bullet): ItemLines[] {
  let item = itemLines(scan, line, first);
  const items = [item];
  let blankBefore = false;
  for (let next = line + 1; next < to; next++) {
    const role = roleOf(scan, next, to, item, first, blankBefore);
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

/** A line continues the item above, is a blank that may, ends the list, or starts a new item. */
type Role = 'content' | 'blank' | 'ends' | Bullet;

function roleOf(
  scan: Scan,
  line: number,
  to: number,
  item: ItemLines,
  first: Bullet,
  blankBefore: boolean,
): Role {
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
  return blankBefore || interruptsList(scan, line, to) ? 'ends' : 'content';
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
