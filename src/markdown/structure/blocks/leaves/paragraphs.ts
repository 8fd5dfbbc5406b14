/** Paragraphs, and the block id at the end of one. */
import { CARET, isNameCode, isWhitespace, trimEnd } from '../../characters';
import { scanLinesInline } from '../../inline/leaf-scan';
import type { Block, Container, Scan, TrailingId } from '../../scan';
import { interruptsParagraph } from '../interruptions';

const CODE_COLUMNS = 4;

/** Any lines that match no other rule. */
export function paragraph(scan: Scan, line: number, to: number, container: Container): Block {
  let next = line + 1;
  while (next < to && continues(scan, next, to, container)) next++;
  scan.counter.steps += next - line;
  return textBlock(scan, line, next - 1);
}

function continues(scan: Scan, line: number, to: number, container: Container): boolean {
  if (scan.lines.isBlank(line)) return !scan.rules.lineOfTabsEndsParagraph && holdsTab(scan, line);
  if (scan.isTooDeep(container) || scan.lines.columns(line) >= CODE_COLUMNS) return true;
  return !interruptsParagraph(scan, line, to);
}

function holdsTab({ text, lines }: Scan, line: number): boolean {
  return text.slice(lines.content(line), lines.end(line)).includes('\t');
}

function textBlock(scan: Scan, line: number, last: number): Block {
  const start = scan.lines.content(line);
  const end = scan.lines.end(last);
  const id = trailingId(scan, line, last);
  scanLinesInline(scan, line, last, end);
  return { type: 'paragraph', start, end, next: last + 1, id };
}

/** `^id` after white space, or at the start of the line, at the very end. */
function trailingId(scan: Scan, line: number, last: number): TrailingId | undefined {
  const { text, lines } = scan;
  const lineStart = lines.text(last);
  const end = trimEnd(text, lineStart, lines.end(last));
  let at = end;
  while (at > lineStart && isNameCode(text.charCodeAt(at - 1))) at--;
  const start = at - 1;
  if (at === end || start < lineStart || text.charCodeAt(start) !== CARET) return undefined;
  const opensLine = start === lineStart;
  if (!opensLine && !isWhitespace(text.charCodeAt(start - 1))) return undefined;
  return { start, end, alone: opensLine && line === last };
}
