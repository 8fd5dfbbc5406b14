import { chmodSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TemporaryVault } from '../temporary-vault';
import { fileOf, noteVault, plain } from './note-vault';

const fixtures = join(__dirname, '../../fixtures/metadata');
const names = readdirSync(fixtures).filter(name => name.endsWith('.md'));

let vault: TemporaryVault | undefined;

afterEach(() => vault?.close());

function fixture(name: string): string {
  return readFileSync(join(fixtures, name), 'utf8');
}

describe('the metadata of a note', () => {
  test.each(names)('has the shape of the app for %s', async name => {
    vault = await noteVault({ [name]: fixture(name) });
    const expected: unknown = JSON.parse(fixture(`${name.slice(0, -3)}.json`));
    const { metadataCache } = vault.host.app;
    expect(plain(metadataCache.getFileCache(fileOf(vault, name)))).toEqual(expected);
    expect(metadataCache.getCache(name)).toBe(metadataCache.getFileCache(fileOf(vault, name)));
  });

  test('is null for what is no note, and for what is not there', async () => {
    vault = await noteVault({ 'a.txt': '# A', 'b.canvas': '{}', '.hidden.md': '# A' });
    const { metadataCache } = vault.host.app;
    expect(metadataCache.getCache('a.txt')).toBeNull();
    expect(metadataCache.getCache('b.canvas')).toBeNull();
    expect(metadataCache.getCache('.hidden.md')).toBeNull();
    expect(metadataCache.getCache('gone.md')).toBeNull();
  });

  test('is an empty object for an empty note', async () => {
    vault = await noteVault({ 'a.md': '' });
    expect(vault.host.app.metadataCache.getCache('a.md')).toEqual({});
  });

  test('is one object until the note changes', async () => {
    vault = await noteVault({ 'a.md': '# A', 'b.md': '# B' });
    const { metadataCache, vault: files } = vault.host.app;
    const before = metadataCache.getCache('a.md');
    await files.modify(fileOf(vault, 'b.md'), '# C');
    await vault.host.metadataSettled();
    expect(metadataCache.getCache('a.md')).toBe(before);
    await files.modify(fileOf(vault, 'a.md'), '# C');
    await vault.host.metadataSettled();
    expect(metadataCache.getCache('a.md')).not.toBe(before);
  });

  test('keeps values of YAML that JSON does not know', async () => {
    const yaml = 'a: .inf\nb: -.inf\nc: .nan\nd: -0\n__proto__: 1\nconstructor: [2]\ne: &x [1]\nf: *x\n';
    vault = await noteVault({ 'a.md': `---\n${yaml}---\n` });
    const frontmatter = vault.host.app.metadataCache.getCache('a.md')?.frontmatter ?? {};
    expect(Object.values(frontmatter)).toEqual([Infinity, -Infinity, NaN, -0, 1, [2], [1], [1]]);
    expect(Object.keys(frontmatter)).toContain('__proto__');
  });

  test('has frontmatter with a prototype, as plugins expect', async () => {
    vault = await noteVault({ 'a.md': '---\na: {b: 1}\n---\n', 'b.md': '---\na: &x {b: 1}\nc: *x\n---\n' });
    for (const path of ['a.md', 'b.md']) {
      const frontmatter: unknown = vault.host.app.metadataCache.getCache(path)?.frontmatter;
      expect(Reflect.get(Object(frontmatter), 'hasOwnProperty')).toBeDefined();
    }
  });

  test('keeps dates as they are written', async () => {
    vault = await noteVault({ 'a.md': '---\nd: 2024-01-05\nt: 2024-01-05T10:00:00\n---\n' });
    expect(vault.host.app.metadataCache.getCache('a.md')?.frontmatter).toEqual({
      d: '2024-01-05',
      t: '2024-01-05T10:00:00',
    });
  });
});

describe('notes that cannot be read as text', () => {
  test('have metadata as far as their bytes are UTF-8', async () => {
    vault = await noteVault({});
    writeFileSync(vault.at('a.md'), Buffer.from([0x23, 0x20, 0xff, 0x41, 0x0a]));
    writeFileSync(vault.at('b.md'), Buffer.from([0x00, 0xfe, 0xff]));
    await vault.host.settled();
    await vault.host.metadataSettled();
    const { metadataCache } = vault.host.app;
    expect(metadataCache.getCache('a.md')?.headings?.[0]?.heading).toBe('\ufffdA');
    expect(metadataCache.getCache('b.md')).not.toBeNull();
  });

  test('have no metadata, and delay nothing', async () => {
    vault = await noteVault({ 'a.md': '# A' });
    chmodSync(vault.at('a.md'), 0);
    symlinkSync(vault.at('a.md'), vault.at('link.md'));
    await vault.host.settled();
    await vault.host.metadataSettled();
    expect(vault.host.app.metadataCache.getCache('a.md')).not.toBeNull();
    expect(vault.host.app.metadataCache.getCache('link.md')).not.toBeNull();
  });

  test('are never read from outside the vault', async () => {
    vault = await noteVault({ 'a.md': '# A' });
    const { host } = vault;
    const file = fileOf(vault, 'a.md');
    const { rmSync } = await import('node:fs');
    rmSync(vault.at('a.md'));
    symlinkSync(join(vault.outside, 'canary.md'), vault.at('a.md'));
    // As if the note had changed just before its place was taken.
    host.app.vault.trigger('modify', file);
    await host.metadataSettled();
    expect(host.app.metadataCache.getFileCache(file)).toEqual({});
  });
});
