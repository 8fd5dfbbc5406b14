/**
 * What ends a paragraph, a list or a quote that continues over lines without marks. The three lists differ,
 * as in the legacy `remark-parse`.
 */
import { isLetter } from '../characters';
import type { Scan } from '../scan';
import { opensFootnote } from './containers/footnote-opener';
import { opensHtmlInParagraph } from './leaves/html-opener';
import {
  fenceLength,
  hashLevel,
  isThematicBreak,
  opensComment,
  opensIndentedCode,
  opensListInParagraph,
  opensMath,
  opensQuote,
  underlineBelow,
} from './openers';

export function interruptsParagraph(scan: Scan, line: number, to: number): boolean {
  // Nothing of this begins with a letter, as most lines do.
  if (isLetter(scan.codeAt(line))) return false;
  return (
    isThematicBreak(scan, line) ||
    opensListInParagraph(scan, line) ||
    hashLevel(scan, line) > 0 ||
    fenceLength(scan, line) > 0 ||
    opensQuote(scan, line) ||
    opensHtmlInParagraph(scan, line) ||
    opensComment(scan, line, to) ||
    opensMath(scan, line, to) ||
    opensFootnote(scan, line)
  );
}

export function interruptsList(scan: Scan, line: number, to: number): boolean {
  return (
    hashLevel(scan, line) > 0 ||
    fenceLength(scan, line) > 0 ||
    isThematicBreak(scan, line) ||
    opensComment(scan, line, to) ||
    opensMath(scan, line, to)
  );
}

export function interruptsQuote(scan: Scan, line: number, to: number): boolean {
  return (
    opensIndentedCode(scan, line) ||
    fenceLength(scan, line) > 0 ||
    hashLevel(scan, line) > 0 ||
    underlineBelow(scan, line, to) !== undefined ||
    isThematicBreak(scan, line) ||
    opensHtmlInParagraph(scan, line) ||
    opensListInParagraph(scan, line) ||
    opensComment(scan, line, to) ||
    opensMath(scan, line, to)
  );
}
