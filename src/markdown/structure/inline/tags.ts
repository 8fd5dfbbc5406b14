import { isWhitespace, tagEnd } from '../characters';
import { emphasisEnd } from './emphasis';
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
