/** What text refers to: links, embeds, footnotes and tags. */
import {
  BACKSLASH,
  CARRIAGE_RETURN,
  LEFT_BRACKET,
  LINE_FEED,
  PIPE,
  RIGHT_BRACKET,
  APOSTROPHE,
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
  EXCLAMATION,
  footnoteLabelEnd,
  ASTERISK,
  EQUALS,
  isWordCode,
  tagEnd,
  TILDE,
  UNDERSCORE,
} from '../characters';
import type { InlineRule, InlineScan } from './inline-scan';
import { MAX_NESTED_PARENTHESES } from '../limits';
import type { Span, Link } from '../note-structure';

const MARK_LENGTH = 2;

/** `[[target|shown]]`: ends at the first `]]` of its line; if nested, only the inner one is a link. */
export const wikilink: InlineRule = (inline, at) => {
  const start = at + MARK_LENGTH;
  const close = closingBrackets(inline, at);
  if (close <= start) return -1;
  const end = close + MARK_LENGTH;
  const pipe = pipeBetween(inline, start, close);
  const target = pipe === -1 ? close : pipe;
  const escaped = inline.inTable && inline.text.charCodeAt(target - 1) === BACKSLASH;
  addLink(inline, at, {
    form: 'wiki',
    end,
    targetStart: start,
    targetEnd: pipe !== -1 && escaped ? target - 1 : target,
    textStart: pipe === -1 ? -1 : pipe + 1,
    textEnd: pipe === -1 ? -1 : close,
  });
  return end;
};

/** Searches only up to the next pair of brackets, so that no text is read twice. */
function closingBrackets({ text, to, scan }: InlineScan, at: number): number {
  let close = at + 1;
  while (close + 1 < to && !endsSearch(text, close)) close++;
  scan.counter.steps += close - at;
  return close + 1 < to && text.charCodeAt(close) === RIGHT_BRACKET ? close : -1;
}

function endsSearch(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code === LINE_FEED || code === CARRIAGE_RETURN) return true;
  return (code === LEFT_BRACKET || code === RIGHT_BRACKET) && text.charCodeAt(at + 1) === code;
}

/** Observed: a pipe directly after the brackets separates nothing; `[[|shown]]` points to `|shown`. */
function pipeBetween({ text }: InlineScan, start: number, close: number): number {
  for (let at = start + 1; at < close; at++) if (text.charCodeAt(at) === PIPE) return at;
  return -1;
}

/** `[shown](target "title")`, and images. A link to outside the vault is skipped as a whole; one without target or text is plain text. */
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

function targetAt(inline: InlineScan, at: number): (Span & { readonly behind: number }) | undefined {
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

/** Adds the link whose `[` is at `at`, in offsets of the leaf; with a `!` before it, it is an embed. */
function addLink(inline: InlineScan, at: number, link: Omit<Link, 'start'>): void {
  const { leaf, text, scan, tokenEnd } = inline;
  const embeds = at - 1 >= tokenEnd && text.charCodeAt(at - 1) === EXCLAMATION;
  const into = embeds ? scan.found.embeds : scan.found.links;
  const hasText = link.textStart !== -1;
  into.push({
    form: link.form,
    start: leaf.origin(embeds ? at - 1 : at),
    targetStart: leaf.origin(link.targetStart),
    targetEnd: leaf.origin(link.targetEnd),
    textStart: hasText ? leaf.origin(link.textStart) : -1,
    textEnd: hasText ? leaf.origin(link.textEnd) : -1,
    end: leaf.origin(link.end),
  });
}

/** `[^label]`, whether or not the note defines the label. */
export const footnoteReference: InlineRule = (inline, at) => {
  const { text, to, leaf, scan } = inline;
  const labelEnd = footnoteLabelEnd(text, at, to);
  if (labelEnd === -1) return -1;
  scan.found.footnoteReferences.push({
    start: leaf.origin(at),
    end: leaf.origin(labelEnd + 1),
    labelStart: leaf.origin(at + 2),
    labelEnd: leaf.origin(labelEnd),
  });
  return labelEnd + 1;
};

/** `#name`, which ends at the first character that a name cannot contain. */
export const tag: InlineRule = (inline, at) => {
  const { text, leaf, scan } = inline;
  const limit = limitOfTag(inline, at);
  const end = limit === -1 ? -1 : tagEnd(text, at, limit);
  if (end === -1) return -1;
  scan.counter.steps += end - at;
  scan.found.tags.push({ start: leaf.origin(at), end: leaf.origin(end) });
  return end;
};

/**
 * The furthest end of a tag at `at`, -1 if none may begin there. It may at the start of a line, after white
 * space, and directly after another construct: recorded, `\[#tag` contains a tag.
 */
function limitOfTag(inline: InlineScan, at: number): number {
  if (at === inline.tokenEnd || isWhitespace(inline.text.charCodeAt(at - 1))) return inline.to;
  return emphasisEnd(inline, at);
}

/**
 * The end of the emphasis, strike-through or highlight that opens directly before `at`; -1 if there is none.
 * The mark must be before text and not after a letter or digit, and the next equal mark must be after text.
 */
function emphasisEnd(inline: InlineScan, at: number): number {
  const { text, tokenEnd } = inline;
  const mark = text.charCodeAt(at - 1);
  const onlyPaired = mark === EQUALS || mark === TILDE;
  if (!onlyPaired && mark !== ASTERISK && mark !== UNDERSCORE) return -1;
  const paired = at - 2 >= tokenEnd && text.charCodeAt(at - 2) === mark;
  if (onlyPaired && !paired) return -1;
  const start = paired ? at - 2 : at - 1;
  if (start > tokenEnd && isWordCode(text.charCodeAt(start - 1))) return -1;
  const closer = inline.find(text.slice(start, at), at + 1);
  return closer !== -1 && !isWhitespace(text.charCodeAt(closer - 1)) ? closer : -1;
}
