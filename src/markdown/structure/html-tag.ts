/** One HTML opening or closing tag, by the grammar that blocks and inline text share. */
import {
  APOSTROPHE,
  BACKTICK,
  COLON,
  DASH,
  DOT,
  DOUBLE_QUOTE,
  EQUALS,
  GREATER_THAN,
  isDigit,
  isLetter,
  isNameCode,
  isWhitespace,
  LESS_THAN,
  skipWhitespace,
  SLASH,
  SPACE,
  UNDERSCORE,
} from './characters';
import { MAX_ATTRIBUTES } from './limits';

/** End of the tag that opens with `<` at `at`, or -1. */
export function htmlTagEnd(text: string, at: number, to: number): number {
  const closing = text.charCodeAt(at + 1) === SLASH;
  const nameStart = closing ? at + 2 : at + 1;
  if (nameStart >= to || !isLetter(text.charCodeAt(nameStart))) return -1;
  let end = tagNameEnd(text, nameStart, to);
  if (!closing) end = attributesEnd(text, end, to);
  if (end === -1) return -1;
  end = skipWhitespace(text, end, to);
  if (!closing && end < to && text.charCodeAt(end) === SLASH) end++;
  return end < to && text.charCodeAt(end) === GREATER_THAN ? end + 1 : -1;
}

export function tagNameEnd(text: string, at: number, to: number): number {
  while (at < to && isNameCode(text.charCodeAt(at))) at++;
  return at;
}

/** The offset after the last complete attribute, or -1 if one is malformed or there are too many. */
function attributesEnd(text: string, at: number, to: number): number {
  for (let attributes = 0; attributes < MAX_ATTRIBUTES; attributes++) {
    const name = skipWhitespace(text, at, to);
    if (name === at || name >= to || !opensAttribute(text.charCodeAt(name))) return at;
    at = name + 1;
    while (at < to && continuesAttribute(text.charCodeAt(at))) at++;
    const equals = skipWhitespace(text, at, to);
    if (equals < to && text.charCodeAt(equals) === EQUALS) {
      at = valueEnd(text, skipWhitespace(text, equals + 1, to), to);
      if (at === -1) return -1;
    }
  }
  return -1;
}

function opensAttribute(code: number): boolean {
  return isLetter(code) || code === UNDERSCORE || code === COLON;
}

function continuesAttribute(code: number): boolean {
  return opensAttribute(code) || isDigit(code) || code === DOT || code === DASH;
}

function valueEnd(text: string, at: number, to: number): number {
  const quote = text.charCodeAt(at);
  if (quote === DOUBLE_QUOTE || quote === APOSTROPHE) {
    let end = at + 1;
    while (end < to && text.charCodeAt(end) !== quote) end++;
    return end < to ? end + 1 : -1;
  }
  let end = at;
  while (end < to && isBareValueCode(text.charCodeAt(end))) end++;
  return end > at ? end : -1;
}

function isBareValueCode(code: number): boolean {
  if (code <= SPACE || isWhitespace(code)) return false;
  return (
    code !== DOUBLE_QUOTE &&
    code !== APOSTROPHE &&
    code !== EQUALS &&
    code !== LESS_THAN &&
    code !== GREATER_THAN &&
    code !== BACKTICK
  );
}
