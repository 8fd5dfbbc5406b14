/** A match of a pattern with its groups; none where the text does not match. */
export function matchOf(pattern: RegExp, text: string): readonly (string | undefined)[] {
  return pattern.exec(text) ?? [];
}

/** The text before the first separator; all of it where there is none. */
export function textBefore(text: string, separator: '|' | '#' | '.'): string {
  const [before = ''] = text.split(separator, 1);
  return before;
}

/** The code point at a place within the text. */
export function codePointAt(text: string, at: number): number {
  const code = text.codePointAt(at);
  if (code === undefined) throw new RangeError(`The text ends before ${at}.`);
  return code;
}
