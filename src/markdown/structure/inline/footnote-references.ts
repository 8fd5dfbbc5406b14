import { footnoteLabelEnd } from '../footnote-label';
import type { InlineRule } from './inline-scan';

/** `[^label]`, whether or not the note defines the label. */
export const footnoteReference: InlineRule = (inline, at) => {
  const { text, to, leaf, scan } = inline;
  const labelEnd = footnoteLabelEnd(text, at, to);
  if (labelEnd === -1) return -1;
  scan.found.footnoteReferences.push({
    start: leaf.origin(at),
    end: leaf.origin(labelEnd + 1),
    labelStart: leaf.origin(at + 2),
    labelEnd: leaf.origin(labelEnd),
  });
  return labelEnd + 1;
};
