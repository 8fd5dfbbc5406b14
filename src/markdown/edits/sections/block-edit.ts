import { ToolFailure } from '../../../errors';
import { findBody } from '../../frontmatter/frontmatter';
import { afterLine } from '../../text/line-bounds';
import { detectNewline, type Newline } from '../../text/line-endings';
import type { NoteStructure } from '../../structure/note-structure';
import { scanStructure } from '../../structure/scan-structure';
import { findBlock, type NoteBlock, withoutCaret } from '../../targets/block-target';
import { linesWithText } from './blank-lines';
import { spliced, type Splice } from '../../text/splices';
import { givenText, linesSplice, startOfLine } from './given-text';
import { contentMarginOf, isListText, itemFrame, marginOf, withMargin } from './item-margin';
import { keepsOtherBlocks } from './kept-blocks';
import { refuseOpenEnd } from './open-end';
import type { TargetEdit } from './target-edit';

/**
 * Inserts text before or after a block, or replaces it; the block keeps its id, and every other block stays what it is.
 * Behind a list item means behind the items nested in it: items become its siblings, other text becomes part of it. Rows
 * go into a table. An empty line separates what would otherwise join. A missing block is created at the end of the note.
 *
 * @param structure that of exactly this text.
 * @param edit with the block's id as its target, with or without its caret
 * @throws ToolFailure as `findBlock` does; `invalid_argument` for text after which the block would not be there.
 */
export function editBlock(text: string, structure: NoteStructure, edit: TargetEdit): string {
  const newline = detectNewline(text);
  const given = givenText(edit.content, newline);
  const id = withoutCaret(edit.target);
  if (edit.createTargetIfMissing === true && !hasBlock(text, structure, id)) {
    return createdBlock(text, structure, id, given, newline);
  }
  const block = findBlock(text, structure, id);
  if (given === '' && edit.operation !== 'replace') return text;
  return edit.operation === 'replace'
    ? replaced(text, structure, block, given, newline)
    : placed(text, structure, block, { operation: edit.operation, given, newline });
}

/** The first way in which the block, and every other one, stays what it is. */
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
  throw new ToolFailure('invalid_argument', 'This text would change the block beside it.', {
    hint: ['Close what the text opens, or edit the lines with `edit_note`.', 'Close what the text opens.'],
  });
}

/** Lines at a place, from the closest way to put them there to the one that is most apart. */
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
  return ways.map(lines => ({ at, lines }));
}

/** Text beside an item becomes part of it, unless it is an item too; rows go into a table, above an id below it. */
function below(text: string, block: NoteBlock, given: string, newline: Newline): Way[] {
  const at = afterLine(text, block.wholeEnd);
  if (block.type === 'item') {
    const own = marginOf(text, block.start);
    const isItem = isListText(given, own);
    const margin = isItem ? own : contentMarginOf(text, block);
    const lines = withMargin(given, margin);
    return [lines, margin.trimEnd() + newline + lines].map(way => ({ at, lines: way, mayGrow: !isItem }));
  }
  const isRows =
    block.type === 'table' &&
    given
      .trim()
      .split('\n')
      .every(line => line.includes('|'));
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
      hint: ['Delete the block with `edit_note`.', 'Give the text that it should have.'],
    });
  }
  const frame =
    block.type === 'item' ? itemFrame(text, structure, block, own) : { from: block.start, lines: own };
  const isBelow = block.idSpan.start >= block.end;
  const id = text.slice(block.idSpan.start, block.idSpan.end);
  const endings = isBelow ? ['', newline] : [` ${id}`, `${newline}${newline}${id}`];
  for (const ending of endings) {
    const result = spliced(text, [{ from: frame.from, to: block.end, text: frame.lines + ending }]);
    const now = blockIn(result, block.id);
    const idFrom = block.idSpan.start + (isBelow ? result.length - text.length : 0);
    const idAt = isBelow ? idFrom : frame.from + frame.lines.length + ending.length - id.length;
    if (now?.idSpan.start === idAt && now.start >= block.start) return result;
  }
  throw new ToolFailure('invalid_argument', 'With this text the block would lose its id.', {
    hint: ['Close what the text opens, or edit the lines with `edit_note`.', 'Close what the text opens.'],
  });
}

/** A block that was read with its id may be written back with it. */
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
  const core = linesWithText(text, findBody(text), text.length);
  const gap = core.end > core.start ? newline : '';
  for (const between of [' ', newline + newline]) {
    const lines = `${gap}${own}${between}^${id}`;
    const splice: Splice = linesSplice(text, core.end, core.end, lines, newline);
    const result = spliced(text, [splice]);
    const now = own.trim() === '' ? undefined : blockIn(result, id);
    if (now && now.start >= core.end) return result;
  }
  throw new ToolFailure('invalid_argument', 'A block with this text and id cannot be added at the end.', {
    hint: 'An id has letters, digits and dashes only, and the text must not be empty.',
  });
}

function hasBlock(text: string, structure: NoteStructure, id: string): boolean {
  const wanted = id.toLowerCase();
  return structure.blockIds.some(({ start, end }) => text.slice(start + 1, end).toLowerCase() === wanted);
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
