/** Blocks between two equal marks: `%%` comments and `$$` formulas. */
import { skipBlanks } from '../characters';
import { scanLinesInline } from '../inline/leaf-scan';
import type { Occurrences } from '../occurrences';
import type { Block, BlockRule, Scan } from '../scan';
import { MARK_LENGTH, opensComment, opensMath } from './openers';

interface Extent {
  /** The last line of the block. */
  readonly line: number;
  readonly end: number;
}

/** Recorded: its links and tags count, its headings and list items do not. */
export const comment: BlockRule = (scan, line, to) => {
  if (!opensComment(scan, line, to)) return undefined;
  const start = scan.lines.content(line);
  const extent = findExtent(scan, line, to, scan.commentMarks);
  scan.found.enclosures.push({ kind: 'comment', start: scan.lines.text(line), end: extent.end });
  scan.lines.take(line, scan.lines.text(line) + MARK_LENGTH);
  scanLinesInline(scan, line, extent.line, extent.end);
  return block('comment', start, extent);
};

export const math: BlockRule = (scan, line, to) => {
  if (!opensMath(scan, line, to)) return undefined;
  const extent = findExtent(scan, line, to, scan.mathMarks);
  scan.found.enclosures.push({ kind: 'math', start: scan.lines.text(line), end: extent.end });
  return block('math', scan.lines.content(line), extent);
};

function block(type: 'comment' | 'math', start: number, extent: Extent): Block {
  return { type, start, end: extent.end, next: extent.line + 1 };
}

function findExtent(scan: Scan, line: number, to: number, marks: Occurrences): Extent {
  const { lines, text } = scan;
  const close = marks.next(lines.text(line) + MARK_LENGTH);
  if (close === -1 || close >= lines.end(to - 1)) {
    const last = lines.lastWithText(line, to);
    return { line: last, end: lines.end(last) };
  }
  const last = lines.lineOf(close, line);
  const end = close + MARK_LENGTH;
  const textBehind = skipBlanks(text, end, lines.end(last)) < lines.end(last);
  return { line: last, end: textBehind ? lines.end(last) : end };
}
