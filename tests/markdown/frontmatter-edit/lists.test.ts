import { append, edited, failure, merge, prepend, set } from './support';

describe('adding to a list', () => {
  it.each([
    [
      'k:\n  - "a" # one\n  # on b\n  - b\nl: 1\n',
      merge('k', ['b', 'c']),
      'k:\n  - "a" # one\n  # on b\n  - b\n  - c\nl: 1\n',
    ],
    ['k: [ "a", b ] # c\n', merge('k', ['c', 'a']), 'k: [ "a", b, c ] # c\n'],
    ['k: [a, b,]\n', merge('k', ['c']), 'k: [a, b, c,]\n'],
    ['k: [\n  a, # one\n  b # two\n]\n', merge('k', ['c']), 'k: [\n  a, # one\n  b, c # two\n]\n'],
    ['k: a\n', merge('k', ['b']), 'k:\n  - a\n  - b\n'],
    ['k: 123456789012345678\n', merge('k', ['b']), 'k:\n  - 123456789012345678\n  - b\n'],
    ['k: 01234 # zip\n', merge('k', ['b']), 'k: # zip\n  - 01234\n  - b\n'],
    ["k: '1.10'\n", prepend('k', ['b']), "k:\n  - b\n  - '1.10'\n"],
    ['k: "a\n  b"\n', merge('k', ['c']), 'k:\n  - a b\n  - c\n'],
    ['k:\n', merge('k', ['a', 'a']), 'k:\n  - a\n'],
    ['k: {m: 1}\n', merge('k', ['a']), 'k: [a]\n'],
    ['k: [a, a]\n', merge('k', ['a']), 'k: [a, a]\n'],
    ['k: [x, 42, {m: 1}]\n', merge('k', [{ m: 1 }, '42']), 'k: [x, 42, {m: 1}, "42"]\n'],
    ['k: [a]\n', merge('k', ['(,*b']), 'k: [a, "(,*b"]\n'],
    ['k: [a]\n', merge('k', 'b'), 'k: b\n'],
    ['k:\n- a\n', append('k', 'b'), 'k:\n- a\n- b\n'],
    ['k:\n- a\n', prepend('k', ['b', 'c']), 'k:\n- b\n- c\n- a\n'],
    ['k: [a]\n', prepend('k', 'b'), 'k: [b, a]\n'],
    ['k: text\n', append('k', ' more'), 'k: text more\n'],
    ['k: text\n', prepend('k', 'a: '), 'k: "a: text"\n'],
    ['k: text\n', append('k', ['b']), 'k:\n  - text\n  - b\n'],
    ['l: 1\n', append('k', 'b'), 'l: 1\nk: b\n'],
    ['k:\nl: 1\n', append('k', 'b'), 'k: b\nl: 1\n'],
    ['k:\n  - &x a\nl: *x\n', append('k', 'b'), 'k:\n  - &x a\n  - b\nl: *x\n'],
    ['k: &x [a]\n', append('k', 'b'), 'k: &x [a, b]\n'],
    ['k:\n  - |+\n    a\n\nl: 1\n', append('k', 'b'), 'k:\n  - "a\\n\\n"\n  - b\n\nl: 1\n'],
  ])('in %j by %j gives %j', (before, edit, after) => {
    expect(edited(before, edit)).toBe(after);
  });

  it.each(['k: 5\n', 'k: true\n', 'k: {a: 1}\n'])(
    'is refused where there is neither list nor text: %j',
    yaml => {
      expect(failure(`---\n${yaml}---\n`, append('k', 'x')).code).toBe('invalid_argument');
    },
  );
});

describe('taking from a list', () => {
  it.each([
    ['k:\n  - a\n  # on b\n  - "b" # c\n  - c\nl: 1\n', ['a', 'c'], 'k:\n  - a\n  - c\nl: 1\n'],
    ["k:\n  - 'a'\n  - b\n", ['a'], "k:\n  - 'a'\n"],
    ["k: [ 'a', b, 'c', d ]\n", ['a', 'c'], "k: [ 'a', 'c' ]\n"],
    ['k: ["a", b]\n', ['b'], 'k: [b]\n'],
    ['k: [a, b, "c"]\n', ['c'], 'k: ["c"]\n'],
    ['k: ["a", b, c]\n', ['x', 'a', 'y'], 'k: [x, "a", y]\n'],
    ['k: [a, "b", c]\n', ['c', 'b'], 'k: [c, b]\n'],
    ['k: [a]\n', [], 'k: []\n'],
    ['k:\n  - a\nl: 1\n', [], 'k: []\nl: 1\n'],
  ])('of %j what is not in %j gives %j', (before, value, after) => {
    expect(edited(before, set('k', value))).toBe(after);
  });
});
