/** Tables: a row, a row of dashes, and every following line with a pipe. */
import { BACKSLASH, COLON, DASH, PIPE, isWhitespace } from '../../characters';
import { scanTableCell } from '../../inline/leaf-scan';
import type { Block, BlockRule, Scan } from '../../scan';

export const table: BlockRule = (scan, line, to) => {
  if (line + 1 >= to || !isAlignmentRow(scan, line + 1) || !hasPipe(scan, line)) return undefined;
  return scanTable(scan, line, to);
};

function scanTable(scan: Scan, line: number, to: number): Block {
  let next = line;
  do {
    if (next !== line + 1) scanRow(scan, next);
    next++;
  } while (next < line + 2 || (next < to && hasPipe(scan, next)));
  return { type: 'table', start: scan.lines.content(line), end: scan.lines.end(next - 1), next };
}

/** A pipe as the very first character does not make a row. */
function hasPipe(scan: Scan, line: number): boolean {
  const from = scan.lines.content(line) + 1;
  for (let at = from; at < scan.lines.end(line); at++) if (scan.text.charCodeAt(at) === PIPE) return true;
  return false;
}

/** Pipes, dashes, colons and white space only, with at least one column and no empty one between two pipes. */
function isAlignmentRow(scan: Scan, line: number): boolean {
  let columns = 0;
  let inColumn = false;
  let pipes = 0;
  for (let at = scan.lines.content(line); at < scan.lines.end(line); at++) {
    const code = scan.text.charCodeAt(at);
    if (code === PIPE) {
      if (!inColumn && pipes > 0) return false;
      pipes++;
      inColumn = false;
    } else if (code === DASH || code === COLON) {
      if (!inColumn) columns++;
      inColumn = true;
    } else if (!isWhitespace(code)) return false;
  }
  return columns > 0 && hasPipe(scan, line);
}

function scanRow(scan: Scan, line: number): void {
  const end = scan.lines.end(line);
  let cell = scan.lines.text(line);
  for (let at = cell; at < end; at++) {
    const code = scan.text.charCodeAt(at);
    if (code === BACKSLASH) at++;
    else if (code === PIPE) {
      scanTableCell(scan, cell, at);
      cell = at + 1;
    }
  }
  scanTableCell(scan, cell, end);
}
