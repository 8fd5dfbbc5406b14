/** Blocks that contain no others, from paragraphs to reference definitions. */
import {
  interruptsParagraph,
  hashLevel,
  isThematicBreak,
  underlineBelow,
  fenceLength,
  opensIndentedCode,
  htmlOpening,
  rawElements,
  type HtmlOpening,
  MARK_LENGTH,
  opensComment,
  opensMath,
} from './openers';
import {
  CARET,
  isNameCode,
  isWhitespace,
  trimEnd,
  HASH,
  isBlank,
  skipBlanks,
  SPACE,
  runEnd,
  GREATER_THAN,
  LESS_THAN,
  SLASH,
  BACKSLASH,
  COLON,
  DASH,
  PIPE,
  APOSTROPHE,
  DOUBLE_QUOTE,
  LEFT_BRACKET,
  LEFT_PARENTHESIS,
  RIGHT_BRACKET,
  RIGHT_PARENTHESIS,
} from '../characters';
import { tagNameEnd } from '../html-tag';
import { scanLinesInline, scanRangeInline } from '../inline/leaf-scan';
import type { Span } from '../note-structure';
import type { Block, Container, Scan, TrailingId, BlockRule, Occurrences } from '../scan';

const CODE_COLUMNS = 4;

/** Lines that match no other rule. */
export function paragraph(scan: Scan, line: number, to: number, container: Container): Block {
  let next = line + 1;
  while (next < to && continues(scan, next, container)) next++;
  scan.counter.steps += next - line;
  return textBlock(scan, line, next - 1);
}

function continues(scan: Scan, line: number, container: Container): boolean {
  if (scan.lines.isBlank(line)) return false;
  if (scan.isTooDeep(container) || scan.lines.columns(line) >= CODE_COLUMNS) return true;
  return !interruptsParagraph(scan, line);
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

export const hashHeading: BlockRule = (scan, line, _to, container) => {
  const level = hashLevel(scan, line);
  if (level === 0) return undefined;
  const { text, lines } = scan;
  const end = lines.end(line);
  const textStart = skipBlanks(text, lines.text(line) + level, end);
  return heading(scan, container, level, line, line, textStart, withoutClosingHashes(text, textStart, end));
};

/** One line of text over `===` or `---`. A paragraph of several lines does not become a heading. */
export const underlinedHeading: BlockRule = (scan, line, to, container) => {
  const underline = underlineBelow(scan, line, to);
  if (!underline) return undefined;
  const { text, lines } = scan;
  const textStart = lines.text(line);
  const textEnd = trimEnd(text, textStart, lines.end(line));
  return heading(scan, container, underline.level, line, underline.line, textStart, textEnd);
};

export const thematicBreak: BlockRule = (scan, line) => {
  if (!isThematicBreak(scan, line)) return undefined;
  return {
    type: 'thematicBreak',
    start: scan.lines.content(line),
    end: scan.lines.end(line),
    next: line + 1,
  };
};

function heading(
  scan: Scan,
  container: Container,
  level: number,
  line: number,
  last: number,
  textStart: number,
  textEnd: number,
): Block {
  const start = scan.lines.content(line);
  const end = scan.lines.end(last);
  if (container.depth === 0) {
    scan.found.headings.push({ start, end, level, textStart, textEnd });
  }
  scanRangeInline(scan, textStart, textEnd);
  return { type: 'heading', start, end, next: last + 1 };
}

/** Trailing hashes belong to the mark if a space precedes them: `# C#` keeps its own. */
function withoutClosingHashes(text: string, from: number, to: number): number {
  const end = trimEnd(text, from, to);
  let hashes = end;
  while (hashes > from && text.charCodeAt(hashes - 1) === HASH) hashes--;
  if (hashes === end) return end;
  return isBlank(text.charCodeAt(hashes - 1)) ? trimEnd(text, from, hashes) : end;
}

/** Nothing inside code, fenced or indented, is indexed. */
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
  return code(scan, line, scan.lines.lastWithText(line, to), to);
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

const closers: Partial<Record<HtmlOpening, string>> = {
  comment: '-->',
  instruction: '?>',
  declaration: '>',
  cdata: ']]>',
};

/** Nothing inside HTML is indexed either. */
export const html: BlockRule = (scan, line, to) => {
  const opening = htmlOpening(scan, line);
  if (!opening) return undefined;
  const { lines, found } = scan;
  const start = lines.content(line);
  const last =
    opening === 'element' || opening === 'lone-tag'
      ? lineBeforeEmpty(scan, line, to)
      : closingLine(scan, opening, line, to);
  const end = lines.end(last);
  found.enclosures.push({ kind: 'html', start, end });
  return { type: 'html', start, end, next: last + 1 };
};

/** The line with the closing mark; without one, the last with text in the container. */
function closingLine(scan: Scan, opening: HtmlOpening, line: number, to: number): number {
  const { lines, counter } = scan;
  for (let next = line; next < to; next++) {
    const from = next === line ? lines.text(next) : lines.content(next);
    counter.steps += lines.end(next) - from;
    if (closes(scan, opening, from, lines.end(next))) return next;
  }
  return lines.lastWithText(line, to);
}

/** In the legacy rules only an empty line ends such a block, not one of spaces. */
function lineBeforeEmpty(scan: Scan, line: number, to: number): number {
  while (line + 1 < to && scan.lines.content(line + 1) < scan.lines.end(line + 1)) line++;
  return line;
}

function closes(scan: Scan, opening: HtmlOpening, from: number, to: number): boolean {
  const closer = closers[opening];
  for (let at = from; at < to; at++) {
    if (closer === undefined ? closesRawElement(scan.text, at, to) : scan.text.startsWith(closer, at)) {
      return true;
    }
  }
  return false;
}

function closesRawElement(text: string, at: number, to: number): boolean {
  if (text.charCodeAt(at) !== LESS_THAN || text.charCodeAt(at + 1) !== SLASH) return false;
  const nameEnd = tagNameEnd(text, at + 2, Math.min(to, at + 9));
  return (
    text.charCodeAt(nameEnd) === GREATER_THAN && rawElements.has(text.slice(at + 2, nameEnd).toLowerCase())
  );
}

interface Extent {
  /** The last line of the block. */
  readonly line: number;
  readonly end: number;
}

/** Recorded: its links and tags count, its headings and list items do not. */
export const comment: BlockRule = (scan, line, to) => {
  if (!opensComment(scan, line)) return undefined;
  const start = scan.lines.content(line);
  const extent = findExtent(scan, line, to, scan.commentMarks);
  scan.found.enclosures.push({ kind: 'comment', start: scan.lines.text(line), end: extent.end });
  scan.lines.take(line, scan.lines.text(line) + MARK_LENGTH);
  scanLinesInline(scan, line, extent.line, extent.end);
  return block('comment', start, extent);
};

export const math: BlockRule = (scan, line, to) => {
  if (!opensMath(scan, line)) return undefined;
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

/** A row, a row of dashes, and every following line with a pipe. */
export const table: BlockRule = (scan, line, to) => {
  if (line + 1 >= to || !isAlignmentRow(scan, line + 1) || !hasPipe(scan, line)) return undefined;
  let next = line;
  do {
    if (next !== line + 1) scanRow(scan, next);
    next++;
  } while (next < line + 2 || (next < to && hasPipe(scan, next)));
  return { type: 'table', start: scan.lines.content(line), end: scan.lines.end(next - 1), next };
};

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
      scanRangeInline(scan, cell, at, true);
      cell = at + 1;
    }
  }
  scanRangeInline(scan, cell, end, true);
}

/** `[label]: target "title"`, which other text can refer to as `[text][label]`. */
export const definition: BlockRule = (scan, line, to) => {
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

/** `indexOf` finds the first bracket: it takes less than a millisecond for ten million other characters. */
function findLabelEnd(text: string, from: number, to: number): number {
  const first = text.slice(from, to).indexOf(']');
  if (first === -1) return -1;
  let at = isEscaped(text, from, from + first) ? from + first + 1 : from + first;
  while (at < to && text.charCodeAt(at) !== RIGHT_BRACKET) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at > from && at + 1 < to && text.charCodeAt(at + 1) === COLON ? at : -1;
}

/** Whether an odd number of backslashes, not before `from`, precedes the character at `at`. */
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
