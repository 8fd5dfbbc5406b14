/** Expressions that want to reach out, hang the app or fill its memory. */
import { readBase } from '../../src/bases/document/base-document';
import { parseExpression } from '../../src/bases/language/parser';
import { result, TestVault } from './support/vault';

/** Processor time of the fastest of three runs, ms: other programs count as little as can be. */
function processorTime(work: () => unknown): number {
  const times = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

const deep = (count: number): string => '('.repeat(count) + '1' + ')'.repeat(count);
const digits = '[0,1,2,3,4,5,6,7,8,9]';
const nested = (depth: number): string => (depth === 0 ? 'value' : `${digits}.map(${nested(depth - 1)})`);

const reaching = [
  'constructor',
  'constructor.constructor("return 1")()',
  '"".constructor',
  '"".constructor("x")',
  '[].constructor.constructor("x")',
  '"a".__proto__',
  '__proto__.polluted',
  'note.__proto__',
  'note["__proto__"]["x"]',
  'file.constructor',
  'file.properties.constructor',
  'file.properties.__proto__.x',
  'globalThis',
  'process.env',
  'this.constructor',
  'formula.constructor',
  'formula["__proto__"]',
  '[1].map(constructor)',
  '(1).toString.call("x")',
  'toString',
  'hasOwnProperty("x")',
  'valueOf()',
  '"x".valueOf()',
  '"x".at(0)',
  '[1].forEach(value)',
  'eval("1")',
  'Function("return 1")()',
  'import("fs")',
  'require("fs")',
  '"a".replace("a", constructor)',
];

test.each(reaching)('the expression %s gives access to nothing outside the base', expression => {
  const value = result(expression);
  const isError = typeof value === 'object' && value !== null && Object.keys(value).join() === 'error';
  const isNothing = value === null || value === '' || JSON.stringify(value) === '[null]';
  expect(isNothing || isError).toBe(true);
});

test('a property with the name of an inherited member is the note’s own property or missing', () => {
  const vault = new TestVault([{ path: 'row.md', properties: { constructor: 'mine' } }]);
  expect(result('constructor', { vault })).toBe('mine');
  expect(result('toString', { vault })).toBeNull();
  expect(result('note.valueOf', { vault })).toBeNull();
});

const tooMany = { error: 'The expression takes too many steps.' };
const tooLong = { error: 'The expression produces a text that is too long.' };
const long = `"${'a'.repeat(5000)}"`;

test.each([
  ['a text repeated', '"a".repeat(1000000000)', tooLong],
  ['a repetition repeated', '"a".repeat(90000).repeat(90000)', tooLong],
  ['a text doubled', `${digits}.map(${digits}).flat().reduce(acc + acc, ${long})`, tooLong],
  ['nested lists', nested(8), tooMany],
  [
    'a list searched for each of its items',
    `${long}.split("").map(${long}.split("").contains(value + "x"))`,
    tooMany,
  ],
  ['a long text for each of many items', `${nested(4)}.flat().flat().flat().map("x".repeat(90000))`, tooMany],
  ['every letter replaced by a longer text', `${long}.replace("a", ${long})`, tooLong],
  ['a pattern that backtracks elsewhere', `/(a+)+$/.matches("${'a'.repeat(2000)}b")`, false],
  ['a large pattern over a long text', `/(.*)(.*)(.*)(.*)(.*)x/.matches("${'a'.repeat(9000)}")`, tooMany],
])('%s ends within 50 ms', (_name, expression, expected) => {
  let value: unknown;
  const ms = processorTime(() => (value = result(expression)));
  expect(value).toEqual(expected);
  expect(ms).toBeLessThan(50);
});

test('a list that holds itself many times over has a short text', () => {
  const value = result(`${digits}.map(${digits}.map(${digits}.map(${digits}))).toString().length`);
  expect(value).toBeGreaterThan(1000);
  const formulas = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`f${index + 1}`, `[formula.f${index}, formula.f${index}]`]),
  );
  const ms = processorTime(() =>
    expect(result('formula.f30.toString()', { formulas: { f0: '"x"', ...formulas } })).toEqual(tooMany),
  );
  expect(ms).toBeLessThan(50);
});

test('equality of lists that hold themselves many times over is bounded', () => {
  const formulas: Record<string, string> = Object.fromEntries(
    ['f', 'g'].flatMap((name): [string, string][] => [
      [`${name}0`, '"x"'],
      ...Array.from({ length: 40 }, (_, index): [string, string] => [
        `${name}${index + 1}`,
        `[formula.${name}${index}, formula.${name}${index}]`,
      ]),
    ]),
  );
  const reading = processorTime(() => result('1', { formulas }));
  const ms = processorTime(() => expect(result('formula.f40 == formula.g40', { formulas })).toEqual(tooMany));
  expect(ms - reading).toBeLessThan(50);
});

test.each([
  [{ a: 'formula.a + 1' }, 'Formula "a" needs its own value'],
  [{ a: 'formula.b', b: 'formula["a"]' }, 'Formula "a" needs its own value'],
  [
    { a: '[1].map(formula.b)[0]', b: 'if(true, formula.c)', c: '-formula.a' },
    'Formula "a" needs its own value',
  ],
])('formulas that need themselves are errors: %j', (formulas, error) => {
  expect(result('formula.a', { formulas })).toEqual({ error });
});

test.each([
  ['parentheses', deep(100_000)],
  ['brackets', '['.repeat(15_000)],
  ['signs', '!'.repeat(19_000)],
  ['members', `a${'.a'.repeat(9000)}`],
  ['calls', 'a('.repeat(9000)],
  ['operators', `1${'+1'.repeat(9000)}`],
  ['quotes', '"'.repeat(19_001)],
  ['slashes', '/'.repeat(19_001)],
])('an expression of many %s is refused at once', (_name, expression) => {
  const ms = processorTime(() => expect(parseExpression(expression).ok).toBe(false));
  expect(ms).toBeLessThan(50);
});

test('a base with many formulas, filters and anchors is read quickly or refused', () => {
  const chain = Array.from({ length: 3000 }, (_, index) => `  f${index}: formula.f${index + 1}`).join('\n');
  const filters = `${'{and: ['.repeat(90)}true${']}'.repeat(90)}`;
  for (const yaml of [`formulas:\n${chain}`, `filters: ${filters}`, `a: &a [*a]`, `${'- '.repeat(200)}x`]) {
    const ms = processorTime(() => readBase(yaml));
    expect(ms).toBeLessThan(500);
  }
});
