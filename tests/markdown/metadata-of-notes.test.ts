import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { readFrontmatter } from '../../src/markdown/frontmatter/frontmatter';
import {
  cachedMetadata,
  type NoteMetadata,
  LineTable,
} from '../../pkg/headless/obsidian/metadata/records/cached-metadata';
import { scanStructure } from '../../src/markdown/structure/scan-structure';
import { allTags, frontmatterTags } from '../../src/markdown/tags';
import { noteRecordings } from '../support/recordings';
import { frontmatterLinks, linksOfProperties } from '../../src/markdown/frontmatter/property-links';
import { wholeWikilink } from '../../src/markdown/links/links';

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
    const different = [...fields].filter(key => !isDeepStrictEqual(ours[key], recorded.cachedMetadata[key]));
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
    const offsets = Array.from({ length: text.length + 1 }, (_, offset) => (offset * 37) % (text.length + 1));
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
    expect(linksOfProperties({ x: ['y', original] })).toEqual([{ key: 'x.1', original, link, displayText }]);
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
