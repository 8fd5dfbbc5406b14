/** Fenced and indented code: nothing inside is indexed. */
import { SPACE, runEnd, skipBlanks } from '../../characters';
import type { Block, BlockRule, Scan } from '../../scan';
import { fenceLength, opensIndentedCode } from '../openers';

export const indentedCode: BlockRule = (scan, line, to) => {
  if (!opensIndentedCode(scan, line)) return undefined;
  let last = line;
  for (let next = line + 1; next < to; next++) {
    if (opensIndentedCode(scan, next)) last = next;
    else if (!scan.lines.isBlank(next)) break;
  }
  return code(scan, line, last, last + 1);
};

export const fencedCode: BlockRule = (scan, line, to) => {
  const length = fenceLength(scan, line);
  if (length === 0) return undefined;
  const mark = scan.codeAt(line);
  for (let next = line + 1; next < to; next++) {
    if (closesFence(scan, next, mark, length)) return code(scan, line, next, next + 1);
  }
  const last = scan.rules.unclosedBlockEndsWithText ? scan.lines.lastWithText(line, to) : to - 1;
  return code(scan, line, last, to);
};

function code(scan: Scan, line: number, last: number, next: number): Block {
  const block: Block = {
    type: 'code',
    start: scan.lines.content(line),
    end: scan.lines.end(last),
    next,
  };
  scan.found.enclosures.push({ kind: 'code', start: block.start, end: block.end });
  return block;
}

/** At most three spaces, no tab, then at least as many marks as opened it, then nothing. */
function closesFence(scan: Scan, line: number, mark: number, length: number): boolean {
  if (scan.codeAt(line) !== mark) return false;
  const { text, lines } = scan;
  const start = lines.text(line);
  if (start - lines.content(line) > 3) return false;
  for (let at = lines.content(line); at < start; at++) if (text.charCodeAt(at) !== SPACE) return false;
  const end = runEnd(text, start, lines.end(line));
  return end - start >= length && skipBlanks(text, end, lines.end(line)) === lines.end(line);
}
