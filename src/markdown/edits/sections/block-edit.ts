import { ToolFailure } from '../../../errors';
import type { Steps } from '../../../utils/slicing/steps';
import { findBody } from '../../frontmatter/frontmatter';
import { detectNewline, type Newline } from '../../text/line-endings';
import type { NoteStructure } from '../../structure/note-structure';
import { scanning } from '../../structure/scan-structure';
import { findBlock, type NoteBlock } from '../../targets/block-target';
import { withoutCaret } from '../../targets/block-target';
import { linesWithText } from './blank-lines';
import { spliced, type Splice } from '../../text/splices';
import { givenText, linesSplice } from './given-text';
import { itemFrame, marginOf, startOfLine, withMargin } from './item-margin';
import { refuseOpenEnd } from './open-end';
import type { TargetEdit } from './target-edit';

/**
 * Inserts text before or after a block, or replaces it; the block keeps its id. Behind a list item means behind the
 * items nested in it, and text beside an item gets the item's margin unless it brings one. An empty line separates
 * text that would otherwise become part of the block. A missing block is created at the end of the note.
 *
 * @param structure that of exactly this text.
 * @param edit with the block's id as its target, with or without its caret
 * @throws ToolFailure as `findBlock` does; `invalid_argument` for text after which the block would not be there.
 */
export function* editBlock(text: string, structure: NoteStructure, edit: TargetEdit): Steps<string> {
  const newline = yield* detectNewline(text);
  const given = yield* givenText(edit.content, newline);
  const id = withoutCaret(edit.target);
  if (edit.createTargetIfMissing === true && !hasBlock(text, structure, id)) {
    return yield* createdBlock(text, structure, id, given, newline);
  }
  const block = yield* findBlock(text, structure, id);
  if (given === '' && edit.operation !== 'replace') return text;
  return edit.operation === 'replace'
    ? yield* replaced(text, structure, block, given, newline)
    : yield* placed(text, block, edit.operation, given, newline);
}

/** First with a line break only, then with an empty line between. */
function* placed(
  text: string,
  block: NoteBlock,
  operation: 'append' | 'prepend',
  given: string,
  newline: Newline,
): Steps<string> {
  const lines = block.type === 'item' ? withMargin(given, marginOf(text, block.start)) : given;
  const before = operation === 'prepend';
  const at = before ? startOfLine(text, block.start) : afterBreak(text, block.wholeEnd);
  const close = linesSplice(text, at, at, lines, newline);
  const apart = before
    ? { ...close, text: close.text + newline }
    : linesSplice(text, at, at, newline + lines, newline);
  for (const splice of [close, apart]) {
    const result = yield* spliced(text, [splice]);
    const now = yield* blockIn(result, block.id);
    const shift = before ? splice.text.length : 0;
    if (now?.start === block.start + shift && now.end === block.end + shift && now.type === block.type) {
      return result;
    }
  }
  throw new ToolFailure('invalid_argument', 'Beside this text the block would become another one.', {
    hint: 'Close what the text opens, or edit the lines with `edit_note`.',
  });
}

function* replaced(
  text: string,
  structure: NoteStructure,
  block: NoteBlock,
  given: string,
  newline: Newline,
): Steps<string> {
  const own = withoutId(given.trimEnd(), block.id);
  if (own.trim() === '') {
    throw new ToolFailure('invalid_argument', 'A block with an id cannot be empty.', {
      hint: 'Delete the block with `edit_note`.',
    });
  }
  const frame =
    block.type === 'item' ? itemFrame(text, structure, block, own) : { from: block.start, lines: own };
  const isBelow = block.idSpan.start >= block.end;
  const id = text.slice(block.idSpan.start, block.idSpan.end);
  const endings = isBelow ? ['', newline] : [` ${id}`, `${newline}${newline}${id}`];
  for (const ending of endings) {
    const result = yield* spliced(text, [{ from: frame.from, to: block.end, text: frame.lines + ending }]);
    const now = yield* blockIn(result, block.id);
    const idFrom = block.idSpan.start + (isBelow ? result.length - text.length : 0);
    const idAt = isBelow ? idFrom : frame.from + frame.lines.length + ending.length - id.length;
    if (now?.idSpan.start === idAt && now.start >= block.start) return result;
  }
  throw new ToolFailure('invalid_argument', 'With this text, the block would lose its id.', {
    hint: 'Close what the text opens, or edit the lines with `edit_note`.',
  });
}

/** A block that was read with its id may be written back with it. */
function withoutId(own: string, id: string): string {
  const cut = own.length - id.length - 1;
  if (cut < 0 || own.slice(cut).toLowerCase() !== `^${id.toLowerCase()}`) return own;
  return cut === 0 || own.slice(cut - 1, cut).trim() === '' ? own.slice(0, cut).trimEnd() : own;
}

function* createdBlock(
  text: string,
  structure: NoteStructure,
  id: string,
  given: string,
  newline: Newline,
): Steps<string> {
  refuseOpenEnd(text, structure, 0, text.length);
  const own = withoutId(given.trimEnd(), id);
  const core = yield* linesWithText(text, yield* findBody(text), text.length);
  const gap = core.end > core.start ? newline : '';
  for (const between of [' ', newline + newline]) {
    const lines = `${gap}${own}${between}^${id}`;
    const splice: Splice = linesSplice(text, core.end, core.end, lines, newline);
    const result = yield* spliced(text, [splice]);
    const now = own.trim() === '' ? undefined : yield* blockIn(result, id);
    if (now && now.start >= core.end) return result;
  }
  throw new ToolFailure('invalid_argument', 'No block with this text and id can be made at the end.', {
    hint: 'An id has letters, digits and dashes only, and the text must not be empty.',
  });
}

function hasBlock(text: string, structure: NoteStructure, id: string): boolean {
  const wanted = id.toLowerCase();
  return structure.blockIds.some(({ start, end }) => text.slice(start + 1, end).toLowerCase() === wanted);
}

/** The block of an edited text; undefined if it is missing or duplicated. */
function* blockIn(text: string, id: string): Steps<NoteBlock | undefined> {
  try {
    return yield* findBlock(text, yield* scanning(text), id);
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

function afterBreak(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed === -1 ? text.length : feed + 1;
}
