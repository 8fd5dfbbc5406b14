/** The start of the line of `offset`. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf('\n', offset - 1) + 1;
}

/** The end of the line of `offset`, before its break. */
export function lineEnd(text: string, offset: number): number {
  const next = afterLine(text, offset);
  if (next === text.length && text[next - 1] !== '\n') return next;
  return text[next - 2] === '\r' ? next - 2 : next - 1;
}

/** The end of the line of `offset`, including its break. */
export function afterLine(text: string, offset: number): number {
  const feed = text.indexOf('\n', offset);
  return feed < 0 ? text.length : feed + 1;
}
