/** Patterns that keep a backtracking engine busy for ever, each with a text on which they do. */
export const catastrophes: readonly (readonly [pattern: string, text: string])[] = [
  ['(a+)+$', `${'a'.repeat(30)}!`],
  ['^(a|aa)+$', `${'a'.repeat(45)}!`],
  ['^(a|a)*$', `${'a'.repeat(31)}!`],
  ['^(.*a){20}$', `${'a'.repeat(40)}!`],
  ['\\s+$', `${' '.repeat(200_000)}x`],
  ['(.*)(.*)(.*)(.*)(.*)(.*)X$', `${'a'.repeat(300)}!`],
  ['(x+x+)+y', 'x'.repeat(32)],
  ['(\\p{L}+)+\\d', `${'é'.repeat(30)}!`],
  ['(?:\\S+\\s*)+#end', 'tag '.repeat(10) + 'a'.repeat(15)],
];
