/** Reference definitions: `[label]: target "title"`, which other text may point at as `[text][label]`. */
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
} from '../characters';
import type { Span } from '../note-structure';
import type { BlockRule } from '../scan';

/** On one line only. */
export const definition: BlockRule = (scan, line) => {
  if (!scan.rules.definitionsAreBlocks) return undefined;
  if (scan.codeAt(line) !== LEFT_BRACKET || scan.codeAt(line, 1) === CARET) return undefined;
  const { text, lines } = scan;
  const end = lines.end(line);
  const labelStart = lines.text(line) + 1;
  const labelEnd = findLabelEnd(text, labelStart, end);
  if (labelEnd === -1) return undefined;
  const target = findTarget(text, skipBlanks(text, labelEnd + 2, end), end);
  if (!target || !endsWithTitle(text, target.behind, end)) return undefined;
  const start = lines.content(line);
  scan.found.definitions.push({
    start,
    end,
    labelStart,
    labelEnd,
    targetStart: target.start,
    targetEnd: target.end,
  });
  return { type: 'definition', start, end, next: line + 1 };
};

function findLabelEnd(text: string, from: number, to: number): number {
  let at = from;
  while (at < to && text.charCodeAt(at) !== RIGHT_BRACKET) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at > from && at + 1 < to && text.charCodeAt(at + 1) === COLON ? at : -1;
}

interface Target extends Span {
  readonly behind: number;
}

function findTarget(text: string, from: number, to: number): Target | undefined {
  if (from < to && text.charCodeAt(from) === LESS_THAN) {
    const close = endOfTarget(text, from + 1, to, code => code === GREATER_THAN);
    if (close === to || text.charCodeAt(close) !== GREATER_THAN || close === from + 1) return undefined;
    return { start: from + 1, end: close, behind: close + 1 };
  }
  const end = endOfTarget(text, from, to, isWhitespace);
  return end > from ? { start: from, end, behind: end } : undefined;
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

function endsWithTitle(text: string, from: number, to: number): boolean {
  const open = skipBlanks(text, from, to);
  if (open === to) return true;
  const code = text.charCodeAt(open);
  if (open === from || (code !== DOUBLE_QUOTE && code !== APOSTROPHE && code !== LEFT_PARENTHESIS))
    return false;
  const closer = code === LEFT_PARENTHESIS ? RIGHT_PARENTHESIS : code;
  let close = open + 1;
  while (close < to && text.charCodeAt(close) !== closer) close++;
  return close < to && skipBlanks(text, close + 1, to) === to;
}
