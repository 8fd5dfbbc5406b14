import { CARET, LEFT_BRACKET, RIGHT_BRACKET, isWhitespace } from './characters';

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
