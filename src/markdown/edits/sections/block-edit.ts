/** Changes a block with an id, fitting text into lists and keeping every other block what it is. */
import { ToolFailure } from '../../../errors';
import {
  linesWithText,
  givenText,
  linesSplice,
  startOfLine,
  type TargetEdit,
  isBlankCode,
} from './given-text';
import { areRows, endOfText, refuseOpenEnd, splicedAtEnd } from './text-place';
import { findBody } from '../../frontmatter/frontmatter';
import { GREATER_THAN, TAB, isDigit, skipBlanks } from '../../structure/characters';
import {
  lineOf,
  type NoteStructure,
  type ScannedText,
  type ListItem,
  type Section,
  type Span,
} from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import { findBlock, type NoteBlock, withoutCaret } from '../../targets/block-target';
import { afterLine, detectNewline, type Newline } from '../../text/lines';
import { spliced } from '../../text/splices';

/**
 * Inserts text before or after a block, or replaces it; the block keeps its id, and every other block stays what it is.
 * After a list item means after the items nested in it: items become its siblings, other text becomes part of it. Rows
 * go into a table. A blank line separates what would otherwise join. A missing block is created at the end of the note.
 *
 * @param structure that of exactly this text.
 * @param edit with the block's id as its target, with or without its caret
 * @throws ToolFailure like `findBlock`; `invalid_argument` for text that would make the block disappear.
 */
export function editBlock(text: string, structure: NoteStructure, edit: TargetEdit): string {
  const newline = detectNewline(text);
  const given = givenText(edit.content, newline);
  const id = withoutCaret(edit.target);
  const hasId = ({ start, end }: Span): boolean =>
    text.slice(start + 1, end).toLowerCase() === id.toLowerCase();
  if (edit.createTargetIfMissing === true && !structure.blockIds.some(hasId))
    return createdBlock(text, structure, id, given, newline);
  const block = findBlock(text, structure, id, { missingHint });
  if (given === '' && edit.operation !== 'replace') return text;
  return edit.operation === 'replace'
    ? replaced(text, structure, block, given, newline)
    : placed(text, structure, block, { operation: edit.operation, given, newline });
}

const missingHint = '`createTargetIfMissing: true` adds the text with this id at the end.';

/** The first way that leaves every block what it is. */
function placed(
  text: string,
  structure: NoteStructure,
  block: NoteBlock,
  { operation, given, newline }: { operation: 'append' | 'prepend'; given: string; newline: Newline },
): string {
  const ways =
    operation === 'prepend' ? above(text, block, given, newline) : below(text, block, given, newline);
  for (const { at, lines, mayGrow = false } of ways) {
    const splice = linesSplice(text, at, at, lines, newline);
    const result = spliced(text, [splice]);
    const now = { text: result, structure: scanStructure(result) };
    const insertion = { at, length: splice.text.length, block, mayGrow };
    if (keepsOtherBlocks({ text, structure }, now, insertion)) return result;
  }
  throw openText('This text would change the block beside it.');
}

/** A way to put lines at a place; ways are tried from the closest to the most separated. */
interface Way {
  readonly at: number;
  readonly lines: string;
  /** Whether they may become part of the block. */
  readonly mayGrow?: boolean;
}

function above(text: string, block: NoteBlock, given: string, newline: Newline): Way[] {
  const margin = block.type === 'item' ? marginOf(text, block.start) : '';
  const at = startOfLine(text, block.start);
  const close = withMargin(given, margin);
  const gap = margin.trimEnd() + newline;
  const apart = (close.endsWith('\n') ? close : close + newline) + gap;
  // Many programs read any line directly below a table as a row of it.
  const isTable = block.type !== 'item' && given.trimEnd().split('\n').at(-1)?.includes('|') === true;
  const ways = isTable ? [apart, gap + apart] : [close, apart, gap + close, gap + apart];
  const goesOn = block.type === 'item' && goesOnWith(text.slice(0, at), given);
  return (goesOn ? ways.slice(2) : ways).map(lines => ({ at, lines }));
}

/** Whether text would continue the paragraph above it, or underline it, even that of a parent item or in a quote. */
function goesOnWith(before: string, given: string): boolean {
  const line = before.slice(startOfLine(before, Math.max(before.length - 1, 0)));
  const above = line.replace(/^(?:[\s>]|[-*+]\s|\d+[.)]\s)+/u, () => '').trim();
  const [first] = scanStructure(`\n${above}\n${given}`).sections;
  const isText = first?.type === 'paragraph' || first?.type === 'heading';
  return above !== '' && isText && first.end > above.length + 1;
}

/** Ways to put text below a block. In an item it becomes part of that, unless it is an item too; table rows go above an id. */
function below(text: string, block: NoteBlock, given: string, newline: Newline): Way[] {
  const at = afterLine(text, block.wholeEnd);
  if (block.type === 'item') {
    const own = marginOf(text, block.start);
    const isItem = isListText(given, own);
    const margin = isItem ? own : contentMarginOf(text, block);
    const lines = withMargin(given, margin);
    return [lines, margin.trimEnd() + newline + lines].map(way => ({ at, lines: way, mayGrow: !isItem }));
  }
  const isRows = block.type === 'table' && areRows(given);
  const rows = isRows ? [{ at: afterLine(text, block.end), lines: given, mayGrow: true }] : [];
  return [...rows, { at, lines: given }, { at, lines: newline + given }];
}

function replaced(
  text: string,
  structure: NoteStructure,
  block: NoteBlock,
  given: string,
  newline: Newline,
): string {
  const own = withoutId(given.trimEnd(), block.id);
  if (own.trim() === '') {
    throw new ToolFailure('invalid_argument', 'A block with an id cannot be empty.', {
      hint: ['Delete the block with `edit_note`.', 'Give the text it should have.'],
    });
  }
  const frame =
    block.type === 'item' ? itemFrame(text, structure, block, own) : { from: block.start, lines: own };
  const isBelow = block.idSpan.start >= block.end;
  const id = text.slice(block.idSpan.start, block.idSpan.end);
  const margins = block.type === 'item' ? [contentMarginOf(text, block), ''] : [''];
  const below = margins.map(margin => margin.trimEnd() + newline + margin + id);
  const { sections, listItems } = scanStructure(own);
  const last = sections.at(-1)?.type;
  // A delimiter row with an id is no delimiter row, and beside an item the id is that of the item alone.
  const isApart = last === 'table' || (last === 'list' && block.type !== 'item' && listItems.length > 1);
  const beside = isApart ? [] : [` ${id}`];
  const endings = isBelow ? ['', newline] : [...beside, ...below.map(ending => newline + ending)];
  const plain = spliced(text, [{ from: frame.from, to: block.end, text: frame.lines }]);
  const whole = frame.from + frame.lines.length;
  for (const to of new Set([endOfItem(plain, block, frame.from, whole), whole])) {
    const lines = withoutId(plain.slice(frame.from, to), block.id);
    for (const ending of endings) {
      const result = spliced(plain, [{ from: frame.from, to, text: lines + ending }]);
      const now = blockIn(result, block.id);
      const idFrom = block.idSpan.start + (isBelow ? result.length - text.length : 0);
      const idAt = isBelow ? idFrom : frame.from + lines.length + ending.length - id.length;
      if (now?.idSpan.start === idAt && now.start >= block.start) return result;
    }
  }
  throw openText('With this text the block would lose its id.');
}

/** Where the text of the item at a block's place ends; `whole` if there is none between the offsets. */
function endOfItem(text: string, block: NoteBlock, from: number, whole: number): number {
  if (block.type !== 'item') return whole;
  const structure = scanStructure(text);
  const item = structure.listItems.find(({ start }) => start === block.start);
  const end = item === undefined ? from : item.start + textOf({ text, structure }, item).length;
  return end > from && end < whole ? end : whole;
}

function openText(message: string): ToolFailure {
  const hint = [
    'Close what the text opens, or edit the lines with `edit_note`.',
    'Close what the text opens.',
  ];
  return new ToolFailure('invalid_argument', message, { hint });
}

/** Drops the id from given text, since a block that was read with it may be written back with it. */
function withoutId(own: string, id: string): string {
  const cut = own.length - id.length - 1;
  if (cut < 0 || own.slice(cut).toLowerCase() !== `^${id.toLowerCase()}`) return own;
  return cut === 0 || own.slice(cut - 1, cut).trim() === '' ? own.slice(0, cut).trimEnd() : own;
}

function createdBlock(
  text: string,
  structure: NoteStructure,
  id: string,
  given: string,
  newline: Newline,
): string {
  refuseOpenEnd(text, structure, 0, text.length);
  const own = withoutId(given.trimEnd(), id);
  const core = linesWithText(text, findBody(text), endOfText(text));
  const gap = core.end > core.start ? newline : '';
  for (const between of [' ', newline + newline]) {
    const lines = `${gap}${own}${between}^${id}`;
    const result = splicedAtEnd(text, linesSplice(text, core.end, core.end, lines, newline));
    const now = own.trim() === '' ? undefined : blockIn(result, id);
    if (now && now.start >= core.end) return result;
  }
  throw new ToolFailure('invalid_argument', 'A block with this text and id cannot be added at the end.', {
    hint: 'An id has letters, digits and dashes only, and the text must not be empty.',
  });
}

/** The block of an edited text; undefined if it is missing or duplicated. */
function blockIn(text: string, id: string): NoteBlock | undefined {
  try {
    return findBlock(text, scanStructure(text), id);
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

/** The text before the item on its line: indentation and quote marks, with other items' markers as spaces. */
function marginOf(text: string, itemStart: number): string {
  const marker = skipBlanks(text, itemStart, text.length);
  let margin = '';
  for (let at = startOfLine(text, itemStart); at < marker; at += 1) {
    const code = text.charCodeAt(at);
    margin += code === GREATER_THAN || code === TAB ? text.charAt(at) : ' ';
  }
  return margin;
}

/** The margin of the text within an item: that of the item, with its marker as spaces. */
function contentMarginOf(text: string, { start, end }: NoteBlock): string {
  const marker = skipBlanks(text, start, end);
  const width = text.slice(marker, behindMarker(text, marker, end)).replace(/[^\t]/gu, () => ' ');
  return marginOf(text, start) + width;
}

/** Whether text begins with a list item, with or without the margin of a list. */
function isListText(given: string, margin: string): boolean {
  return scanStructure(withoutMargin(given, margin)).sections[0]?.type === 'list';
}

function withoutMargin(given: string, margin: string): string {
  return given.startsWith(margin) ? given.slice(margin.length) : given;
}

/** Adds the margin to each line, unless the first has it. */
function withMargin(lines: string, margin: string): string {
  if (margin === '' || lines.startsWith(margin)) return lines;
  const parts = lines.split('\n');
  return parts
    .map((line, index) => {
      if (index === parts.length - 1 && line === '') return line;
      return line.trim() === '' ? margin.trimEnd() + line : margin + line;
    })
    .join('\n');
}

/** How text replaces an item, with the margin of the list. Text that is no item keeps the marker and the task's box. */
function itemFrame(
  text: string,
  structure: NoteStructure,
  block: NoteBlock,
  given: string,
): { from: number; lines: string } {
  const margin = marginOf(text, block.start);
  const marker = skipBlanks(text, block.start, block.end);
  const own = withoutMargin(given, margin);
  if (isListText(given, margin)) return { from: marker, lines: withMarginBelow(own, margin) };
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

interface Insertion {
  /** The offset in the text before the insertion. */
  readonly at: number;
  readonly length: number;
  /** The block next to which the lines were put. */
  readonly block: Span;
  readonly mayGrow: boolean;
}

/** Whether every other block, item and id of a text is what it was before lines were inserted. */
function keepsOtherBlocks(before: ScannedText, after: ScannedText, insertion: Insertion): boolean {
  return (
    keepsSections(before, after, insertion) &&
    keepsItems(before, after, insertion) &&
    keepsIds(before.structure, after.structure, insertion)
  );
}

/** A list around the block, or a quote with one, may become longer, and a list may become two. */
function keepsSections(before: ScannedText, after: ScannedText, insertion: Insertion): boolean {
  const now = new Map(after.structure.sections.map(section => [section.start, section]));
  return before.structure.sections.every(section => {
    const { start, end, type } = section;
    const same = now.get(moved(start, insertion));
    if (same === undefined) return holds(section, insertion.block) && type === 'list';
    if (same.type !== type) return false;
    return holds(section, insertion.block)
      ? mayHoldMore(section, insertion.block) || insertion.mayGrow || same.end === movedEnd(end, insertion)
      : same.end === movedEnd(end, insertion);
  });
}

/** A list, or a quote around the block; a quote that is the block itself would swallow the lines. */
function mayHoldMore({ start, end, type }: Section, block: Span): boolean {
  if (type === 'list') return true;
  return (type === 'blockquote' || type === 'callout') && (start !== block.start || end !== block.end);
}

function keepsItems(before: ScannedText, after: ScannedText, insertion: Insertion): boolean {
  const now = new Map(after.structure.listItems.map(item => [item.start, item]));
  const own = before.structure.listItems.find(({ start }) => start === insertion.block.start);
  return before.structure.listItems.every(item => {
    const same = now.get(moved(item.start, insertion));
    if (same === undefined || (same.task === -1) !== (item.task === -1)) return false;
    const isParent = own !== undefined && lineOf(before.structure, item.start) === own.parent;
    return isParent || (item === own && insertion.mayGrow) || textOf(before, item) === textOf(after, same);
  });
}

function keepsIds(before: NoteStructure, after: NoteStructure, insertion: Insertion): boolean {
  const now = new Map(after.blockIds.map(id => [id.start, id]));
  return before.blockIds.every(id => {
    const same = now.get(moved(id.start, insertion));
    if (same === undefined || same.names !== id.names) return false;
    const kind = id.names === 'item' ? 'listItems' : 'sections';
    const old = before[kind][id.index];
    const fresh = after[kind][same.index];
    return old !== undefined && fresh !== undefined && fresh.start === moved(old.start, insertion);
  });
}

/** The text of an item without the blank line that a loose list ends it with, which has a mark in a quote. */
function textOf({ text }: ScannedText, { start, end }: ListItem): string {
  let last = end;
  while (last > start && (isBlankCode(text.charCodeAt(last - 1)) || text[last - 1] === '>')) last -= 1;
  return text.slice(start, last);
}

function holds(section: Span, block: Span): boolean {
  return section.start <= block.start && block.end <= section.end;
}

/** Lines that follow a block directly begin where it ends. */
function movedEnd(offset: number, { at, length }: Insertion): number {
  return offset > at ? offset + length : offset;
}

function moved(offset: number, { at, length }: Insertion): number {
  return offset >= at ? offset + length : offset;
}
