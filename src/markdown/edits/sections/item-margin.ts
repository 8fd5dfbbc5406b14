import { GREATER_THAN, TAB, isDigit, skipBlanks } from '../../structure/characters';
import type { NoteStructure } from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import type { NoteBlock } from '../../targets/block-target';
import { startOfLine } from './given-text';

/** The text before the item on its line: indentation and quote marks, with other items' markers as spaces. */
export function marginOf(text: string, itemStart: number): string {
  const marker = skipBlanks(text, itemStart, text.length);
  let margin = '';
  for (let at = startOfLine(text, itemStart); at < marker; at += 1) {
    const code = text.charCodeAt(at);
    margin += code === GREATER_THAN || code === TAB ? text.charAt(at) : ' ';
  }
  return margin;
}

/** The margin of the text within an item: that of the item, with its marker as blanks. */
export function contentMarginOf(text: string, { start, end }: NoteBlock): string {
  const marker = skipBlanks(text, start, end);
  const width = text.slice(marker, behindMarker(text, marker, end)).replace(/[^\t]/gu, () => ' ');
  return marginOf(text, start) + width;
}

/** Whether text begins with a list item, with or without the margin of a list. */
export function isListText(given: string, margin: string): boolean {
  const own = given.startsWith(margin) ? given.slice(margin.length) : given;
  return scanStructure(own).sections[0]?.type === 'list';
}

/** Adds the margin to each line, unless the first has it. */
export function withMargin(lines: string, margin: string): string {
  if (margin === '' || lines.startsWith(margin)) return lines;
  const parts = lines.split('\n');
  return parts
    .map((line, index) => {
      const isLastBreak = index === parts.length - 1 && line === '';
      if (isLastBreak) return line;
      return line.trim() === '' ? margin.trimEnd() + line : margin + line;
    })
    .join('\n');
}

/**
 * How text replaces an item: its start, and its lines with the margin of the list. Text other than a list
 * item keeps the marker and the task's box.
 */
export function itemFrame(
  text: string,
  structure: NoteStructure,
  block: NoteBlock,
  given: string,
): { from: number; lines: string } {
  const margin = marginOf(text, block.start);
  const marker = skipBlanks(text, block.start, block.end);
  const own = given.startsWith(margin) ? given.slice(margin.length) : given;
  if (scanStructure(own).sections[0]?.type === 'list') {
    return { from: marker, lines: withMarginBelow(own, margin) };
  }
  const content = behindMarker(text, marker, block.end);
  const item = structure.listItems.find(({ start }) => start === block.start);
  const box = item && item.task !== -1 ? skipBlanks(text, item.task + 2, block.end) : content;
  return { from: box, lines: withMarginBelow(own, margin + ' '.repeat(content - marker)) };
}

function withMarginBelow(lines: string, margin: string): string {
  const feed = lines.indexOf('\n') + 1;
  return feed === 0 ? lines : lines.slice(0, feed) + withMargin(lines.slice(feed), margin);
}

function behindMarker(text: string, marker: number, to: number): number {
  let at = marker;
  while (at < to && isDigit(text.charCodeAt(at))) at += 1;
  return skipBlanks(text, at + 1, to);
}
