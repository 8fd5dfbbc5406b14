import type { Span } from '../../structure/note-structure';

/**
 * The lines between `from` and `to`, without blank ones at both ends; includes the last line's break. Empty
 * and at `from` if all lines are blank.
 */
export function linesWithText(text: string, from: number, to: number): Span {
  let end = to;
  while (end > from && isBlankCode(text.charCodeAt(end - 1))) {
    end -= 1;
  }
  if (end === from) return { start: from, end: from };
  let start = from;
  for (let at = from; at < end && isBlankCode(text.charCodeAt(at)); at += 1) {
    if (text[at] === '\n') start = at + 1;
  }
  const feed = text.indexOf('\n', end);
  return { start, end: feed === -1 || feed >= to ? to : feed + 1 };
}

export function isBlankCode(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}
