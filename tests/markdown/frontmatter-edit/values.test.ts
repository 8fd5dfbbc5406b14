import { edited, remove, set } from './support';

describe('the text of a value', () => {
  it.each([
    ['plain', 'plain'],
    ['two words', 'two words'],
    ['日本語 – ok', '日本語 – ok'],
    ['😀', '😀'],
    ['2026-11-21', '2026-11-21'],
    ['2026-11-21T10:00', '2026-11-21T10:00'],
    ['12:30:45', '12:30:45'],
    ['yes', 'yes'],
    ['a, b', 'a, b'],
    ['https://example.org/#x', 'https://example.org/#x'],
    ['007', '"007"'],
    ['0o17', '"0o17"'],
    ['1e3', '"1e3"'],
    ['12345678901234567890', '"12345678901234567890"'],
    ['null', '"null"'],
    ['~', '"~"'],
    ['True', '"True"'],
    ['.inf', '".inf"'],
    ['', '""'],
    ['[[Link]]', '"[[Link]]"'],
    ['#x', '"#x"'],
    ['a #x', '"a #x"'],
    [': ', '": "'],
    ['a: b', '"a: b"'],
    ['a:', '"a:"'],
    ['@x', '"@x"'],
    ['*', '"*"'],
    ['- x', '"- x"'],
    ['-', '"-"'],
    ['---', '---'],
    [' x', '" x"'],
    ['x ', '"x "'],
    ['a\nb', '"a\\nb"'],
    ['a\tb', '"a\\tb"'],
    ['say "x" \\', 'say "x" \\'],
    ['"x"', '"\\"x\\""'],
    ['a\u2028b\u0085\uFEFF', '"a\\u2028b\\u0085\\ufeff"'],
    ['\ud800', '"\\ud800"'],
    ['\u0000', '"\\u0000"'],
    [12, '12'],
    [-0.5, '-0.5'],
    [1e21, '1e+21'],
    [true, 'true'],
    [[], '[]'],
    [{}, '{}'],
  ])('%j is written %s', (value, text) => {
    expect(edited('', set('k', value))).toBe(`k: ${text}\n`);
  });

  it('of a list or map is in block style when new', () => {
    const value = [1, 'a: b', [2, []], { m: [3], n: { o: null } }, null];
    expect(edited('', set('k', value))).toBe(
      'k:\n  - 1\n  - "a: b"\n  - - 2\n    - []\n  - m:\n      - 3\n    n:\n      o: null\n  - null\n',
    );
    expect(edited('', set('k', { a: 1, 'b: c': ['d'] }))).toBe('k:\n  a: 1\n  "b: c":\n    - d\n');
  });

  it('keeps the style that a list or map had', () => {
    expect(edited('k: [x] # c\n', set('k', ['a, b', { m: 1 }]))).toBe('k: ["a, b", {m: 1}] # c\n');
    expect(edited('k: []\n', set('k', ['a']))).toBe('k: [a]\n');
    expect(edited('k: {a: 1}\n', set('k', { b: '[' }))).toBe('k: {b: "["}\n');
    expect(edited('k:\n- x # c\nl: 1\n', set('k', ['a', 'b']))).toBe('k:\n- a\n- b\nl: 1\n');
    expect(edited('k:\n    a: 1\nl: 1\n', set('k', { b: 1 }))).toBe('k:\n    b: 1\nl: 1\n');
    expect(edited('k: text # c\n', set('k', ['a']))).toBe('k: # c\n  - a\n');
    expect(edited('k: # c\nl: 1\n', set('k', ['a']))).toBe('k: # c\n  - a\nl: 1\n');
    expect(edited('k: # c\n  - 1\n  - 2 # d\nl: 1\n', set('k', { a: 1 }))).toBe('k: # c\n  a: 1\nl: 1\n');
    expect(edited('k: |\n  t\nl: 1\n', set('k', ['a']))).toBe('k:\n  - a\nl: 1\n');
  });
});

describe('the name of a property', () => {
  it.each([
    ['a.b', 'a.b: 1\n'],
    ['due date', 'due date: 1\n'],
    ['😀', '😀: 1\n'],
    ['a:b', 'a:b: 1\n'],
    ['a: b', '"a: b": 1\n'],
    ['say "x"', 'say "x": 1\n'],
    ['"x"', '"\\"x\\"": 1\n'],
    ['', '"": 1\n'],
    ['7', '7: 1\n'],
    ['007', '"007": 1\n'],
    ['null', '"null": 1\n'],
    ['__proto__', '__proto__: 1\n'],
    ['constructor', 'constructor: 1\n'],
    ['<<', '"<<": 1\n'],
    ['#x', '"#x": 1\n'],
    ['- x', '"- x": 1\n'],
    ['a\nb', '"a\\nb": 1\n'],
    ['---', '---: 1\n'],
    ['? x', '"? x": 1\n'],
  ])('%j is written in a form that is read back', (name, yaml) => {
    expect(edited('', set(name, 1))).toBe(yaml);
    expect(edited(`z: 1\n${yaml}`, set(name, 2))).toBe(`z: 1\n${yaml.replace('1\n', () => '2\n')}`);
    expect(edited(`z: 1\n${yaml}`, remove(name))).toBe('z: 1\n');
  });

  it('is found in any kind of quotes', () => {
    expect(edited('\'a\': 1\n"b": 2\n', set('a', 3), remove('b'))).toBe("'a': 3\n");
  });
});
