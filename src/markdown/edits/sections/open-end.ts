import { ToolFailure } from '../../../errors';
import { LineTable } from '../../text/positions';
import { BACKTICK, TILDE, runEnd, skipBlanks } from '../../structure/characters';
import type { NoteStructure, Section, SectionType } from '../../structure/note-structure';
import { contains } from '../../../utils/text/text-search';

/**
 * Refuses an edit at the end of a part whose last block is not closed: the text would become part of it, and
 * apparent headings after its opening are none.
 */
export function refuseOpenEnd(text: string, structure: NoteStructure, from: number, to: number): void {
  const last = structure.sections.at(-1);
  if (!last || last.start < from || last.start >= to || !isOpen(text, last)) return;
  const line = new LineTable(structure.lineStarts).lineOf(last.start) + 1;
  throw new ToolFailure(
    'invalid_argument',
    `The ${names[last.type] ?? 'block'} that begins on line ${line} is never closed, so text below it would become part of it.`,
    {
      hint: ['Close it with `edit_note` first, or write the text there with `edit_note`.', 'Close it first.'],
    },
  );
}

/** Kinds of blocks that can be left open, in words. */
const names: Partial<Record<SectionType, string>> = {
  code: 'code block',
  comment: 'comment',
  math: 'formula',
  html: 'comment',
};

export function isOpen(text: string, { type, start, end }: Section): boolean {
  const mark = skipBlanks(text, start, end);
  if (type === 'code') return isOpenFence(text, start, end);
  if (type === 'comment' || type === 'math') {
    return !contains(text.slice(mark + 2, end), text.slice(mark, mark + 2));
  }
  return type === 'html' && text.startsWith('<!--', mark) && !text.slice(mark, end).includes('-->');
}

/** Fenced code ends with its first closing line, so only the last line can be one. */
function isOpenFence(text: string, start: number, end: number): boolean {
  const fence = skipBlanks(text, start, end);
  const mark = text.charCodeAt(fence);
  if (fence - start > 3 || (mark !== BACKTICK && mark !== TILDE)) return false;
  const length = runEnd(text, fence, end) - fence;
  const lastLine = text.lastIndexOf('\n', end - 1) + 1;
  const closing = skipBlanks(text, lastLine, end);
  if (lastLine <= fence || closing - lastLine > 3 || text.charCodeAt(closing) !== mark) return true;
  const closingEnd = runEnd(text, closing, end);
  return closingEnd - closing < length || skipBlanks(text, closingEnd, end) < end;
}
