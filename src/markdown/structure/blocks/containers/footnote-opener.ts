import { COLON, LEFT_BRACKET } from '../../characters';
import { footnoteLabelEnd } from '../../footnote-label';
import type { Scan } from '../../scan';

/** Whether the line begins with `[^label]:`. */
export function opensFootnote(scan: Scan, line: number): boolean {
  if (scan.codeAt(line) !== LEFT_BRACKET) return false;
  const to = scan.lines.end(line);
  const labelEnd = footnoteLabelEnd(scan.text, scan.lines.text(line), to);
  return labelEnd !== -1 && labelEnd + 1 < to && scan.text.charCodeAt(labelEnd + 1) === COLON;
}
