import { ASTERISK, EQUALS, isWhitespace, isWordCode, TILDE, UNDERSCORE } from '../characters';
import type { InlineScan } from './inline-scan';

/**
 * The end of the emphasis, strike-through or highlight that opens directly before `at`; -1 if there is none.
 * The mark must be before text and not after a letter or digit, and the next equal mark must be after text.
 */
export function emphasisEnd(inline: InlineScan, at: number): number {
  const { text, tokenEnd } = inline;
  const mark = text.charCodeAt(at - 1);
  const onlyPaired = mark === EQUALS || mark === TILDE;
  if (!onlyPaired && mark !== ASTERISK && mark !== UNDERSCORE) return -1;
  const paired = at - 2 >= tokenEnd && text.charCodeAt(at - 2) === mark;
  if (onlyPaired && !paired) return -1;
  const start = paired ? at - 2 : at - 1;
  if (start > tokenEnd && isWordCode(text.charCodeAt(start - 1))) return -1;
  const closer = inline.find(text.slice(start, at), at + 1);
  return closer !== -1 && !isWhitespace(text.charCodeAt(closer - 1)) ? closer : -1;
}
