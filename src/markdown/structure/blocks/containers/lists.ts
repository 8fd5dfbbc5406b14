/**
 * Lists. First the lines of all items are separated; then each item removes its marker and indentation from
 * its own lines and is scanned as a small document.
 */
import { LEFT_BRACKET, RIGHT_BRACKET, DOT, isBlank } from '../../characters';
import { columnsBetween } from '../../content-lines';
import type { ListItem } from '../../note-structure';
import type { Block, BlockRule, Container, Scan } from '../../scan';
import { collectItems, type ItemLines } from './list-item-lines';
import { bulletAt, type Bullet } from '../openers';

const NO_TASK = -1;

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
  entry.end = endBeforeNestedList(blocks) ?? ownEnd;
  const id = blocks.find(block => block.id)?.id;
  if (id) found.blockIds.push({ start: id.start, end: id.end, names: 'item', index });
}

/** Observed: an item ends with the block before its first nested list, unless the list is all it begins with. */
function endBeforeNestedList(blocks: readonly Block[]): number | undefined {
  const nested = blocks.findIndex(block => block.type === 'list');
  return nested > 0 ? blocks[nested - 1]?.end : undefined;
}

/**
 * Removes the marker from the first line, and from the others their smallest indentation, at most the
 * marker's width. One line without indentation keeps that of all others.
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
