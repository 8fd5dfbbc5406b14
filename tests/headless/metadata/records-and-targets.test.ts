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
import { linkTarget } from '../../../src/markdown/links/link-target';
import type { TemporaryVault } from '../temporary-vault';
import { fileOf, noteVault } from './note-vault';

describe('records', () => {
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
      const record = new NoteRecorder().record(
        '---\ntags: [a]\nup: "[[x]]"\n---\n[[x#y]] ![[z]] #b #b #c #b',
      );
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
});

describe('targets', () => {
  const empty = (paths: readonly string[]): Record<string, string> =>
    Object.fromEntries(paths.map(path => [path, '']));

  describe('the target of a link', () => {
    let vault: TemporaryVault;

    beforeAll(async () => {
      const notes = ['Note.md', 'a/Note.md', 'a/b/Note.md', 'a/b/Deep.md', 'longer/Deep.md', 'Äpfel.md'];
      const files = ['a/image.png', 'image.md', 'x.md.md', 'a/Two Words.md', 'b/Only.md', 'b/c/Source.md'];
      vault = await noteVault(empty([...notes, ...files, '__proto__.md', 'y/Same.md', 'z/Same.md']));
    });

    afterAll(() => vault.close());

    test.each<[link: string, source: string, target: string | null]>([
      ['Note', 'Äpfel.md', 'Note.md'],
      ['note', 'Äpfel.md', 'Note.md'],
      ['Note.md', 'Äpfel.md', 'Note.md'],
      ['Note#Heading', 'Äpfel.md', 'Note.md'],
      // An exact path wins even over the source's own folder.
      ['Note', 'a/image.png', 'Note.md'],
      ['b/Note', 'Äpfel.md', 'a/b/Note.md'],
      ['/a/Note', 'a/b/Deep.md', 'a/Note.md'],
      ['Deep', 'Äpfel.md', 'a/b/Deep.md'],
      ['Deep', 'longer/Deep.md', 'longer/Deep.md'],
      // Of two paths of one length the first in the alphabet.
      ['Same', 'Äpfel.md', 'y/Same.md'],
      ['./Note', 'a/b/Deep.md', 'a/b/Note.md'],
      ['../Note', 'a/b/Deep.md', 'a/Note.md'],
      ['../../Note', 'a/b/Deep.md', 'Note.md'],
      ['../../../Note', 'a/b/Deep.md', null],
      ['./Only', 'a/b/Deep.md', null],
      ['image.png', 'Äpfel.md', 'a/image.png'],
      ['image', 'Äpfel.md', 'image.md'],
      ['x.md', 'Äpfel.md', 'x.md.md'],
      ['Two\u00a0Words', 'Äpfel.md', 'a/Two Words.md'],
      ['A\u0308pfel', 'Note.md', 'Äpfel.md'],
      ['b/Only', 'Note.md', 'b/Only.md'],
      ['/B/only.md', 'Note.md', 'b/Only.md'],
      ['a/Only', 'Note.md', null],
      ['/Only', 'Note.md', 'b/Only.md'],
      ['xb/Only', 'Note.md', null],
      ['c/Source', 'Note.md', 'b/c/Source.md'],
      ['b/Only/', 'Note.md', null],
      ['', 'a/Note.md', 'a/Note.md'],
      ['#Heading', 'a/Note.md', 'a/Note.md'],
      ['', 'gone.md', null],
      ['__proto__', 'Note.md', '__proto__.md'],
      ['nowhere', 'Note.md', null],
      ['a', 'Note.md', null],
    ])('of %j in %s is %s', (link, source, target) => {
      const { metadataCache } = vault.host.app;
      expect(metadataCache.getFirstLinkpathDest(link, source)?.path ?? null).toBe(target);
    });

    test('is written as its name, or as its path when another file has that name', () => {
      const { metadataCache } = vault.host.app;
      expect(metadataCache.fileToLinktext(fileOf(vault, 'b/Only.md'), '')).toBe('Only');
      expect(metadataCache.fileToLinktext(fileOf(vault, 'b/Only.md'), '', false)).toBe('Only.md');
      expect(metadataCache.fileToLinktext(fileOf(vault, 'a/Note.md'), '')).toBe('a/Note');
      expect(metadataCache.fileToLinktext(fileOf(vault, 'a/image.png'), '')).toBe('image.png');
    });
  });

  describe('the target among many files of one name', () => {
    const folders = ['', 'a/', 'A/', 'a/b/', 'b/', 'c/b/', 'long name/', 'a/b/c/d/'];
    const more = Array.from({ length: 20 }, (_, index) => `x/${index}/`);
    const paths = [...folders, ...more].flatMap(folder => [`${folder}README.md`, `${folder}Other.md`]);
    const links = [
      'README',
      'b/README',
      'a/README.md',
      '/README',
      './README',
      '../README',
      '../b/README',
      'x/3/readme',
      'c/README',
    ];
    let vault: TemporaryVault;

    beforeAll(async () => {
      vault = await noteVault(empty(paths));
    });

    afterAll(() => vault.close());

    test.each(links)('of %j is the same as when all are looked at', link => {
      const named = (name: string): string[] =>
        paths.filter(path => path.slice(path.lastIndexOf('/') + 1).toLowerCase() === name);
      for (const source of paths) {
        const found = vault.host.app.metadataCache.getFirstLinkpathDest(link, source);
        expect([source, found?.path]).toEqual([source, linkTarget(link, source, named)]);
      }
    });
  });

  describe('the links of the vault', () => {
    let vault: TemporaryVault | undefined;

    afterEach(() => vault?.close());

    test('are counted by target, those of the frontmatter and embeds too', async () => {
      vault = await noteVault({
        'a.md':
          '---\nrelated: ["[[b]]", "[[Nowhere#x|y]]"]\n---\n[[b#H]] ![[b]] [b](b.md) [[#H]] [[Nowhere]] `[[b]]`',
        'b.md': '',
        'c.txt': '[[b]]',
      });
      const { metadataCache } = vault.host.app;
      expect(metadataCache.resolvedLinks).toEqual({ 'a.md': { 'b.md': 4, 'a.md': 1 }, 'b.md': {} });
      expect(metadataCache.unresolvedLinks).toEqual({ 'a.md': { Nowhere: 2 }, 'b.md': {} });
    });

    test('may have the names that objects are born with', async () => {
      vault = await noteVault({ 'a.md': '[[__proto__]] [[constructor]] [[toString]]' });
      const links = vault.host.app.metadataCache.unresolvedLinks['a.md'] ?? {};
      expect(Object.entries(links)).toEqual([
        ['__proto__', 1],
        ['constructor', 1],
        ['toString', 1],
      ]);
    });

    test('are found from their target', async () => {
      vault = await noteVault({ 'a.md': '[[b]] [[c]] ![[b#x]]', 'b.md': '[[#x]]', 'c.md': '[[a]]' });
      const cache = vault.host.internals.metadataCache;
      const backlinks = cache.getBacklinksForFile(fileOf(vault, 'b.md'));
      expect(backlinks.keys().sort()).toEqual(['a.md', 'b.md']);
      expect(backlinks.get('a.md')?.map(({ original }) => original)).toEqual(['[[b]]', '![[b#x]]']);
      expect([backlinks.count(), backlinks.contains('c.md'), backlinks.get('c.md')]).toEqual([
        3,
        false,
        null,
      ]);
    });
  });

  describe('the whole vault', () => {
    let vault: TemporaryVault | undefined;

    afterEach(() => vault?.close());

    test('has its tags counted, one spelling for all', async () => {
      vault = await noteVault({ 'a.md': '---\ntags: [One, two/three]\n---\n#one `#code`' });
      expect(vault.host.internals.metadataCache.getTags()).toEqual({ '#One': 2, '#two/three': 1 });
    });

    test('has files that the user excludes', async () => {
      const filters = ['Old/', '/^x.*\\.md$/', '/(?=y)/', '/(/', '/', 5];
      vault = await noteVault({ '.obsidian/app.json': JSON.stringify({ userIgnoreFilters: filters }) });
      const cache = vault.host.internals.metadataCache;
      const paths = ['Old/a.md', 'x/y.md', 'x/y.png', 'New/x.md', 'y.md', 'Old.md'];
      expect(paths.filter(path => cache.isUserIgnored(path))).toEqual(['Old/a.md', 'x/y.md']);
    });

    test('has files that the user excludes later', async () => {
      vault = await noteVault({ '.obsidian/app.json': '{}' });
      const cache = vault.host.internals.metadataCache;
      await vault.host.app.vault.adapter.write('.obsidian/app.json', '{"userIgnoreFilters": ["/^x/", "y"]}');
      expect(['x', 'y', 'z'].filter(path => cache.isUserIgnored(path))).toEqual(['y']);
      await cache.ignored.prepare();
      expect(['x', 'y', 'z'].filter(path => cache.isUserIgnored(path))).toEqual(['x', 'y']);
    });

    test('has no files that the user excludes by default', async () => {
      vault = await noteVault({});
      expect(vault.host.internals.metadataCache.isUserIgnored('Old/a.md')).toBe(false);
    });
  });
});
