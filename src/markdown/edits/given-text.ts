import { ToolFailure } from '../../errors';
import { afterByteOrderMark } from '../frontmatter';
import { spliced, type Splice } from '../frontmatter-edit/source';
import { withNewline, type Newline } from '../line-endings';

export type { Splice } from '../frontmatter-edit/source';

/** A note's text after an edit, and what was done to the text before: offsets are those of the old text. */
export interface EditedText {
  readonly text: string;
  readonly splices: readonly Splice[];
}

/** Applies splices that do not overlap. */
export function edited(text: string, splices: readonly Splice[]): EditedText {
  return { text: spliced(text, splices), splices };
}

/** A caller's text with the line breaks of the note. @throws ToolFailure `invalid_argument` for half a character */
export function givenText(given: string, newline: Newline): string {
  if (!given.isWellFormed()) {
    throw new ToolFailure(
      'invalid_argument',
      'The text holds half of a surrogate pair, which no file can hold.',
    );
  }
  return withNewline(given, newline);
}

/**
 * Puts lines in the place of `from` to `to`, which both stand at line starts or at the end of the text: what is
 * put in is parted from what stands before and behind by a line break, and a note that ended in one still does.
 */
export function linesSplice(text: string, from: number, to: number, lines: string, newline: Newline): Splice {
  if (lines === '') return { from, to, text: '' };
  const opensLine = from <= afterByteOrderMark(text) || text[from - 1] === '\n';
  const needsBreak = !lines.endsWith('\n') && (to < text.length || text.endsWith('\n'));
  return { from, to, text: (opensLine ? '' : newline) + lines + (needsBreak ? newline : '') };
}
