/** The words of a query with what stands before them: `-word`, `"a phrase"`, `tag:x`, `path:"a folder"`. */

export interface QueryToken {
  readonly isExcluded: boolean;
  readonly key: 'tag' | 'path' | 'file' | undefined;
  readonly value: string;
  /** It stood in quotes. */
  readonly isQuoted: boolean;
}

const blank = /\s/u;
const keys = ['tag', 'path', 'file'] as const;
const quotes = /[\u201C-\u201F]/gu;

export function queryTokens(query: string): QueryToken[] {
  const text = query.replace(quotes, () => '"');
  const tokens: QueryToken[] = [];
  for (let at = 0; at < text.length;) {
    if (blank.test(text.charAt(at))) {
      at += 1;
      continue;
    }
    const { token, end } = readToken(text, at);
    if (token.value.trim() !== '') tokens.push(token);
    at = end;
  }
  return tokens;
}

function readToken(text: string, start: number): { token: QueryToken; end: number } {
  const isExcluded = text[start] === '-' && start + 1 < text.length && !blank.test(text.charAt(start + 1));
  const at = isExcluded ? start + 1 : start;
  const key = keys.find(name => text.slice(at, at + name.length + 1).toLowerCase() === `${name}:`);
  const valueStart = key === undefined ? at : at + key.length + 1;
  const { value, end, isQuoted } = readValue(text, valueStart);
  // A key without a value is a word like any other.
  if (key !== undefined && value === '')
    return { token: { isExcluded, key: undefined, value: `${key}:`, isQuoted }, end };
  return { token: { isExcluded, key, value, isQuoted }, end };
}

/** Up to the next blank; in quotes up to the closing one or, without it, to the end. */
function readValue(text: string, start: number): { value: string; end: number; isQuoted: boolean } {
  if (text[start] === '"') {
    const close = text.indexOf('"', start + 1);
    const end = close < 0 ? text.length : close;
    return { value: text.slice(start + 1, end), end: end + 1, isQuoted: true };
  }
  let end = start;
  while (end < text.length && !blank.test(text.charAt(end))) end += 1;
  return { value: text.slice(start, end), end, isQuoted: false };
}
