import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { serialize } from 'node:v8';
import fc from 'fast-check';
import { ByteReader, ByteWriter } from '../../../pkg/headless/obsidian/metadata/records/bytes';
import { isStamp, stampOf } from '../../../pkg/headless/obsidian/metadata/records/file-stamp';
import {
  emptyRecord,
  linkpathsOf,
  metadataOf,
  recordVersion,
  tagsOf,
  weightOf,
} from '../../../pkg/headless/obsidian/metadata/records/note-record';
import { NoteRecorder } from '../../../pkg/headless/obsidian/metadata/records/note-recorder';
import { anyCharacter } from '../../support/text/any-character';
import { addPart, partsOf } from '../../../pkg/headless/obsidian/metadata/reading/large-note';

const fixtures = join(__dirname, '../../fixtures/metadata');

describe('bytes', () => {
  test('give back what was written, in its order', () => {
    const numbers = fc.integer({ min: -(2 ** 51), max: 2 ** 51 });
    const strings = fc.string({ unit: anyCharacter });
    fc.assert(
      fc.property(fc.array(fc.tuple(numbers, fc.double(), strings)), rows => {
        const writer = new ByteWriter();
        for (const [integer, real, text] of rows) {
          writer.integer(integer);
          writer.real(real);
          writer.string(text);
        }
        const reader = new ByteReader(writer.take());
        expect(rows.map(() => [reader.integer(), reader.real(), reader.string()])).toEqual(rows);
        expect(reader.isAtEnd).toBe(true);
      }),
      { seed: 3, numRuns: 200 },
    );
  });

  test('can have unpaired surrogates, and be longer than the first buffer', () => {
    const writer = new ByteWriter();
    const long = 'x'.repeat(200_000);
    writer.string('\ud83d');
    writer.string(long);
    const reader = new ByteReader(writer.take());
    expect([reader.string(), reader.string()]).toEqual(['\ud83d', long]);
  });

  test('cause an error when they end early', () => {
    const writer = new ByteWriter();
    writer.integer(1000);
    const bytes = writer.take();
    expect(() => new ByteReader(bytes.subarray(0, 1)).integer()).toThrow(RangeError);
    expect(() => new ByteReader(bytes).bytes(3)).toThrow(RangeError);
    expect(() => new ByteReader(bytes).integers(3)).toThrow(RangeError);
  });
});

describe('a record', () => {
  test('lists the names in a note without making its metadata', () => {
    const record = new NoteRecorder().record('---\ntags: [a]\nup: "[[x]]"\n---\n[[x#y]] ![[z]] #b #b #c #b');
    expect([...linkpathsOf(record)]).toEqual([
      ['x', 2],
      ['z', 1],
    ]);
    expect(tagsOf(record)).toEqual([
      ['#a', 1],
      ['#b', 2],
      ['#c', 1],
      ['#b', 1],
    ]);
  });

  test('quotes at most two million characters of a kind, however long each name is', () => {
    const name = 'a/'.repeat(3000);
    const tags = Array.from({ length: 1000 }, (_item, index) => `#${name}${index}`);
    const { record, metadata } = new NoteRecorder().note(`${tags.join('\n')}\n# Heading\n[[Link]]\n`);
    const { tags: found = [], headings = [], links = [] } = metadata();
    expect(found.length).toBe(333);
    expect(tagsOf(record).map(([tag]) => tag)).toEqual(tags.slice(0, 333));
    expect(record.length).toBeLessThan(4_100_000);
    expect([headings.length, links.length]).toEqual([1, 1]);
  });

  test('gives the metadata that the note had when it was read', () => {
    const yaml = '---\na: [.inf, &x {b: "[[c]]"}, *x]\n---\n';
    const files = readdirSync(fixtures).filter(name => name.endsWith('.md'));
    for (const text of ['', yaml, ...files.map(name => readFileSync(join(fixtures, name), 'utf8'))]) {
      const { record, metadata } = new NoteRecorder().note(text);
      expect(metadata()).toEqual(metadataOf(record));
      expect(Object.keys(metadata())).toEqual(Object.keys(metadataOf(record)));
    }
  });

  test('without content is that of a note without metadata', () => {
    expect(metadataOf(emptyRecord)).toEqual({});
    expect([linkpathsOf(emptyRecord).size, tagsOf(emptyRecord).length]).toEqual([0, 0]);
    expect(weightOf(emptyRecord)).toBe(0);
  });

  test('counts the size of what aliases expand to', () => {
    const text = `---\na: &a [${'x, '.repeat(50)}]\nb: [${'*a, '.repeat(50)}]\n---\n`;
    const record = new NoteRecorder().record(text);
    expect(record.length).toBeLessThan(1000);
    expect(weightOf(record)).toBeGreaterThan(10_000);
  });

  // Records are kept from one run to the next: when this fails, raise `recordVersion`, then write down the digest.
  test('has a new version whenever its content differs', () => {
    const hash = createHash('sha256').update(String(recordVersion));
    const recorder = new NoteRecorder();
    for (const name of readdirSync(fixtures).filter(one => one.endsWith('.md'))) {
      hash.update(recorder.record(readFileSync(join(fixtures, name), 'utf8')));
    }
    expect(hash.digest('hex').slice(0, 16)).toBe('fe56908ed2ec2820');
  });
});

describe('a stamp', () => {
  const stats = { mtimeMs: 1000.25, size: 5, ino: 7 };

  test('differs between a file and its later state', () => {
    expect(stampOf(stats, 2000)).toEqual({ time: 1000.25, size: 5, inode: 7 });
    expect(isStamp(stampOf(stats, 2000))).toBe(true);
  });

  test('is not made when a later change could have the same stamp', () => {
    expect(stampOf(stats, 1010)).toBeUndefined();
    expect(stampOf(stats, 995)).toBeUndefined();
  });
});

describe('texts that YAML aliases repeat', () => {
  const long = 'x'.repeat(10_000);
  const keys = Array.from({ length: 49 }, (_item, index) => `key${index}`);
  const note = `---\nbase: &long "${long}"\n${keys.map(key => `${key}: *long`).join('\n')}\n---\nText.\n`;

  test('a text that YAML aliases repeat is stored and sent once', () => {
    const record = new NoteRecorder().record(note);
    expect(record.length).toBeLessThan(15_000);
    const parts = [...partsOf({ record })];
    expect(serialize(parts).length).toBeLessThan(30_000);
  });

  test('values that YAML aliases repeat are the same object at every place', () => {
    const record = new NoteRecorder().record(note);
    const expected = Object.fromEntries(['base', ...keys].map(key => [key, long]));
    expect(metadataOf(record).frontmatter).toEqual(expected);
    const metadata: Record<string, unknown> = {};
    for (const part of partsOf({ record })) addPart(metadata, part);
    expect(metadata['frontmatter']).toEqual(expected);
  });
});
