/** Footnote definitions: `[^label]: text`, with the indented lines that follow. */
import { footnoteLabelEnd } from '../../footnote-label';
import type { Block, BlockRule, Container, Scan } from '../../scan';
import { opensFootnote } from './footnote-opener';
import { interruptsParagraph } from '../interruptions';

const CONTINUATION_COLUMNS = 4;

export const footnote: BlockRule = (scan, line, to, container) => {
  return opensFootnote(scan, line) ? scanFootnote(scan, line, to, container) : undefined;
};

function scanFootnote(scan: Scan, line: number, to: number, container: Container): Block {
  const { lines } = scan;
  const start = lines.content(line);
  const mark = lines.text(line);
  const labelEnd = footnoteLabelEnd(scan.text, mark, lines.end(line));
  const last = lastLine(scan, line, to);
  const end = lines.end(last);
  scan.found.footnotes.push({ start, end, labelStart: mark + 2, labelEnd });
  lines.take(line, labelEnd + 2);
  for (let next = line + 1; next <= last; next++) lines.takeColumns(next, CONTINUATION_COLUMNS);
  scan.blocksInside(container, line, last + 1);
  return { type: 'footnoteDefinition', start, end, next: last + 1 };
}

/** Text goes on without indentation until a blank line or another block; behind a blank line it is indented. */
function lastLine(scan: Scan, line: number, to: number): number {
  const { lines } = scan;
  let last = line;
  for (let next = line + 1; next < to; next++) {
    scan.counter.steps += 1;
    if (lines.isBlank(next)) continue;
    const continues =
      lines.columns(next) >= CONTINUATION_COLUMNS ||
      (last === next - 1 && !interruptsParagraph(scan, next, to));
    if (!continues) break;
    last = next;
  }
  return last;
}
