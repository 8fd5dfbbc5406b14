/** `[shown](target "title")` and images. */
import {
  APOSTROPHE,
  BACKSLASH,
  COLON,
  DASH,
  DOT,
  DOUBLE_QUOTE,
  LEFT_PARENTHESIS,
  LESS_THAN,
  PLUS,
  RIGHT_PARENTHESIS,
  isDigit,
  isLetter,
  isWhitespace,
  skipWhitespace,
} from '../characters';
import { MAX_NESTED_PARENTHESES } from '../limits';
import type { Span } from '../note-structure';
import type { InlineRule, InlineScan } from './inline-scan';
import { addLink } from './links';

/** A link to outside the vault is skipped as a whole; one without target or text is plain text. */
export const markdownLink: InlineRule = (inline, at) => {
  const { text, to } = inline;
  const close = inline.brackets.closerOf(at);
  if (close === undefined || close + 1 >= to || text.charCodeAt(close + 1) !== LEFT_PARENTHESIS) return -1;
  const target = targetAt(inline, skipWhitespace(text, close + 2, to));
  if (!target) return -1;
  const end = endBehindTitle(inline, target.behind);
  if (end === -1) return -1;
  if (target.end > target.start && !hasScheme(text, target.start, target.end)) {
    addLink(inline, at, {
      form: 'markdown',
      end,
      targetStart: target.start,
      targetEnd: target.end,
      textStart: at + 1,
      textEnd: close,
    });
  }
  return end;
};

interface Target extends Span {
  readonly behind: number;
}

function targetAt(inline: InlineScan, at: number): Target | undefined {
  const { text, to } = inline;
  if (at >= to) return undefined;
  if (text.charCodeAt(at) !== LESS_THAN) {
    const end = bareTargetEnd(inline, at);
    return end === -1 ? undefined : { start: at, end, behind: end };
  }
  const close = inline.find('>', at + 1);
  if (close === -1 || holds(inline, '\n', at + 1, close) || holds(inline, '<', at + 1, close))
    return undefined;
  return { start: at + 1, end: close, behind: close + 1 };
}

/** Up to white space or the parenthesis that closes the link. */
function bareTargetEnd({ text, to, scan }: InlineScan, start: number): number {
  let depth = 0;
  let at = start;
  for (; at < to; at++) {
    const code = text.charCodeAt(at);
    if (isWhitespace(code)) break;
    if (code === BACKSLASH) at++;
    else if (code === LEFT_PARENTHESIS && ++depth > MAX_NESTED_PARENTHESES) return -1;
    else if (code === RIGHT_PARENTHESIS && --depth < 0) break;
  }
  scan.counter.steps += at - start;
  return Math.min(at, to);
}

/** After the closing parenthesis, with or without a title before it; -1 if anything else follows. */
function endBehindTitle(inline: InlineScan, from: number): number {
  const { text, to, scan } = inline;
  let at = skipWhitespace(text, from, to);
  scan.counter.steps += at - from;
  const quote = at < to && at > from ? titleQuote(text.charCodeAt(at)) : undefined;
  if (quote !== undefined) {
    const close = inline.find(quote, at + 1);
    if (close === -1 || (quote === ')' && holds(inline, '(', at + 1, close))) return -1;
    at = skipWhitespace(text, close + 1, to);
    scan.counter.steps += at - close;
  }
  return at < to && text.charCodeAt(at) === RIGHT_PARENTHESIS ? at + 1 : -1;
}

function holds(inline: InlineScan, wanted: string, from: number, to: number): boolean {
  const at = inline.find(wanted, from);
  return at !== -1 && at < to;
}

function titleQuote(code: number): string | undefined {
  if (code === DOUBLE_QUOTE) return '"';
  if (code === APOSTROPHE) return "'";
  return code === LEFT_PARENTHESIS ? ')' : undefined;
}

/** `name:` at the start of the target. */
function hasScheme(text: string, from: number, to: number): boolean {
  if (!isLetter(text.charCodeAt(from))) return false;
  let at = from;
  while (at < to) {
    const code = text.charCodeAt(at);
    if (code === COLON) return true;
    if (!isLetter(code) && !isDigit(code) && code !== PLUS && code !== DASH && code !== DOT) return false;
    at++;
  }
  return false;
}
