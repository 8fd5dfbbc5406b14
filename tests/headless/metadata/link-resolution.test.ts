import { linkTarget } from '../../../src/markdown/links/link-target';
import type { TemporaryVault } from '../temporary-vault';
import { fileOf, noteVault } from './note-vault';

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
    expect([backlinks.count(), backlinks.contains('c.md'), backlinks.get('c.md')]).toEqual([3, false, null]);
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
    vault = await noteVault({ '.obsidian/app.json': '{"userIgnoreFilters": ["Old/", "/^x/", 5]}' });
    const cache = vault.host.internals.metadataCache;
    expect(cache.isUserIgnored('Old/a.md')).toBe(true);
    expect(() => cache.isUserIgnored('New/a.md')).toThrow('isUserIgnored with a regular expression');
  });

  test('has no files that the user excludes by default', async () => {
    vault = await noteVault({});
    expect(vault.host.internals.metadataCache.isUserIgnored('Old/a.md')).toBe(false);
  });
});
