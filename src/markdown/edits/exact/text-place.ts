import { afterByteOrderMark, findBody } from '../../frontmatter/frontmatter';
import { detectNewline, type Newline } from '../../text/line-endings';
import { spliced } from '../../text/splices';
import { MAX_PARSED_LENGTH } from '../../structure/limits';
import { scanStructure } from '../../structure/scan-structure';
import { givenText, linesSplice, withGapBelow } from '../sections/given-text';
import { refuseOpenEnd } from '../sections/open-end';
import { needsGapAbove, needsGapBelow } from '../sections/own-block';

/**
 * Adds text to a whole note: at its end, or below the frontmatter. Adds one line break if there is none
 * between old and new, an empty line if one would join the other, and a note that ended in a line break still does.
 * @throws ToolFailure `invalid_argument` if a block at the end is left open, or the text leaves one open above others
 */
export function placeText(text: string, mode: 'append' | 'prepend', content: string): string {
  const newline = detectNewline(text);
  const given = givenText(content, newline);
  const at = mode === 'append' ? text.length : findBody(text);
  // An empty note has no line to separate from the new text.
  if (text.length === afterByteOrderMark(text)) return spliced(text, [{ from: at, to: at, text: given }]);
  const lines = text.length > MAX_PARSED_LENGTH ? given : parted(text, mode, at, given, newline);
  return spliced(text, [linesSplice(text, at, at, lines, newline)]);
}

/** The lines with an empty line where they meet the text. */
function parted(
  text: string,
  mode: 'append' | 'prepend',
  at: number,
  given: string,
  newline: Newline,
): string {
  if (given.trim() === '') return given;
  const structure = scanStructure(text);
  if (mode === 'append') {
    refuseOpenEnd(text, structure, 0, text.length);
    return needsGapAbove(text, structure, at, given) ? newline + given : given;
  }
  if (!needsGapBelow(text, structure, at, given)) return given;
  return withGapBelow(given, newline);
}
