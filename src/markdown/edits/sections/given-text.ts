import { ToolFailure } from '../../../errors';
import { afterByteOrderMark } from '../../frontmatter/frontmatter';
import { lineStart } from '../../text/line-bounds';
import { withNewline, type Newline } from '../../text/line-endings';
import type { Splice } from '../../text/splices';

/** @throws ToolFailure `invalid_argument` for an unpaired surrogate */
export function requireWellFormed(text: string): void {
  if (text.isWellFormed()) return;
  throw new ToolFailure(
    'invalid_argument',
    'The text contains an unpaired surrogate, which no file can hold.',
  );
}

/** A caller's text with the line breaks of the note. @throws ToolFailure `invalid_argument` for an unpaired surrogate */
export function givenText(given: string, newline: Newline): string {
  requireWellFormed(given);
  return withNewline(given, newline);
}

/**
 * Replaces the lines from `from` to `to`, both line starts or the end of the text. A line break separates the
 * new lines from the text before and after, and a note that ended in a line break still does.
 */
export function linesSplice(text: string, from: number, to: number, lines: string, newline: Newline): Splice {
  if (lines === '') return { from, to, text: '' };
  const opensLine = from <= afterByteOrderMark(text) || text[from - 1] === '\n';
  const needsBreak = !lines.endsWith('\n') && (to < text.length || text.endsWith('\n'));
  return { from, to, text: (opensLine ? '' : newline) + lines + (needsBreak ? newline : '') };
}

/** The lines with an empty line below them. */
export function withGapBelow(lines: string, newline: Newline): string {
  return (lines.endsWith('\n') ? lines : lines + newline) + newline;
}

/** The start of the line of `offset`, after a byte order mark. */
export function startOfLine(text: string, offset: number): number {
  return Math.max(lineStart(text, offset), afterByteOrderMark(text));
}
