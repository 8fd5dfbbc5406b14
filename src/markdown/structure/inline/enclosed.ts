/** Constructs whose content is ignored: code, formulas, HTML, URLs; and the escape of a mark. */
import {
  DOLLAR,
  EXCLAMATION,
  GREATER_THAN,
  LESS_THAN,
  LINE_FEED,
  QUESTION,
  BACKSLASH,
  COLON,
  DASH,
  DOT,
  PLUS,
  isDigit,
  isLetter,
  isPunctuation,
  isWhitespace,
  runEnd,
} from '../characters';
import { htmlTagEnd } from '../html-tag';
import type { InlineRule, InlineScan } from './inline-scan';

export const escape: InlineRule = ({ text, to }, at) => {
  if (at + 1 >= to) return -1;
  const code = text.charCodeAt(at + 1);
  return isPunctuation(code) || code === LINE_FEED ? at + 2 : -1;
};

export const codeSpan: InlineRule = (inline, at) => {
  const end = runEnd(inline.text, at, inline.to);
  const close = inline.codeRuns.nextOf(end - at, end);
  if (close === -1) return -1;
  return inline.enclose('code', at, close + end - at);
};

/** `$x$` on one line, without space inside the marks and without a digit after them: `$5 and $6` are prices. */
export const formula: InlineRule = (inline, at) => {
  const { text, to } = inline;
  const doubled = at + 1 < to && text.charCodeAt(at + 1) === DOLLAR;
  const mark = doubled ? '$$' : '$';
  const start = at + mark.length;
  const close = inline.find(mark, start);
  if (close === -1 || close === start || close > lineEnd(inline, start)) return -1;
  const end = close + mark.length;
  const fits =
    doubled ||
    (!isWhitespace(text.charCodeAt(start)) &&
      !isWhitespace(text.charCodeAt(close - 1)) &&
      text.charCodeAt(close - 1) !== BACKSLASH &&
      !(end < to && isDigit(text.charCodeAt(end))));
  return fits ? inline.enclose('math', at, end) : -1;
};

export const angled: InlineRule = (inline, at) => {
  const end = htmlEnd(inline, at);
  if (end !== -1) return inline.enclose('html', at, end);
  return addressEnd(inline, at);
};

function lineEnd(inline: InlineScan, at: number): number {
  const end = inline.find('\n', at);
  return end === -1 ? inline.to : end;
}

function htmlEnd(inline: InlineScan, at: number): number {
  const { text, to } = inline;
  const second = text.charCodeAt(at + 1);
  if (at + 2 >= to) return -1;
  if (second === QUESTION) return behind(inline, '?>', at + 2, lineEnd(inline, at));
  if (second !== EXCLAMATION) return htmlTagEnd(text, at, to);
  if (text.startsWith('--', at + 2)) return commentEnd(inline, at + 4);
  if (text.startsWith('[CDATA[', at + 2)) return behind(inline, ']]>', at + 9, to);
  return isLetter(text.charCodeAt(at + 2)) ? behind(inline, '>', at + 2, to) : -1;
}

/** A comment within text ends at its first `--`, which must be `-->`. */
function commentEnd(inline: InlineScan, start: number): number {
  const dashes = inline.find('--', start);
  if (dashes === -1 || dashes + 2 >= inline.to) return -1;
  return inline.text.charCodeAt(dashes + 2) === GREATER_THAN ? dashes + 3 : -1;
}

function behind(inline: InlineScan, closer: string, from: number, limit: number): number {
  const close = inline.find(closer, from);
  return close === -1 || close >= limit ? -1 : close + closer.length;
}

/** `<https://…>`: a scheme, then anything but white space and angles. */
function addressEnd({ text, to }: InlineScan, at: number): number {
  let end = at + 1;
  while (end < to && isSchemeCode(text.charCodeAt(end))) end++;
  if (end === at + 1 || end >= to || text.charCodeAt(end) !== COLON) return -1;
  while (end < to) {
    const code = text.charCodeAt(end);
    if (code === GREATER_THAN) return end + 1;
    if (code === LESS_THAN || isWhitespace(code)) return -1;
    end++;
  }
  return -1;
}

function isSchemeCode(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === PLUS || code === DASH || code === DOT;
}
