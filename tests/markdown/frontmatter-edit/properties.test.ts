import { editFrontmatter } from '../../../src/markdown/frontmatter-edit';
import { readFrontmatter } from '../../../src/markdown/frontmatter/frontmatter';
import { append, edited, remove, set, failure, merge, prepend } from './support';
import type { FrontmatterEdit } from '../../../src/markdown/frontmatter-edit/edits';
import { propertySpellings } from '../../../src/utils/properties/property-names';

describe('setting a property', () => {
  it.each([
    ['a: 1 # why\nb: 2\n', set('a', 5), 'a: 5 # why\nb: 2\n'],
    ['a:   old   # why\n', set('a', 'new'), 'a:   new   # why\n'],
    ['a: "old"\n', set('a', 'new'), 'a: new\n'],
    ["a: 'it''s'\nb: 'x'\n", set('a', 'x'), "a: x\nb: 'x'\n"],
    ['a: one\n  two\n\n  three # c\nb: 1\n', set('a', 2), 'a: 2 # c\nb: 1\n'],
    ['a: "one\n  two" # c\n', set('a', 2), 'a: 2 # c\n'],
    ['a:\n  text\nb: 1\n', set('a', 2), 'a:\n  2\nb: 1\n'],
    ['a: |\n  text\n  more\n\n# on b\nb: 1\n', set('a', 'x'), 'a: x\n\n# on b\nb: 1\n'],
    ['a: >- # c\n  text\nb: 1\n', set('a', 'x'), 'a: x\nb: 1\n'],
    ['a: |+\n  text\n\n\nb: 1\n', set('a', 'x'), 'a: x\n\n\nb: 1\n'],
    ['a:\nb: 1\n', set('a', 'x'), 'a: x\nb: 1\n'],
    ['a: \nb: 1\n', set('a', 'x'), 'a: x\nb: 1\n'],
    ['a: # c\nb: 1\n', set('a', 'x'), 'a: x # c\nb: 1\n'],
    ['a: # c\n  - 1\n  - 2 # two\n  # end\nb: 1\n', set('a', 'x'), 'a: x # c\n  # end\nb: 1\n'],
    ['a:\n  k: 1\n  l:\n    - 2\n# on b\nb: 1\n', set('a', 'x'), 'a: x\n# on b\nb: 1\n'],
    ['a: {k: 1, l: [2]} # c\n', set('a', true), 'a: true # c\n'],
    ['a: 1\n', set('b', 2), 'a: 1\nb: 2\n'],
    ['a: 1\n\n', set('b', 2), 'a: 1\n\nb: 2\n'],
    ['# head\n', set('b', 2), '# head\nb: 2\n'],
    ['', set('b', 2), 'b: 2\n'],
    ['  a: 1\n', set('b', [2]), '  a: 1\n  b:\n    - 2\n'],
    ['a: 1\nb: 2\na: 3 # last\n', set('a', 4), 'a: 1\nb: 2\na: 4 # last\n'],
    ['a: &x 1\nb: 2\n', set('a', 3), 'a: 3\nb: 2\n'],
    ['a: &x\nb: 2\n', set('a', 3), 'a: 3\nb: 2\n'],
    ['a: !!str 1\nb: 2\n', set('a', 3), 'a: 3\nb: 2\n'],
    ['a: &x 1\nb: *x\n', set('b', 3), 'a: &x 1\nb: 3\n'],
    ['? a\n: 1\nb: 2\n', set('a', 3), '? a\n: 3\nb: 2\n'],
    ['? a\nb: 2\n', set('a', 3), 'a: 3\nb: 2\n'],
    ['"a" : 1\n', set('a', 3), '"a" : 3\n'],
    [
      'date: 2024-07-21\nid: 007\nbig: 12345678901234567890\n',
      set('x', 1),
      'date: 2024-07-21\nid: 007\nbig: 12345678901234567890\nx: 1\n',
    ],
  ])('in %j by %j gives %j', (before, edit, after) => {
    expect(edited(before, edit)).toBe(after);
  });

  it.each([
    ['a: 1 # c\n', set('a', null), 'a: # c\n'],
    ['a: [1]\nb: 1\n', set('a', null), 'a:\nb: 1\n'],
    ['a:\n  - 1\nb: 1\n', set('a', null), 'a:\nb: 1\n'],
    ['a: |\n  t\nb: 1\n', set('a', null), 'a:\nb: 1\n'],
    ['b: 1\n', set('a', null), 'b: 1\na:\n'],
    ['a: ~\n', set('a', null), 'a: ~\n'],
  ])('to nothing in %j by %j gives %j', (before, edit, after) => {
    expect(edited(before, edit)).toBe(after);
  });

  it.each(['a: "1"\n', "a: '1'\n", 'a: !!str 1\n', 'a: |-\n  1\n'])(
    'leaves %j as it is when it is so already',
    yaml => {
      expect(edited(yaml, set('a', '1'))).toBe(yaml);
    },
  );

  it('keeps CRLF, mixed breaks and a byte order mark', () => {
    const text = '\uFEFF---\r\na: 1\r\nb:\n  - x\r\n---\r\nbody\n';
    expect(editFrontmatter(text, [set('a', 2), set('c', ['y', 'z'])])).toBe(
      '\uFEFF---\r\na: 2\r\nb:\n  - x\r\nc:\r\n  - y\r\n  - z\r\n---\r\nbody\n',
    );
  });

  it('takes $& and the like literally', () => {
    expect(edited('a: 1\n', set('a', '$& $1 \\n'))).toBe('a: $& $1 \\n\n');
  });
});

describe('removing a property', () => {
  it.each([
    ['a: 1 # c\nb: 2\n', 'b: 2\n'],
    ['b: 2\na:\n  - 1\n  - x: |\n      y\n\n# on c\nc: 3\n', 'b: 2\n\n# on c\nc: 3\n'],
    ['# on a\na: 1\nb: 2\n', '# on a\nb: 2\n'],
    ['a: 1\nb: 2\na: 3\n', 'b: 2\n'],
    ['b: 2\n', 'b: 2\n'],
    ['? a\n: 1\nb: 2\n', 'b: 2\n'],
    ['a: 1\n# note\n', '# note\n'],
    ['z: |\n  t\na: 1\n  # note\nb: 2\n', 'z: |\n  t\nb: 2\n'],
    ['z: |+\n  t\na: 1\n\nb: 2\n', 'z: |+\n  t\nb: 2\n'],
  ])('in %j leaves %j', (before, after) => {
    expect(edited(before, remove('a'))).toBe(after);
  });

  it('takes an emptied block away', () => {
    expect(editFrontmatter('\uFEFF---\na: 1\n\n---\nbody', [remove('a')])).toBe('\uFEFFbody');
    expect(editFrontmatter('---\na: 1\n---', [remove('a')])).toBe('');
  });

  it('keeps an empty block where the next block would become the frontmatter', () => {
    expect(editFrontmatter('---\na: 1\n---\n---\nb: 2\n---\n', [remove('a')])).toBe(
      '---\n---\n---\nb: 2\n---\n',
    );
  });

  it('does not change an empty block and a note without one', () => {
    for (const text of ['---\n---\n', '', 'text', '---\nunclosed'])
      expect(editFrontmatter(text, [remove('a')])).toBe(text);
  });
});

describe('a missing block', () => {
  it.each([
    ['', '---\na: 1\n---\n'],
    ['text', '---\na: 1\n---\ntext'],
    ['x\r\ny\r\n', '---\r\na: 1\r\n---\r\nx\r\ny\r\n'],
    ['\uFEFFtext', '\uFEFF---\na: 1\n---\ntext'],
    ['---\nopen: 1\n', '---\na: 1\n---\n---\nopen: 1\n'],
    ['\n---\nb: 1\n---\n', '---\na: 1\n---\n\n---\nb: 1\n---\n'],
    ['---\n---\ntext', '---\na: 1\n---\ntext'],
  ])('is made on top of %j', (before, after) => {
    expect(editFrontmatter(before, [set('a', 1)])).toBe(after);
  });
});

describe('several edits at once', () => {
  it('are applied in their order', () => {
    expect(
      edited('a: 1\n', set('b', 1), append('t', 'x'), append('t', ['y']), remove('b'), set('a', 2)),
    ).toBe('a: 2\nt:\n  - x\n  - y\n');
    expect(edited('a: 1\n', remove('a'), set('a', 2), set('b', 3))).toBe('a: 2\nb: 3\n');
  });
});

describe('a note', () => {
  it('of every unusual form keeps all other bytes', () => {
    const text =
      '---\n# head\ntitle:   "Q: what?"   # why\naliases: [ "x, y", z ]\ndates:\n- 2026-11-21\n- 007\n\nlong: >-\n  folded\n  text\n\nmap: {a: &m 1, b: [[Link]]}\nref: *m\n__proto__: {x: 1}\n? odd\n: 1\nlast: ~\n---\n\u2028 $& ---\n';
    const result = editFrontmatter(text, [set('new', 'v'), append('dates', '2027-01-01'), remove('long')]);
    expect(result).toBe(
      text
        .split('- 007\n')
        .join('- 007\n- 2027-01-01\n')
        .split('long: >-\n  folded\n  text\n')
        .join('')
        .split('last: ~\n')
        .join('last: ~\nnew: v\n'),
    );
    expect(readFrontmatter(result)?.dates).toEqual(['2026-11-21', 7, '2027-01-01']);
  });
});

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
    ['k: a, b\n', merge('k', ['c']), 'k:\n  - a, b\n  - c\n'],
    ['tags: a, b\n', merge('tags', ['c', 'a']), 'tags:\n  - a\n  - b\n  - c\n'],
    ['Tags: "#a #b"\n', append('tags', ['c']), 'Tags:\n  - a\n  - b\n  - c\n'],
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
    ['k: |\n  a\n  b\nl: 1\n', prepend('k', 'x'), 'k: "x\\na\\nb\\n"\nl: 1\n'],
    ['k: |-\n  a\n  b\nl: 1\n', append('k', 'x'), 'k: "a\\nb\\nx"\nl: 1\n'],
    ['k: |\n  a\n  b\nl: 1\n', append('k', 'x\n'), 'k: "a\\nb\\nx\\n"\nl: 1\n'],
    ['k: "2026"\n', append('k', 'x'), 'k: 2026x\n'],
    ['tags: one\n', append('tags', 'two'), 'tags:\n  - one\n  - two\n'],
    ['TAGS: one\n', prepend('tags', 'two'), 'TAGS:\n  - two\n  - one\n'],
    ['aliases: Foo\n', append('aliases', 'Bar'), 'aliases:\n  - Foo\n  - Bar\n'],
    ['cssclasses: c1\n', append('cssclasses', 'c2'), 'cssclasses:\n  - c1\n  - c2\n'],
    ['k: 2026-11-20\n', append('k', ['b']), 'k:\n  - 2026-11-20\n  - b\n'],
    ['k: text\n', append('k', ['b']), 'k:\n  - text\n  - b\n'],
    ['l: 1\n', append('k', 'b'), 'l: 1\nk: b\n'],
    ['k:\nl: 1\n', append('k', 'b'), 'k: b\nl: 1\n'],
    ['k:\n  - &x a\nl: *x\n', append('k', 'b'), 'k:\n  - &x a\n  - b\nl: *x\n'],
    ['k: &x [a]\n', append('k', 'b'), 'k: &x [a, b]\n'],
    ['k:\n  - |+\n    a\n\nl: 1\n', append('k', 'b'), 'k:\n  - "a\\n\\n"\n  - b\n\nl: 1\n'],
  ])('in %j by %j gives %j', (before, edit, after) => {
    expect(edited(before, edit)).toBe(after);
  });

  it.each(['k: 5\n', 'k: true\n', 'k: {a: 1}\n', 'k: 2027-03-01\n', 'k: 2027-03-01T10:00\n'])(
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

describe('names in another letter case', () => {
  const note = (...lines: string[]): string => ['---', ...lines, '---', 'text', ''].join('\n');

  test('a property is set under the spelling that it has', () => {
    expect(editFrontmatter(note('Due: 1'), [{ kind: 'set', key: 'due', value: 2 }])).toBe(note('Due: 2'));
  });

  test('of two spellings the exact one is set, otherwise the last', () => {
    const both = note('Due: 1', 'DUE: 2');
    expect(editFrontmatter(both, [{ kind: 'set', key: 'Due', value: 3 }])).toBe(note('Due: 3', 'DUE: 2'));
    expect(editFrontmatter(both, [{ kind: 'set', key: 'due', value: 3 }])).toBe(note('Due: 1', 'DUE: 3'));
  });

  test('a property is removed under all its spellings', () => {
    expect(editFrontmatter(note('a: 0', 'Due: 1', 'DUE: 2'), [{ kind: 'remove', key: 'due' }])).toBe(
      note('a: 0'),
    );
  });

  test('two spellings in one edit are one property', () => {
    const edits = [
      { kind: 'set', key: 'New', value: 1 },
      { kind: 'set', key: 'new', value: 2 },
    ] as const;
    expect(editFrontmatter(note('a: 0'), edits)).toBe(note('a: 0', 'New: 2'));
  });

  test('a list is added to under the spelling that it has', () => {
    expect(editFrontmatter(note('Tags: [a]'), [{ kind: 'merge', key: 'tags', value: ['b'] }])).toBe(
      note('Tags: [a, b]'),
    );
  });

  test('names of other letters are other properties', () => {
    expect(propertySpellings(['due', 'DUE', 'dues', 'Due'], 'due')).toEqual(['due', 'Due', 'DUE']);
  });

  test('very many properties at once are refused in time that grows with their number', () => {
    const edits = Array.from({ length: 60_000 }, (_item, index): FrontmatterEdit => ({
      kind: 'set',
      key: `k${index}`,
      value: index,
    }));
    const begun = performance.now();
    expect(() => editFrontmatter(note('a: 0'), edits)).toThrow('Properties can be edited up to');
    // 60,000 names compared with each other take minutes.
    expect(performance.now() - begun).toBeLessThan(10_000);
  });
});

describe('an edit is refused with nothing changed', () => {
  it.each([
    ['---\na: "x\n---\n', /does not parse: see line 2\.$/],
    ['---\na: 1\n b: 2\n---\n', /does not parse/],
    ['---\na:\n\t- x\n---\n', /does not parse/],
    ['---\nk: *\n---\n', /does not parse/],
    ['---\ntext\n---\n', /not a map/],
    ['---\n- a\n---\n', /not a map/],
    ['---\n{a: 1}\n---\n', /braces/],
    ['---\nb: *x\n---\n', /alias/],
    ['---\n~\n---\n', /no longer parse/],
    ['---\nb: 1\n...\n---\n', /no longer parse/],
  ])('in %j', (text, reason) => {
    const refused = failure(text, set('a', 1));
    expect(refused.code).toBe('invalid_frontmatter');
    expect(refused.message).toMatch(reason);
  });

  it.each([
    ['a: &x 1\nb: *x\n', set('a', 2), /anchor/],
    ['a: &x 1\nb: *x\n', remove('a'), /anchor/],
    ['z: &x 0\na: &x 1\nb: *x\n', set('a', 2), /another property/],
    ['a: &x [1, 2]\nb: *x\n', append('a', 3), /another property|anchor/],
    ['*k : 1\n', set('k', 2), /alias/],
  ])('where an anchor is used elsewhere: %j by %j', (yaml, edit, reason) => {
    const refused = failure(`---\n${yaml}---\n`, edit);
    expect(refused.code).toBe('invalid_frontmatter');
    expect(refused.message).toMatch(reason);
  });

  it('for values that are no JSON, too deep or too large', () => {
    for (const value of [undefined, NaN, () => 1, [Infinity]])
      expect(failure('', set('a', value)).code).toBe('invalid_argument');
    let deep: unknown = 1;
    for (let level = 0; level < 5_000; level += 1) deep = [deep];
    expect(failure('', set('a', deep)).code).toBe('too_large');
    expect(failure('', set('a', 'x'.repeat(70_000))).code).toBe('too_large');
    expect(failure(`---\na: ${'x'.repeat(65_000)}\n---\n`, set('b', 'x'.repeat(600))).code).toBe('too_large');
    expect(failure(`---\na: ${'['.repeat(40_000)}\n---\n`, set('b', 1)).code).toBe('too_large');
  });

  it('without text of the note in the error', () => {
    expect(JSON.stringify(failure('---\na: "secret\n---\n', set('a', 1)))).not.toContain('secret');
  });
});
