import type { Steps } from '../../../utils/slicing/steps';
import { afterByteOrderMark, findBody } from '../../frontmatter/frontmatter';
import { detectNewline } from '../../text/line-endings';
import { spliced } from '../../text/splices';
import { givenText, linesSplice } from '../sections/given-text';

/**
 * Adds text to a whole note: at its end, or below the frontmatter. Adds one line break if there is none
 * between old and new, and a note that ended in a line break still does.
 */
export function* placeText(text: string, mode: 'append' | 'prepend', content: string): Steps<string> {
  const newline = yield* detectNewline(text);
  const given = yield* givenText(content, newline);
  const at = mode === 'append' ? text.length : yield* findBody(text);
  // An empty note has no line to separate from the new text.
  if (text.length === afterByteOrderMark(text))
    return yield* spliced(text, [{ from: at, to: at, text: given }]);
  return yield* spliced(text, [linesSplice(text, at, at, given, newline)]);
}
