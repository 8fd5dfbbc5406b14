import { buildSync } from 'esbuild';
import { mkdtempSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readInBatches } from '../../../pkg/headless/obsidian/metadata/reading/batch-reader';
import { BatchScanner, notesOf } from '../../../pkg/headless/obsidian/metadata/reading/note-batch';
import { metadataOf } from '../../../pkg/headless/obsidian/metadata/records/note-record';
import { NoteRecorder } from '../../../pkg/headless/obsidian/metadata/records/note-recorder';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';
import { plain } from './note-vault';

const source = join(__dirname, '../../../pkg/headless/obsidian/metadata/reading/scan-worker.ts');
const longAgo = new Date('2024-01-01T00:00:00Z');

const aliasYaml = '---\na: &a [x]\nb: *a\n---\n# A\n';
const count = 600;

/** Small notes in several folders, and some that are not read with the others. */
const files: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Array.from({ length: count }, (_none, index) => [
      `F${index % 7}/n${index}.md`,
      `---\ntags: [t${index % 5}]\n---\n# N ${index}\n\n[[n${index + 1}]] #x/y${index}\n`,
    ]),
  ),
  'large.md': '- [ ] item [[n1]]\n'.repeat(4000),
  'aliases.md': aliasYaml,
  'empty.md': '',
};

function makeOld(root: string): void {
  for (const path of Object.keys(files)) utimesSync(join(root, path), longAgo, longAgo);
}

function recorded(text: string): unknown {
  return plain(metadataOf(new NoteRecorder().record(text)));
}

let folder: string;
let scanWorker: string;
let vault: TemporaryVault | undefined;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'lectern-batches-'));
  scanWorker = join(folder, 'scan-worker.cjs');
  buildSync({ entryPoints: [source], outfile: scanWorker, bundle: true, platform: 'node', format: 'cjs' });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));
afterEach(async () => {
  await vault?.close();
  vault = undefined;
});

function expectAllRead({ host }: TemporaryVault): void {
  for (const [path, text] of Object.entries(files))
    expect([path, plain(host.app.metadataCache.getCache(path))]).toEqual([path, recorded(text)]);
}

describe('the notes of a first start', () => {
  test('have the metadata that each has by itself, whoever reads them', async () => {
    vault = await temporaryVault(files, makeOld, { scanWorker });
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    expectAllRead(vault);
    expect(vault.host.app.metadataCache.resolvedLinks['F0/n0.md']).toEqual({ 'F1/n1.md': 1 });
  });

  test('are told one by one, with their texts where somebody listens', async () => {
    vault = await temporaryVault(files, makeOld, { scanWorker });
    const told = new Map<string, string>();
    vault.host.app.metadataCache.on('changed', (file, text) => void told.set(file.path, text));
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    expect(Object.fromEntries(told)).toEqual(files);
  });

  test('that changed while they were read have what they hold now', async () => {
    vault = await temporaryVault(files, makeOld, { scanWorker, metadataDelay: 0 });
    const { host } = vault;
    await host.app.vault.modify(vault.file('F0/n0.md'), '# Changed');
    await host.app.vault.delete(vault.file('F1/n1.md'));
    await host.app.vault.rename(vault.file('F2/n2.md'), 'moved.md');
    await host.becomeReady();
    await host.metadataSettled();
    const { metadataCache } = host.app;
    expect(metadataCache.getCache('F0/n0.md')?.headings?.[0]?.heading).toBe('Changed');
    expect(metadataCache.getCache('F1/n1.md')).toBeNull();
    expect(metadataCache.getCache('moved.md')?.headings?.[0]?.heading).toBe('N 2');
  });

  test('are read without another process where it fails', async () => {
    const broken = join(folder, 'broken.cjs');
    buildSync({ stdin: { contents: 'throw new Error("broken")' }, outfile: broken });
    const small = Object.fromEntries(Object.entries(files).filter(([path]) => path !== 'large.md'));
    vault = await temporaryVault(small, undefined, { scanWorker: broken });
    await vault.host.becomeReady();
    await vault.host.metadataSettled();
    expect(plain(vault.host.app.metadataCache.getCache('F3/n3.md'))).toEqual(
      recorded(files['F3/n3.md'] ?? ''),
    );
  });
});

test('few notes are not worth a process', async () => {
  vault = await temporaryVault({ 'a.md': '' });
  const { confinement } = vault.host.internals.vault.adapter;
  expect(readInBatches(scanWorker, confinement, vault.host.internals.vault.getFiles())).toBeUndefined();
});

test('a batch leaves out files that are not those that were asked for, links, and YAML that may take long', () => {
  const at = (name: string): string => join(folder, name);
  writeFileSync(at('note.md'), '# Note');
  writeFileSync(at('other.md'), '# Other');
  writeFileSync(at('aliases.md'), aliasYaml);
  symlinkSync('note.md', at('link.md'));
  for (const name of ['note.md', 'other.md', 'aliases.md']) utimesSync(at(name), longAgo, longAgo);
  const inode = (name: string): number => statSync(at(name)).ino;
  const names = ['link.md', 'note.md', 'other.md', 'aliases.md', 'gone.md'];
  const batch = new BatchScanner().scan({
    fullPaths: names.map(at),
    inodes: [inode('note.md'), inode('note.md'), inode('note.md'), inode('aliases.md'), 1],
  });
  const notes = [...notesOf(batch)];
  expect(notes.map(note => note !== undefined)).toEqual([false, true, false, false, false]);
  expect(notes[1]?.stamp).toEqual({ time: longAgo.getTime(), size: 6, inode: inode('note.md') });
  expect(notes[1] && plain(metadataOf(notes[1].record))).toEqual(recorded('# Note'));
});
