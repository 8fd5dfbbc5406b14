import {
  locateFrontmatter,
  parseFrontmatter,
  readFrontmatter,
  splitFrontmatter,
} from '../../../src/markdown/frontmatter/frontmatter';
import { propertyLinkPlaces } from '../../../src/markdown/frontmatter/property-links';

/** The three offsets that matter shown in the text: `«` body start, `»` body end, `^` end, `|` after. */
function marked(text: string): string | undefined {
  const block = locateFrontmatter(text);
  if (!block) return undefined;
  const { bodyStart, bodyEnd, end, after } = block;
  return `${text.slice(0, bodyStart)}«${text.slice(bodyStart, bodyEnd)}»${text.slice(bodyEnd, end)}^${text.slice(end, after)}|${text.slice(after)}`;
}

describe('the frontmatter block', () => {
  it.each([
    ['---\na: 1\n---\ntext', '---\n«a: 1\n»---^\n|text'],
    ['---\r\na: 1\r\n---\r\ntext', '---\r\n«a: 1\r\n»---^\r\n|text'],
    ['\uFEFF---\na: 1\n---\n', '\uFEFF---\n«a: 1\n»---^\n|'],
    ['---\na: 1\n---', '---\n«a: 1\n»---^|'],
    ['---\n---\ntext', '---\n«»---^\n|text'],
    ['---\n\n\n---\n', '---\n«\n\n»---^\n|'],
    ['---  \na: 1\n---\t \ntext', '---  \n«a: 1\n»---^\t \n|text'],
    ['---\na: 1\n---\nb\n---\n', '---\n«a: 1\n»---^\n|b\n---\n'],
    ['---\na: |\n  ---\n----\n---\n', '---\n«a: |\n  ---\n----\n»---^\n|'],
  ])('is found in %j', (text, expected) => {
    expect(marked(text)).toBe(expected);
  });

  it.each([
    '',
    '-',
    '---',
    '---\n',
    '---\na: 1\n',
    '---\na: 1\n ---\n',
    '----\n---\n',
    ' ---\na: 1\n---\n',
    '\n---\na: 1\n---\n',
    '---\ra: 1\r---\r',
    '--- a\n---\n',
    '---\na: 1\n--- x',
    '---\na: 1\n...\n',
  ])('is not in %j', text => {
    expect(locateFrontmatter(text)).toBeUndefined();
  });

  it('has the line break of its first line', () => {
    expect(locateFrontmatter('---\r\na: 1\n---\n')?.newline).toBe('\r\n');
    expect(locateFrontmatter('---\na: 1\r\n---\r\n')?.newline).toBe('\n');
  });

  it('is split from the text below it', () => {
    expect(splitFrontmatter('\uFEFF---\na: 1\n---\ntext')).toEqual({ yaml: 'a: 1\n', bodyOffset: 14 });
    expect(splitFrontmatter('\uFEFFtext')).toEqual({ yaml: undefined, bodyOffset: 1 });
    expect(splitFrontmatter('text')).toEqual({ yaml: undefined, bodyOffset: 0 });
  });
});

/** The parsed value as JSON text, which tells own keys in their order. */
function json(yaml: string): string | undefined {
  const parsed = parseFrontmatter(yaml);
  return parsed.ok ? JSON.stringify(parsed.value) : undefined;
}

describe('the YAML of a frontmatter', () => {
  it.each([
    ['a: 2024-07-21', '{"a":"2024-07-21"}'],
    ['a: 2024-07-21T12:37:00', '{"a":"2024-07-21T12:37:00"}'],
    ['a: 12:30', '{"a":"12:30"}'],
    ['a: yes', '{"a":"yes"}'],
    ['a: 1_000', '{"a":"1_000"}'],
    ['a: 017', '{"a":17}'],
    ['a: 0o17', '{"a":15}'],
    ['a: 0x1F', '{"a":31}'],
    ['a: 1e3', '{"a":1000}'],
    ['a: ~', '{"a":null}'],
    ['a:', '{"a":null}'],
    ['a: TRUE', '{"a":true}'],
    ['a: [[Note]]', '{"a":[["Note"]]}'],
    ['a: "[[Note]]"', '{"a":"[[Note]]"}'],
    ['tags: a, b', '{"tags":"a, b"}'],
    ['a: 12345678901234567890', '{"a":12345678901234567000}'],
    ['a: !!timestamp 2024-07-21', '{"a":"2024-07-21"}'],
    ['a: !other x', '{"a":"x"}'],
    ['a: 1\nb: 2\na: 3', '{"a":3,"b":2}'],
    ['a: &x [1]\nb: *x', '{"a":[1],"b":[1]}'],
    ['a: &x 1\nb: &x 2\nc: *x', '{"a":1,"b":2,"c":2}'],
    ['a: &x {m: 1}\n<<: *x', '{"a":{"m":1},"<<":{"m":1}}'],
    ['a: {{date}}', '{"a":{"{ date }":null}}'],
    ['{"a": 1, "b": [2]}', '{"a":1,"b":[2]}'],
    [
      '__proto__: 1\nconstructor: 2\n"": 3\n7: 4\na.b: 5\n😀: 6',
      '{"7":4,"__proto__":1,"constructor":2,"":3,"a.b":5,"😀":6}',
    ],
    ['a: {__proto__: {b: 1}}', '{"a":{"__proto__":{"b":1}}}'],
    ['~: 1\n1.50: 2\ntrue: 3', '{"":1,"1.5":2,"true":3}'],
    ['a: |\r\n  b\r\n  c\r\n', '{"a":"b\\nc\\n"}'],
    ['\n# only\n\na: 1\n\n', '{"a":1}'],
  ])('%j is read as %s', (yaml, expected) => {
    expect(json(yaml)).toBe(expected);
  });

  it('gives maps without a prototype, so that no name is inherited', () => {
    expect(readFrontmatter('---\na: 1\n---\n')?.constructor).toBeUndefined();
    expect(Object.getPrototypeOf({})).toBe(Object.prototype);
  });

  it.each([
    ['', { kind: 'empty' }],
    ['# nothing\n', { kind: 'empty' }],
    ['~', { kind: 'empty' }],
    ['text', { kind: 'not_a_map' }],
    ['- a', { kind: 'not_a_map' }],
    ['[a]', { kind: 'not_a_map' }],
    ['1', { kind: 'not_a_map' }],
    ['a: 1\nb: @x', { kind: 'syntax', line: 2 }],
    ['a: `x`', { kind: 'syntax', line: 1 }],
    ['a: "x', { kind: 'syntax', line: 1 }],
    ['a: b: c', { kind: 'syntax', line: 1 }],
    ['a: 1\n...\nb: 2', { kind: 'syntax', line: 3 }],
    ['a: *x', { kind: 'aliases' }],
    ['a: &x [*x]', { kind: 'aliases' }],
  ])('%j is none, and it is said why', (yaml, problem) => {
    expect(parseFrontmatter(yaml)).toEqual({ ok: false, problem });
  });

  it('has no text of the note', () => {
    const parsed = parseFrontmatter('a: "secret');
    expect(JSON.stringify(parsed)).not.toContain('secret');
  });
});

describe('hostile YAML', () => {
  it.each([
    ['['.repeat(32_000), 'too_deep'],
    ['["]",'.repeat(5_000), 'too_deep'],
    ['{a: '.repeat(8_000), 'too_deep'],
    ['- '.repeat(20_000), 'too_deep'],
    ['? '.repeat(20_000), 'too_deep'],
    [Array.from({ length: 300 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n'), 'too_deep'],
    [`a: ${'x'.repeat(70_000)}`, 'too_large'],
    [
      `a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n${Array.from({ length: 9 }, (_, level) => `a${level + 1}: &a${level + 1} [${`*a${level}, `.repeat(10)}]\n`).join('')}`,
      'aliases',
    ],
    [`a: &x ${'y'.repeat(30_000)}\nb: [${'*x, '.repeat(1_000)}]`, 'aliases'],
  ])('is refused by its size or depth (case %#)', (yaml, kind) => {
    expect(parseFrontmatter(yaml)).toMatchObject({ ok: false, problem: { kind } });
  });

  it.each([
    `a: "${'['.repeat(500)}"`,
    `a: |\n${' '.repeat(300)}deep: - - -\n`,
    `a: [${'"[[x]]", '.repeat(500)}]`,
    `# ${'-'.repeat(300)}\na: 1`,
    `a: x${' [y'.repeat(200)}`,
    `a: 1\nb: text\n${' '.repeat(90)}on a line - far in`,
  ])('is not confused with brackets and indents in text (case %#)', yaml => {
    expect(parseFrontmatter(yaml).ok).toBe(true);
  });
});

const listed = (count: number): string[] =>
  Array.from(
    { length: count },
    (_item, index) => `  - "[[Note ${index}${index % 2 === 0 ? '' : '|shown'}]]"`,
  );

test.each([10, 800, 5000])('each of %i links in properties is on its own line', count => {
  const lines = ['---', 'up:', ...listed(count), '---', '[[Note 1]]'];
  const text = lines.join('\n');
  const places = propertyLinkPlaces(text);
  expect(places).toHaveLength(count);
  const right = places.every(
    ({ link, at }, index) => link === `Note ${index}` && text.slice(0, at).split('\n').length === index + 3,
  );
  expect(right).toBe(true);
});

test.each(['[', '[[', '[[a|', '[[a', '|', ']]', '[[a]'])('%j without end takes no long time', piece => {
  expect(propertyLinkPlaces(`---\nx: ${piece.repeat(60_000 / piece.length)}\n---\n`)).toEqual([]);
});
