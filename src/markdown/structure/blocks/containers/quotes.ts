/** Quotes, and callouts, which are quotes that begin with `[!type]`. */
import { EXCLAMATION, GREATER_THAN, LEFT_BRACKET, RIGHT_BRACKET, SPACE } from '../../characters';
import type { Block, BlockRule, Container, Scan } from '../../scan';
import { interruptsQuote } from '../interruptions';
import { opensQuote } from '../openers';

export const quote: BlockRule = (scan, line, to, container) => {
  return opensQuote(scan, line) ? scanQuote(scan, line, to, container) : undefined;
};

function scanQuote(scan: Scan, line: number, to: number, container: Container): Block {
  const start = scan.lines.content(line);
  const next = takeMarks(scan, line, to);
  const type = isCallout(scan, line) ? 'callout' : 'blockquote';
  const blocks = scan.blocksInside(container, line, next);
  return { type, start, end: scan.lines.end(next - 1), next, id: idOfLast(scan, blocks) };
}

/**
 * Removes the `>` and one space from each line. Lines without a mark belong to the quote too, until a blank
 * one or one that starts another block.
 */
function takeMarks(scan: Scan, line: number, to: number): number {
  const { text, lines } = scan;
  for (; line < to; line++) {
    scan.counter.steps += 1;
    const at = lines.text(line);
    if (lines.isBlank(line)) break;
    if (text.charCodeAt(at) === GREATER_THAN) {
      const spaced = at + 1 < lines.end(line) && text.charCodeAt(at + 1) === SPACE;
      lines.take(line, spaced ? at + 2 : at + 1);
    } else if (interruptsQuote(scan, line, to)) break;
  }
  return line;
}

function isCallout(scan: Scan, line: number): boolean {
  if (scan.codeAt(line) !== LEFT_BRACKET || scan.codeAt(line, 1) !== EXCLAMATION) return false;
  const typeStart = scan.lines.text(line) + 2;
  let at = typeStart;
  while (at < scan.lines.end(line) && scan.text.charCodeAt(at) !== RIGHT_BRACKET) at++;
  return at > typeStart && at < scan.lines.end(line);
}

function idOfLast(scan: Scan, blocks: readonly Block[]): Block['id'] {
  return scan.rules.quoteTakesIdOfLastParagraph ? blocks.at(-1)?.id : undefined;
}
