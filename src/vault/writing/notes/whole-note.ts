/** Builds the text of a whole note before it is written. */
import { ToolFailure } from '../../../errors';
import { requireWellFormed } from '../../../markdown/edits/sections/given-text';
import { afterByteOrderMark } from '../../../markdown/frontmatter/frontmatter';
import { editFrontmatter } from '../../../markdown/frontmatter-edit';
import { MAX_PARSED_LENGTH } from '../../../markdown/structure/limits';
import { detectNewline, lineBreaks, withNewline } from '../../../markdown/text/lines';
import { utf8Length } from '../../../platform';

const maxNoteBytes = 20 * 1024 * 1024;

/** A new note's text; `properties` override those in the text. */
export function newNote(content: string, properties: Readonly<Record<string, unknown>> | undefined): string {
  if (properties === undefined) return content;
  const sets = Object.entries(properties).map(([key, value]) => ({ kind: 'set', key, value }) as const);
  return editFrontmatter(content, sets);
}

/**
 * Replaces the whole text, with the line endings and the byte order mark of the file. If the file mixes line
 * endings and so does the text, a reader returned it that way: it stays unchanged.
 */
export function overwritten(before: string, content: string): string {
  const mark = before.slice(0, afterByteOrderMark(before));
  const own = content.slice(mark === '' ? 0 : afterByteOrderMark(content));
  const { lf, crlf } = lineBreaks(before);
  const hasStyle = lf + crlf > 0;
  const isMixed = lf > 0 && crlf > 0;
  if (!hasStyle || (isMixed && own.includes('\r\n'))) return mark + own;
  return mark + withNewline(own, detectNewline(before));
}

/**
 * @param before the note's text so far; one that is too long to be parsed may grow
 * @throws ToolFailure `too_large`, `invalid_argument` for a text that UTF-8 cannot encode
 */
export function storable(text: string, before = ''): string {
  requireWellFormed(text);
  if (text.length > MAX_PARSED_LENGTH && before.length <= MAX_PARSED_LENGTH)
    throw new ToolFailure('too_large', 'The note would have more than 2 MB of text.', {
      hint: 'Move part of it into another note.',
    });
  if (utf8Length(text) > maxNoteBytes)
    throw new ToolFailure('too_large', 'The note would be larger than 20 MB.');
  return text;
}
