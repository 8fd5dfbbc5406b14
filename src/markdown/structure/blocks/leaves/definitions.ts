/** Reference definitions: `[label]: target "title"`, which other text can refer to as `[text][label]`. */
import {
  APOSTROPHE,
  BACKSLASH,
  CARET,
  COLON,
  DOUBLE_QUOTE,
  GREATER_THAN,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  LESS_THAN,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
  isWhitespace,
  skipBlanks,
} from '../../characters';
import type { Span } from '../../note-structure';
import type { BlockRule, Scan } from '../../scan';

export const definition: BlockRule = (scan, line, to) => {
  if (!scan.rules.definitionsAreBlocks) return undefined;
  if (scan.codeAt(line) !== LEFT_BRACKET || scan.codeAt(line, 1) === CARET) return undefined;
  const { text, lines } = scan;
  const labelStart = lines.text(line) + 1;
  const labelEnd = findLabelEnd(text, labelStart, lines.end(line));
  if (labelEnd === -1) return undefined;
  const target = findTarget(scan, line, labelEnd + 2, to);
  if (!target) return undefined;
  const last = lastLine(scan, target, to);
  if (last === undefined) return undefined;
  const start = lines.content(line);
  const end = lines.end(last);
  const { start: targetStart, end: targetEnd } = target;
  scan.found.definitions.push({ start, end, labelStart, labelEnd, targetStart, targetEnd });
  return { type: 'definition', start, end, next: last + 1 };
};

/** The first bracket is looked for by the engine: a line of ten million other characters takes it no millisecond. */
function findLabelEnd(text: string, from: number, to: number): number {
  const first = text.slice(from, to).indexOf(']');
  if (first === -1) return -1;
  let at = isEscaped(text, from, from + first) ? from + first + 1 : from + first;
  while (at < to && text.charCodeAt(at) !== RIGHT_BRACKET) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at > from && at + 1 < to && text.charCodeAt(at + 1) === COLON ? at : -1;
}

/** Whether the character at `at` is behind an odd number of backslashes, which begin at `from` at the earliest. */
function isEscaped(text: string, from: number, at: number): boolean {
  let first = at;
  while (first > from && text.charCodeAt(first - 1) === BACKSLASH) first--;
  return (at - first) % 2 === 1;
}

interface Target extends Span {
  readonly line: number;
  /** Offset after the target and its angle brackets. */
  readonly behind: number;
}

/** After the colon, or on the next line if the rest is empty. */
function findTarget(scan: Scan, line: number, behindColon: number, to: number): Target | undefined {
  const { text, lines } = scan;
  const from = skipBlanks(text, behindColon, lines.end(line));
  if (from < lines.end(line)) return targetAt(text, line, from, lines.end(line));
  return line + 1 < to ? targetAt(text, line + 1, lines.text(line + 1), lines.end(line + 1)) : undefined;
}

function targetAt(text: string, line: number, from: number, to: number): Target | undefined {
  if (from < to && text.charCodeAt(from) === LESS_THAN) {
    const close = endOfTarget(text, from + 1, to, code => code === GREATER_THAN);
    if (close === to || text.charCodeAt(close) !== GREATER_THAN || close === from + 1) return undefined;
    return { start: from + 1, end: close, line, behind: close + 1 };
  }
  const end = endOfTarget(text, from, to, isWhitespace);
  return end > from ? { start: from, end, line, behind: end } : undefined;
}

function endOfTarget(text: string, from: number, to: number, ends: (code: number) => boolean): number {
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    if (ends(code) || code === LEFT_BRACKET || code === RIGHT_BRACKET) break;
    at++;
  }
  return at;
}

/** The line with the title, or the target's own without one; undefined if other text follows. */
function lastLine({ text, lines }: Scan, { line, behind }: Target, to: number): number | undefined {
  const end = lines.end(line);
  const open = skipBlanks(text, behind, end);
  if (open < end) return open > behind && isTitle(text, open, end) ? line : undefined;
  const below = line + 1;
  if (below >= to || titleCloser(text.charCodeAt(lines.text(below))) === undefined) return line;
  return isTitle(text, lines.text(below), lines.end(below)) ? below : undefined;
}

function isTitle(text: string, open: number, to: number): boolean {
  const closer = titleCloser(text.charCodeAt(open));
  if (closer === undefined) return false;
  let close = open + 1;
  while (close < to && text.charCodeAt(close) !== closer) close++;
  return close < to && skipBlanks(text, close + 1, to) === to;
}

function titleCloser(code: number): number | undefined {
  if (code === DOUBLE_QUOTE || code === APOSTROPHE) return code;
  return code === LEFT_PARENTHESIS ? RIGHT_PARENTHESIS : undefined;
}
