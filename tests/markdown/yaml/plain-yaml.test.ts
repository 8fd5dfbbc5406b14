/** The short way of reading frontmatter says what the parser says, or nothing. */
import fc from 'fast-check';
import { readYaml } from '../../../src/markdown/yaml/frontmatter-yaml';
import { readPlainYaml } from '../../../src/markdown/yaml/plain-yaml';
import { anyCharacter } from '../../support/text/any-character';

function expectSame(yaml: string): boolean {
  const plain = readPlainYaml(yaml);
  if (plain === undefined) return false;
  const read = readYaml(yaml);
  expect(read.ok && read.value).toStrictEqual(plain);
  // Names in the same order, and no minus zero.
  expect(JSON.stringify(plain)).toBe(JSON.stringify(read.ok && read.value));
  return true;
}

const atoms = [
  ...[
    'a',
    'tags',
    'true',
    'null',
    'Null',
    'No',
    'yes',
    'NaN',
    'Infinity',
    '~',
    '0',
    '1',
    '12',
    '007',
    '1.50',
  ],
  ...[
    '1e3',
    '0x1F',
    '0o7',
    '1_000',
    '.5',
    '-1',
    '-0',
    '+1',
    '12:30',
    '2024-01-05',
    '2024-01-05T10:30',
    'é',
    '日本',
  ],
  ...[
    '"',
    "'",
    '"x"',
    "'x'",
    '""',
    '"a: b"',
    '"a\\n"',
    "'it''s'",
    '[',
    ']',
    '[a]',
    '[]',
    '[a, b]',
    '["a, b", c]',
  ],
  ...[
    '[1, "x"y]',
    '[a b,c/d]',
    '[,]',
    '[a,]',
    '[a,,b]',
    '{',
    '}',
    '{a: 1}',
    ',',
    ':',
    ': ',
    ' :',
    '#',
    ' #',
    '# c',
  ],
  ...[
    '-',
    '- ',
    '  - ',
    '    - ',
    '---',
    '...',
    '?',
    '? ',
    '&x',
    '*x',
    '!',
    '!!str',
    '|',
    '>',
    '>-',
    '%',
    '@',
    '`',
  ],
  ...[' ', '  ', '\t', '\r', '\u00a0', '\u0085', '\u2028', '\ufeff', '\\', '<<', '__proto__', 'constructor'],
];
const mark = fc.constantFrom(...atoms);
const value = fc.array(mark, { maxLength: 4 }).map(parts => parts.join(''));
const line = fc
  .oneof(
    {
      weight: 5,
      arbitrary: fc.tuple(fc.constantFrom('a', 'b c', 'ü', 'x-y', 'true', 'null', '__proto__'), value),
    },
    { weight: 3, arbitrary: fc.tuple(fc.constantFrom('- ', '  - ', '-   '), value) },
    { weight: 1, arbitrary: fc.tuple(fc.constant(''), value) },
  )
  .map(([name, rest]) =>
    name === '' || name.includes('- ') ? `${name}${rest}` : `${name}:${rest === '' ? '' : ` ${rest}`}`,
  );
const document = fc
  .tuple(fc.array(line, { maxLength: 6 }), fc.constantFrom('', '\n'))
  .map(([lines, end]) => lines.join('\n') + end);

test('the fast reader gives the result of the YAML parser for any lines, or none', () => {
  let read = 0;
  fc.assert(
    fc.property(document, yaml => {
      if (expectSame(yaml)) read += 1;
    }),
    { seed: 11, numRuns: 20_000 },
  );
  expect(read).toBeGreaterThan(400);
});

test('the fast reader gives the result of the YAML parser for one value, or none', () => {
  let read = 0;
  const one = fc.tuple(
    fc.constantFrom('k: ', 'k:\n- ', 'k:\n  - ', 'k: [', 'k: ["'),
    fc.array(fc.oneof(mark, fc.string({ unit: anyCharacter, maxLength: 2 })), { maxLength: 6 }),
    fc.constantFrom('', ']', '"]', '\nl: 1'),
  );
  fc.assert(
    fc.property(one, ([before, parts, after]) => {
      if (expectSame(before + parts.join('') + after)) read += 1;
    }),
    { seed: 12, numRuns: 20_000 },
  );
  expect(read).toBeGreaterThan(500);
});

const indentation = fc.constantFrom('', '', '', '  ', '  ', ' ', '    ');
const nestedLine = fc
  .tuple(
    indentation,
    fc.oneof(
      fc.tuple(
        fc.constantFrom('a:', 'b c:', 'ü:', 'd:'),
        fc.constantFrom('', '', '', ' x', ' 1', ' [a]', ' ', ' y '),
      ),
      fc.tuple(fc.constantFrom('a: '), fc.constantFrom('|', '>', '|-', '>-', '|+', '>2', '| ', '|-  ')),
      fc.tuple(fc.constantFrom('- '), fc.constantFrom('x', '2', 'a: 1', '- y', '|', '"z"', ' w ')),
      fc.tuple(fc.constantFrom('', '# c', 'text', 'two words ', '- ', ': x', '"q"', '\t'), fc.constant('')),
    ),
  )
  .map(([indent, parts]) => indent + parts.join(''));

test('the fast reader gives the result of the YAML parser for nested lines and texts of several lines, or none', () => {
  let read = 0;
  const nested = fc
    .tuple(fc.array(nestedLine, { minLength: 1, maxLength: 7 }), fc.constantFrom('', '\n', '\n\n', '\n# c\n'))
    .map(([lines, end]) => lines.join('\n') + end);
  fc.assert(
    fc.property(nested, yaml => {
      if (expectSame(yaml)) read += 1;
    }),
    { seed: 13, numRuns: 20_000 },
  );
  expect(read).toBeGreaterThan(500);
});

test.each([
  'title: A note\ntags: [one, two/three]\ncreated: 2024-01-05\n',
  'tags:\n  - one\n  - "two"\nrating: 4\neffort: 7.50\nreviewed: true\n',
  'aliases:\n- One\n- Two\n\nrank:\n# kept\nsource: https://example.org/a?b=2#top\n',
  "related: '[[Note]]'\n",
  'location:\n  city: Zürich\n  coordinates: [47.37, 8.54]\nrank:\n',
  'a:\n  b:\n    - x\n    - 1\n  c:\n    d: true\n\n# kept\ne: 1\n',
  'a:\n  b:\nc:\n',
  'summary: >-\n  One line,\n  and another: # both\n\n  A paragraph.\nrating: 4\n',
  'summary: |\n  One line,\n\n\n  and another.\n\n\nrating: 4\n',
  'a:\n  b: >\n    c\n  d: |-\n    e\n\nf: 1\n',
  'tags: []\naliases: [ ]\ndue: \nrank:  \nplace: Ort  \nlist:\n  - a \n',
  'start: 10:30\nlength: 3 days\nbelow: -5\nwarm: -1.50\nwhen: 2024-01-05 10:30\nshare: 50%\n',
  'title: "Say \\"yes\\"\\n"\nother: \'it\'\'s\'\nfile: /a/b\nremark: (none)\nname: _x\n',
  'icon: 🌱 growing\n日付: 2024-01-05\ntitle: 灯台（とうだい）\n',
])('the fast YAML reader reads the usual properties: %j', yaml => expect(expectSame(yaml)).toBe(true));

test.each([
  '',
  '# only\n',
  '- a\n',
  'a: b: c\n',
  'a: b\n  c\n',
  'a:\n    b: 1\n  c: 2\n',
  'a:\n  b: 1\n c: 2\n',
  'a:\n  - b\n  c: 1\n',
  'a:\n  - b: 1\n',
  'a:\n  b\n',
  'a: 1\n  b: 2\n',
  'a: |\nb: 1\n',
  'a: |+\n  b\n',
  'a: |2\n  b\n',
  'a: | # b\n  c\n',
  'a: >\n  b\n    c\n',
  'a: >\n    b\n  c\n',
  'a: >\n\n  b\n',
  'a: >\n  b\n  \n  c\n',
  'a: "\\x41"\n',
  'a: -0\n',
  'a: -0.5\n',
  'a: 1: 2\n',
  'a: 5 # b\n',
  'a:\n'.repeat(10).replace(/a/g, (_a, at: number) => ' '.repeat(at / 3) + 'a'),
  'a: b # c\n',
  'a: [b\n',
  'a\n',
  'a:b\n',
  'a: 1e3\n',
  'a: &x b\n',
  `${'k'.repeat(1200)}: 1\n`,
])('the fast YAML reader leaves to the parser: %j', yaml => expect(readPlainYaml(yaml)).toBeUndefined());

test('the fast reader gives up at once on a long text that is no list', () => {
  expect(readPlainYaml(`a: [${'a '.repeat(30_000)}{`)).toBeUndefined();
  expect(readPlainYaml(`a: [${'"a" '.repeat(15_000)}{`)).toBeUndefined();
});
