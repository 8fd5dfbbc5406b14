import { ASTERISK, EQUALS, isWhitespace, isWordCode, tagEnd, TILDE, UNDERSCORE } from '../characters';
import type { InlineRule, InlineScan } from './inline-scan';

/** `#name`, which ends at the first character that a name cannot contain. */
export const tag: InlineRule = (inline, at) => {
  const { text, leaf, scan } = inline;
  const limit = limitOfTag(inline, at);
  const end = limit === -1 ? -1 : tagEnd(text, at, limit);
  if (end === -1) return -1;
  scan.counter.steps += end - at;
  scan.found.tags.push({ start: leaf.origin(at), end: leaf.origin(end) });
  return end;
};

/**
 * The furthest end of a tag at `at`, -1 if none may begin there. It may at the start of a line, after white
 * space, and directly after another construct: recorded, `\[#tag` contains a tag.
 */
function limitOfTag(inline: InlineScan, at: number): number {
  if (at === inline.tokenEnd || isWhitespace(inline.text.charCodeAt(at - 1))) return inline.to;
  return inline.scan.rules.tagsBeginBehindEmphasis ? emphasisEnd(inline, at) : -1;
}

/**
 * The end of the emphasis, strike-through or highlight that opens directly before `at`; -1 if there is none.
 * The mark must be before text and not after a letter or digit, and the next equal mark must be after text.
 */
function emphasisEnd(inline: InlineScan, at: number): number {
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
