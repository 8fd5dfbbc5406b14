import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import {
  locateFrontmatter,
  parseFrontmatter,
  readFrontmatter,
  splitFrontmatter,
} from '../../src/markdown/frontmatter/frontmatter';
import {
  propertyLinkPlaces,
  frontmatterLinks,
  linksOfProperties,
} from '../../src/markdown/frontmatter/property-links';
import {
  cachedMetadata,
  type NoteMetadata,
  LineTable,
} from '../../pkg/headless/obsidian/metadata/records/cached-metadata';
import { scanStructure } from '../../src/markdown/structure/scan-structure';
import { allTags, frontmatterTags } from '../../src/markdown/tags';
import { noteRecordings } from '../support/recordings';
import { wholeWikilink } from '../../src/markdown/links/links';

describe('frontmatter', () => {
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
      [`{${'a: '.repeat(20_000)}`, 'too_deep'],
      [`{a: 1, ${'a: '.repeat(200)}b}`, 'too_deep'],
      [`{${'"a": 1, '.repeat(200)}"b": ${'['.repeat(200)}`, 'too_deep'],
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
      `{${'"a": 1, '.repeat(200)}"b": [1]}`,
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
});

describe('metadata of notes', () => {
  /**
   * Compares with what the real app recorded for notes that are not part of this repository. Point
   * LECTERN_RECORDED at a folder of JSON files that hold `fileContents`, `cachedMetadata` and `getAllTags`.
   */
  describe('recorded notes', () => {
    const folder = process.env.LECTERN_RECORDED;
    const SHARE_THAT_MUST_BE_EQUAL = 67 / 69;

    const recording = z.object({
      fileContents: z.string(),
      cachedMetadata: z.record(z.string(), z.unknown()),
      getAllTags: z.array(z.string()),
      parseFrontMatterTags: z.array(z.string()).nullable(),
    });

    function metadataOf(text: string): NoteMetadata {
      return cachedMetadata(text, scanStructure(text), readFrontmatter(text));
    }

    function plain(value: unknown): unknown {
      return JSON.parse(JSON.stringify(value));
    }

    function differences(recorded: z.output<typeof recording>): string[] {
      const metadata = metadataOf(recorded.fileContents);
      const ours = z.record(z.string(), z.unknown()).parse(plain(metadata));
      const fields = new Set([...Object.keys(ours), ...Object.keys(recorded.cachedMetadata)]);
      const different = [...fields].filter(
        key => !isDeepStrictEqual(ours[key], recorded.cachedMetadata[key]),
      );
      if (!isDeepStrictEqual(allTags(metadata), recorded.getAllTags)) different.push('getAllTags');
      if (!isDeepStrictEqual(frontmatterTags(metadata.frontmatter), recorded.parseFrontMatterTags)) {
        different.push('parseFrontMatterTags');
      }
      return different;
    }

    test('metadata equals what the app recorded', () => {
      if (folder === undefined) {
        console.warn('SKIPPED: set LECTERN_RECORDED to a folder of recordings to compare with the real app.');
        return;
      }
      const files = [...noteRecordings(folder)];
      const different = files
        .map(([file, one]) => ({ file, fields: differences(recording.parse(one)) }))
        .filter(it => it.fields.length > 0);
      const equal = files.length - different.length;
      console.warn(`Equal to the app in every field: ${equal} of ${files.length} notes.`);
      if (different.length > 0)
        console.warn(different.map(it => `${it.file}: ${it.fields.join(', ')}`).join('\n'));
      expect(files.length).toBeGreaterThan(0);
      expect(equal).toBeGreaterThanOrEqual(Math.floor(files.length * SHARE_THAT_MUST_BE_EQUAL));
    });
  });

  describe('metadata of a text', () => {
    const folder = join(__dirname, '../fixtures/metadata');
    const notes = readdirSync(folder).filter(name => name.endsWith('.md'));

    function metadataOf(text: string): NoteMetadata {
      return cachedMetadata(text, scanStructure(text), readFrontmatter(text));
    }

    test.each(notes)('the metadata of %s', name => {
      const text = readFileSync(join(folder, name), 'utf8');
      const expected: unknown = JSON.parse(
        readFileSync(
          join(
            folder,
            name.replace(/md$/, () => 'json'),
          ),
          'utf8',
        ),
      );
      expect(JSON.parse(JSON.stringify(metadataOf(text)))).toEqual(expected);
    });

    test('empty lists are absent', () => {
      expect(metadataOf('')).toEqual({});
      expect(Object.keys(metadataOf('text'))).toEqual(['sections']);
    });

    test('frontmatter has its position and its links, even if there are none', () => {
      const metadata = metadataOf('---\na: 1\n---\n');
      expect(metadata.frontmatterLinks).toEqual([]);
      expect(metadata.frontmatterPosition).toEqual({
        start: { line: 0, col: 0, offset: 0 },
        end: { line: 2, col: 3, offset: 12 },
      });
    });

    test.each([
      ['empty', '---\n---\n'],
      ['broken', '---\na: [\n---\n'],
      ['no map', '---\n- a\n---\n'],
    ])('frontmatter that is %s is a section and nothing else', (_name, text) => {
      expect(Object.keys(metadataOf(text))).toEqual(['sections']);
    });

    test('block ids are found in lower case, and the later of two wins', () => {
      const { blocks, sections } = metadataOf('a ^Ab\n\nb ^aB\n');
      expect(Object.keys(blocks ?? {})).toEqual(['ab']);
      expect(blocks?.ab).toEqual({ id: 'aB', position: sections?.[1]?.position });
      expect(sections?.map(section => section.id)).toEqual(['Ab', 'aB']);
    });

    test('offsets count UTF-16 units', () => {
      const { tags } = metadataOf('🎉 x\r\n🎉 #a\r\n');
      expect(tags?.[0]?.position).toEqual({
        start: { line: 1, col: 3, offset: 9 },
        end: { line: 1, col: 5, offset: 11 },
      });
    });

    test('a line table answers in any order', () => {
      const text = Array.from({ length: 50 }, (_, line) => 'x'.repeat(line % 7)).join('\n');
      const table = new LineTable(scanStructure(text));
      const offsets = Array.from(
        { length: text.length + 1 },
        (_, offset) => (offset * 37) % (text.length + 1),
      );
      for (const offset of offsets) {
        const before = text.slice(0, offset).split('\n');
        expect(table.at(offset)).toEqual({ line: before.length - 1, col: before.at(-1)?.length, offset });
      }
    });

    test.each([
      ['[[a]]', 'a', 'a'],
      ['[[a#b|c]]', 'a#b', 'c'],
      ['[[a#b]]', 'a#b', 'a > b'],
      ['[[|a]]', '|a', '|a'],
    ])('the string %s is a link', (original, link, displayText) => {
      expect(wholeWikilink(original)).toEqual({ original, link, displayText });
    });

    test.each(['', '[[]]', 'a [[b]]', '[[a]] b', '[[a]] [[b]]', '[[a\nb]]', '[a](b.md)', '[['])(
      'the string %j is no link',
      value => {
        expect(wholeWikilink(value)).toBeUndefined();
      },
    );

    test('links in frontmatter are named by their path', () => {
      const links = frontmatterLinks({ a: '[[b]]', c: ['x', '[[d]]', { e: '[[f]]' }], g: null, h: 1 });
      expect(links.map(({ key, link }) => [key, link])).toEqual([
        ['a', 'b'],
        ['c.1', 'd'],
        ['c.2.e', 'f'],
      ]);
    });

    test.each([
      ['[a](b.md)', 'b.md', 'a'],
      ['[a](b%20c.md#d)', 'b c.md#d', 'a'],
      ['[a](<b c.md>)', 'b c.md', 'a'],
      ['[a](b.md "title")', 'b.md', 'a'],
      ['[[a|b]]', 'a', 'b'],
    ])('the property %s is a link of its note for bases', (original, link, displayText) => {
      expect(linksOfProperties({ x: ['y', original] })).toEqual([
        { key: 'x.1', original, link, displayText },
      ]);
    });

    test.each([
      '[a](https://b.example)',
      '[a](mailto:b@c.example)',
      '[a](b.md) and more',
      '[a](b.md) [c](d.md)',
      '![a](b.png)',
      '[a\nb](c.md)',
      '[a]()',
      '`[a](b.md)`',
    ])('the property %j is none', value => {
      expect(linksOfProperties({ value })).toEqual([]);
    });
  });
});
