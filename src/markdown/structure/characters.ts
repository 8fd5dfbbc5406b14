/** Character codes and classes of the dialect, and where its shortest constructs end. */

export const TAB = 9;
export const LINE_FEED = 10;
export const CARRIAGE_RETURN = 13;
export const SPACE = 32;
export const EXCLAMATION = 33;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const DOLLAR = 36;
export const PERCENT = 37;
export const APOSTROPHE = 39;
export const LEFT_PARENTHESIS = 40;
export const RIGHT_PARENTHESIS = 41;
export const ASTERISK = 42;
export const PLUS = 43;
export const DASH = 45;
export const DOT = 46;
export const SLASH = 47;
export const COLON = 58;
export const LESS_THAN = 60;
export const EQUALS = 61;
export const GREATER_THAN = 62;
export const QUESTION = 63;
export const LEFT_BRACKET = 91;
export const BACKSLASH = 92;
export const RIGHT_BRACKET = 93;
export const CARET = 94;
export const UNDERSCORE = 95;
export const BACKTICK = 96;
export const PIPE = 124;
export const TILDE = 126;
export const BYTE_ORDER_MARK = 0xfeff;

export function isBlank(code: number): boolean {
  return code === SPACE || code === TAB;
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** Matches the same as `\s` in a regular expression. */
export function isWhitespace(code: number): boolean {
  if (code < 128) return code === SPACE || (code >= TAB && code <= CARRIAGE_RETURN);
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === BYTE_ORDER_MARK
  );
}

/** Characters that a backslash can escape. */
export function isPunctuation(code: number): boolean {
  return (
    (code >= 33 && code <= 47) ||
    (code >= 58 && code <= 64) ||
    (code >= 91 && code <= 96) ||
    (code >= 123 && code <= 126)
  );
}

/** Observed: of the punctuation only `-`, `_` and `/` are part of a tag; letters and symbols beyond ASCII are. */
function endsTag(code: number): boolean {
  if (code < 128) {
    return code <= SPACE || (isPunctuation(code) && code !== DASH && code !== UNDERSCORE && code !== SLASH);
  }
  return isWhitespace(code) || (code >= 0x2000 && code <= 0x206f) || (code >= 0x2e00 && code <= 0x2e7f);
}

/** End of the tag whose `#` is at `at`, or -1: a name needs one character that is no digit. */
export function tagEnd(text: string, at: number, to: number): number {
  let end = at + 1;
  let named = false;
  while (end < to) {
    const code = text.charCodeAt(end);
    if (endsTag(code)) break;
    if (!isDigit(code)) named = true;
    end++;
  }
  return named ? end : -1;
}

export function skipBlanks(text: string, at: number, to: number): number {
  while (at < to && isBlank(text.charCodeAt(at))) at++;
  return at;
}

export function skipWhitespace(text: string, at: number, to: number): number {
  while (at < to && isWhitespace(text.charCodeAt(at))) at++;
  return at;
}

/** End of the run of the character at `at`. */
export function runEnd(text: string, at: number, to: number): number {
  const code = text.charCodeAt(at);
  while (at < to && text.charCodeAt(at) === code) at++;
  return at;
}

/** `to` moved back over spaces and tabs, not below `from`. */
export function trimEnd(text: string, from: number, to: number): number {
  while (to > from && isBlank(text.charCodeAt(to - 1))) to--;
  return to;
}

/** Whether it is part of a word in Markdown: everything beyond ASCII counts as a letter. */
export function isWordCode(code: number): boolean {
  return isLetter(code) || isDigit(code) || code >= 128;
}

/** Whether it may be in the name of an HTML tag, or in a block id. */
export function isNameCode(code: number): boolean {
  return isLetter(code) || isDigit(code) || code === DASH;
}

/** Whether it is a mark around emphasis, bold, highlighted or struck text. */
export function isEmphasisMark(code: number): boolean {
  return code === ASTERISK || code === UNDERSCORE || code === EQUALS || code === TILDE;
}

/** Offset of the `]` that ends the label of the `[^label` at `at`, or -1; a label holds no white space. */
export function footnoteLabelEnd(text: string, at: number, to: number): number {
  if (text.charCodeAt(at) !== LEFT_BRACKET || text.charCodeAt(at + 1) !== CARET) return -1;
  let end = at + 2;
  while (end < to) {
    const code = text.charCodeAt(end);
    if (code === RIGHT_BRACKET) return end > at + 2 ? end : -1;
    if (code === LEFT_BRACKET || isWhitespace(code)) return -1;
    end++;
  }
  return -1;
}
