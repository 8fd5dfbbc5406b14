/**
 * Tests of one line for how each kind of block begins, and for what ends a paragraph, a list or a quote that continues
 * over lines without marks: the three lists differ, as in the legacy `remark-parse`.
 */
import {
  ASTERISK,
  BACKTICK,
  DASH,
  DOLLAR,
  DOT,
  EQUALS,
  GREATER_THAN,
  HASH,
  PERCENT,
  PLUS,
  RIGHT_PARENTHESIS,
  SPACE,
  TAB,
  TILDE,
  UNDERSCORE,
  isBlank,
  isDigit,
  runEnd,
  skipBlanks,
  EXCLAMATION,
  LESS_THAN,
  QUESTION,
  SLASH,
  isLetter,
  isWhitespace,
  skipWhitespace,
  COLON,
  LEFT_BRACKET,
  footnoteLabelEnd,
} from '../characters';
import { htmlTagEnd, tagNameEnd } from '../html-tag';
import type { Occurrences, Scan } from '../scan';

const MAX_HASHES = 6;
const MIN_FENCE_LENGTH = 3;
const MIN_BREAK_MARKS = 3;
/** The length of `%%` and `$$`. */
export const MARK_LENGTH = 2;

export function opensQuote(scan: Scan, line: number): boolean {
  return scan.codeAt(line) === GREATER_THAN;
}

/** Four spaces or a tab at the very start; a tab after one to three spaces does not count. */
export function opensIndentedCode(scan: Scan, line: number): boolean {
  const { text, lines } = scan;
  const at = lines.content(line);
  const to = lines.end(line);
  if (at < to && text.charCodeAt(at) === TAB) return true;
  if (at + 4 > to) return false;
  for (let space = at; space < at + 4; space++) if (text.charCodeAt(space) !== SPACE) return false;
  return true;
}

/** The level of the `#` heading on the line, 0 if there is none: `#tag` is text. */
export function hashLevel(scan: Scan, line: number): number {
  if (scan.codeAt(line) !== HASH) return 0;
  const start = scan.lines.text(line);
  const to = scan.lines.end(line);
  const end = runEnd(scan.text, start, to);
  const level = end - start;
  if (level > MAX_HASHES) return 0;
  return end === to || isBlank(scan.text.charCodeAt(end)) ? level : 0;
}

/** `***`, `- - -`, `___`: only spaces between the marks, no tabs. */
export function isThematicBreak(scan: Scan, line: number): boolean {
  const mark = scan.codeAt(line);
  if (mark !== DASH && mark !== ASTERISK && mark !== UNDERSCORE) return false;
  const start = scan.lines.text(line);
  const to = scan.lines.end(line);
  let marks = 0;
  let at = start;
  for (; at < to; at++) {
    const code = scan.text.charCodeAt(at);
    if (code === mark) marks++;
    else if (code !== SPACE) break;
  }
  scan.counter.steps += at - start;
  return at === to && marks >= MIN_BREAK_MARKS;
}

/** Length of the code fence that opens on the line, 0 if none does: the info text of ``` must not contain a backtick. */
export function fenceLength(scan: Scan, line: number): number {
  const mark = scan.codeAt(line);
  if (mark !== BACKTICK && mark !== TILDE) return 0;
  const start = scan.lines.text(line);
  const to = scan.lines.end(line);
  const end = runEnd(scan.text, start, to);
  scan.counter.steps += to - start;
  if (end - start < MIN_FENCE_LENGTH) return 0;
  return mark === BACKTICK && scan.text.slice(end, to).includes('`') ? 0 : end - start;
}

export interface Bullet {
  /** `-`, `*`, `+`, or the `.` or `)` after the number. */
  readonly symbol: number;
  /** Characters of the marker without the space after it. */
  readonly width: number;
  /** The number, undefined without one; large ones are not exact. */
  readonly number: number | undefined;
  /** It starts an item only if white space or nothing follows. */
  readonly marksItem: boolean;
}

/** An apparent list marker at the start of the line's text. */
export function bulletAt(scan: Scan, line: number): Bullet | undefined {
  const { text, lines } = scan;
  const start = lines.text(line);
  const to = lines.end(line);
  if (start === to) return undefined;
  let at = start;
  let number: number | undefined;
  for (; at < to && isDigit(text.charCodeAt(at)); at++) {
    number = Math.min((number ?? 0) * 10 + text.charCodeAt(at) - 48, Number.MAX_SAFE_INTEGER);
  }
  const symbol = at < to ? text.charCodeAt(at) : NaN;
  const fits =
    number === undefined
      ? symbol === DASH || symbol === ASTERISK || symbol === PLUS
      : symbol === DOT || symbol === RIGHT_PARENTHESIS;
  if (!fits) return undefined;
  const end = at + 1;
  return {
    symbol,
    width: end - start,
    number,
    marksItem: end === to || isBlank(text.charCodeAt(end)),
  };
}

/** Whether a list can interrupt a paragraph here: with a bullet, or with the number 1. */
function opensListInParagraph(scan: Scan, line: number): boolean {
  const bullet = bulletAt(scan, line);
  if (!bullet?.marksItem) return false;
  return bullet.number === undefined || (bullet.number === 1 && bullet.width === 2);
}

interface Underline {
  readonly level: number;
  readonly line: number;
}

/** The `===` or `---` directly below the line's text; nothing else may be on that line. */
export function underlineBelow(scan: Scan, line: number, to: number): Underline | undefined {
  const below = line + 1;
  if (below >= to) return undefined;
  const { text, lines } = scan;
  const start = lines.content(below);
  const end = lines.end(below);
  const mark = start < end ? text.charCodeAt(start) : NaN;
  if (mark !== DASH && mark !== EQUALS) return undefined;
  const marksEnd = runEnd(text, start, end);
  scan.counter.steps += marksEnd - start;
  return marksEnd === end ? { level: mark === DASH ? 2 : 1, line: below } : undefined;
}

export function opensComment(scan: Scan, line: number): boolean {
  return opens(scan, line, PERCENT, scan.commentMarks);
}

export function opensMath(scan: Scan, line: number): boolean {
  return opens(scan, line, DOLLAR, scan.mathMarks);
}

function opens(scan: Scan, line: number, mark: number, marks: Occurrences): boolean {
  if (scan.codeAt(line) !== mark || scan.codeAt(line, 1) !== mark) return false;
  const close = marks.next(scan.lines.text(line) + MARK_LENGTH);
  const lineEnd = scan.lines.end(line);
  if (close === -1 || close >= lineEnd) return true;
  return skipBlanks(scan.text, close + MARK_LENGTH, lineEnd) === lineEnd;
}

/** Elements whose content is raw text; they end at a closing tag. */
export const rawElements: ReadonlySet<string> = new Set(['script', 'pre', 'style']);

const blockElements: ReadonlySet<string> = new Set(
  (
    'address article aside base basefont blockquote body caption center col colgroup dd details dialog dir div ' +
    'dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html ' +
    'iframe legend li link main menu menuitem meta nav noframes ol optgroup option p param pre section source ' +
    'title summary table tbody td tfoot th thead tr track ul'
  ).split(' '),
);
const MAX_BLOCK_ELEMENT_LENGTH = 10;

export type HtmlOpening =
  | 'raw'
  | 'comment'
  | 'instruction'
  | 'declaration'
  | 'cdata'
  /** A tag of a block element, regardless of what follows it. */
  | 'element'
  /** Any other complete tag that is alone on its line. */
  | 'lone-tag';

/** Which of the seven kinds of HTML blocks begins on the line. */
export function htmlOpening(scan: Scan, line: number): HtmlOpening | undefined {
  if (scan.codeAt(line) !== LESS_THAN) return undefined;
  const { text, lines } = scan;
  const at = lines.text(line);
  const to = lines.end(line);
  const second = text.charCodeAt(at + 1);
  if (second === QUESTION) return 'instruction';
  if (second === EXCLAMATION) return declarationOpening(text, at);
  const element = elementOpening(text, second === SLASH ? at + 2 : at + 1, to, second === SLASH);
  if (element) return element;
  const tagEnd = htmlTagEnd(text, at, to);
  return tagEnd !== -1 && skipWhitespace(text, tagEnd, to) === to ? 'lone-tag' : undefined;
}

/** All except a lone tag may follow a paragraph's text directly. */
function opensHtmlInParagraph(scan: Scan, line: number): boolean {
  const opening = htmlOpening(scan, line);
  return opening !== undefined && opening !== 'lone-tag';
}

function declarationOpening(text: string, at: number): HtmlOpening | undefined {
  if (text.startsWith('--', at + 2)) return 'comment';
  if (text.startsWith('[CDATA[', at + 2)) return 'cdata';
  return isLetter(text.charCodeAt(at + 2)) ? 'declaration' : undefined;
}

function elementOpening(
  text: string,
  nameStart: number,
  to: number,
  closing: boolean,
): HtmlOpening | undefined {
  const nameEnd = tagNameEnd(text, nameStart, Math.min(to, nameStart + MAX_BLOCK_ELEMENT_LENGTH + 1));
  const name = text.slice(nameStart, nameEnd).toLowerCase();
  const behind = nameEnd < to ? text.charCodeAt(nameEnd) : NaN;
  const ended = nameEnd === to || isWhitespace(behind) || behind === GREATER_THAN;
  if (!closing && ended && rawElements.has(name)) return 'raw';
  const selfClosed = behind === SLASH && text.charCodeAt(nameEnd + 1) === GREATER_THAN;
  return (ended || selfClosed) && blockElements.has(name) ? 'element' : undefined;
}

/** Whether the line begins with `[^label]:`. */
export function opensFootnote(scan: Scan, line: number): boolean {
  if (scan.codeAt(line) !== LEFT_BRACKET) return false;
  const to = scan.lines.end(line);
  const labelEnd = footnoteLabelEnd(scan.text, scan.lines.text(line), to);
  return labelEnd !== -1 && labelEnd + 1 < to && scan.text.charCodeAt(labelEnd + 1) === COLON;
}

export function interruptsParagraph(scan: Scan, line: number): boolean {
  // None of these begins with a letter, as most lines do.
  if (isLetter(scan.codeAt(line))) return false;
  return (
    isThematicBreak(scan, line) ||
    opensListInParagraph(scan, line) ||
    hashLevel(scan, line) > 0 ||
    fenceLength(scan, line) > 0 ||
    opensQuote(scan, line) ||
    opensHtmlInParagraph(scan, line) ||
    opensComment(scan, line) ||
    opensMath(scan, line) ||
    opensFootnote(scan, line)
  );
}

export function interruptsList(scan: Scan, line: number): boolean {
  return (
    hashLevel(scan, line) > 0 ||
    fenceLength(scan, line) > 0 ||
    isThematicBreak(scan, line) ||
    opensComment(scan, line) ||
    opensMath(scan, line)
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
    opensComment(scan, line) ||
    opensMath(scan, line)
  );
}
