/** The text of a whole note as it is to be written. */
import { ToolFailure } from '../../../errors';
import { afterByteOrderMark } from '../../../markdown/frontmatter/frontmatter';
import { editFrontmatter } from '../../../markdown/frontmatter-edit';
import { detectNewline, withNewline } from '../../../markdown/text/line-endings';
import type { Steps } from '../../../utils/slicing/steps';
import { portionsOf } from '../../../utils/text/text-portions';
import { encodedLength } from '../pipeline/text-bytes';

/** Line breaks that are looked at without a pause. */
const breaksAtOnce = 4096;

export const maxNoteBytes = 20 * 1024 * 1024;

/** A new note's text; the properties are laid over those that the text brings. */
export function* newNote(
  content: string,
  frontmatter: Readonly<Record<string, unknown>> | undefined,
): Steps<string> {
  if (frontmatter === undefined) return content;
  const sets = Object.entries(frontmatter).map(([key, value]) => ({ kind: 'set', key, value }) as const);
  return yield* editFrontmatter(content, sets);
}

/**
 * Text in place of all that was there, with the line endings and the byte order mark of the file. Where the file
 * mixes endings, text that brings both is what a reader gave back: it stays as it is.
 */
export function* overwritten(before: string, content: string): Steps<string> {
  const mark = before.slice(0, afterByteOrderMark(before));
  const own = content.slice(mark === '' ? 0 : afterByteOrderMark(content));
  const keeps = own.includes('\r\n') && (yield* isMixed(before));
  const body = keeps ? own : yield* withNewline(own, yield* detectNewline(before));
  // A file without any break has no style to follow.
  return mark + (before.includes('\n') ? body : own);
}

function* isMixed(text: string): Steps<boolean> {
  let crlf = false;
  let lf = false;
  let looked = 0;
  for (let at = text.indexOf('\n'); at >= 0 && !(crlf && lf); at = text.indexOf('\n', at + 1)) {
    looked += 1;
    if (looked % breaksAtOnce === 0) yield;
    if (text[at - 1] === '\r') crlf = true;
    else lf = true;
  }
  return crlf && lf;
}

/** @throws ToolFailure `too_large`, `invalid_argument` for what no file in UTF-8 can hold */
export function* storable(text: string): Steps<string> {
  for (const portion of portionsOf(text)) {
    if (!portion.isWellFormed())
      throw new ToolFailure(
        'invalid_argument',
        'The text has half of a surrogate pair, which no file can hold.',
      );
    yield;
  }
  const isLarge = text.length * 3 > maxNoteBytes && (yield* encodedLength(text)) > maxNoteBytes;
  if (isLarge) throw new ToolFailure('too_large', 'The note would be larger than 20 MB.');
  return text;
}
