import { operatorNames } from './query-tree';

const operator = new Set<string>(operatorNames);
/** Syntax that makes a parenthesis meaningful: a joining word, minus, property, pattern or `name:`. */
const marks = /(?:^|[\s(])(?:(?:OR|AND)(?=[\s()"]|$)|-(?=[^\s-])|\[|\/)/u;
const named = /(?<![a-z-])([a-z-]+):/giu;

/**
 * Replaces unmatched parentheses with blanks, as in `what about X :)`. Without operators, groups change
 * nothing; with one, the query stays unchanged and the grammar rejects it.
 */
export function withoutStrayParentheses(text: string): string {
  const plain = text.replace(/"(?:\\.|[^"\\])*"/gu, quoted => ' '.repeat(quoted.length));
  if (plain.includes('"') || hasOperator(plain)) return text;
  const open: number[] = [];
  const stray: number[] = [];
  for (let at = 0; at < plain.length; at += 1) {
    const character = plain.charAt(at);
    if (character === '(') open.push(at);
    else if (character === ')' && open.pop() === undefined) stray.push(at);
  }
  const all = new Set([...stray, ...open]);
  return all.size === 0
    ? text
    : text.replace(/[()]/gu, (parenthesis, at: number) => (all.has(at) ? ' ' : parenthesis));
}

function hasOperator(text: string): boolean {
  return (
    marks.test(text) || [...text.matchAll(named)].some(([, name = '']) => operator.has(name.toLowerCase()))
  );
}
