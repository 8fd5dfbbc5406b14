import { readFileSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { TFile } from 'obsidian';
import { type Host, openVault } from '../../../pkg/headless/host';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';
import { fileOf } from './note-vault';

const longAgo = new Date('2024-01-01T00:00:00.123Z');

let vault: TemporaryVault;
let again: Host | undefined;

beforeEach(async () => {
  vault = await temporaryVault({
    'a.md': '# One\n[[b]] #tag',
    'F/b.md': '---\nx: [1]\n---\n',
    'c.md': '# C',
  });
  for (const path of ['a.md', 'F/b.md', 'c.md']) utimesSync(vault.at(path), longAgo, longAgo);
  await vault.host.settled();
  await vault.host.becomeReady();
  await vault.host.metadataSettled();
});

afterEach(async () => {
  await again?.close();
  again = undefined;
  await vault.close();
});

/** Other bytes in the same file, which its time, size and inode do not show. */
function changeUnseen(path: string, text: string): void {
  const { size } = statSync(vault.at(path));
  writeFileSync(vault.at(path), text.padEnd(size));
  utimesSync(vault.at(path), longAgo, longAgo);
}

/** The checksum is behind the first line. */
function cutShort(bytes: Buffer): Buffer {
  const head = bytes.indexOf('\n') + 1;
  const cut = Buffer.from(bytes.subarray(0, -1));
  cut.writeUInt32LE(crc32(cut.subarray(head + 4)), head);
  return cut;
}

function records(): string {
  return join(vault.state, 'metadata.records');
}

/** @returns the notes that were read */
async function startAgain(): Promise<string[]> {
  again = await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true });
  const read: string[] = [];
  again.app.metadataCache.on('changed', file => read.push(file.path));
  await again.becomeReady();
  await again.metadataSettled();
  return read.sort();
}

function headingOf(path: string): string | undefined {
  return again?.app.metadataCache.getCache(path)?.headings?.[0]?.heading;
}

describe('a second start', () => {
  test('reads no note, and knows all of them', async () => {
    const before = JSON.stringify(vault.host.app.metadataCache.getCache('a.md'));
    await vault.host.close();
    // It would be seen if a note were read.
    changeUnseen('a.md', '# Two');
    expect(await startAgain()).toEqual([]);
    const cache = again?.app.metadataCache;
    expect(JSON.stringify(cache?.getCache('a.md'))).toBe(before);
    expect(cache?.getCache('F/b.md')?.frontmatter).toEqual({ x: [1] });
    expect(cache?.resolvedLinks).toEqual({ 'a.md': { 'F/b.md': 1 }, 'F/b.md': {}, 'c.md': {} });
  });

  test('resolves every note again', async () => {
    await vault.host.close();
    again = await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true });
    const events: string[] = [];
    again.app.metadataCache.on('resolve', () => events.push('resolve'));
    again.app.metadataCache.on('resolved', () => events.push('resolved'));
    await again.becomeReady();
    await again.metadataSettled();
    expect(events).toEqual(['resolved', 'resolve', 'resolve', 'resolve', 'resolved']);
  });

  test('reads only what changed since', async () => {
    await vault.host.close();
    writeFileSync(vault.at('a.md'), '# Two');
    writeFileSync(vault.at('new.md'), '# New');
    utimesSync(vault.at('c.md'), longAgo, new Date(longAgo.getTime() + 1));
    expect(await startAgain()).toEqual(['a.md', 'c.md', 'new.md']);
    expect([headingOf('a.md'), headingOf('new.md')]).toEqual(['Two', 'New']);
  });

  test('knows a note by its path alone, not by where it was', async () => {
    await vault.host.app.vault.rename(fileAt('a.md'), 'd.md');
    await vault.host.close();
    expect(await startAgain()).toEqual([]);
    expect(headingOf('d.md')).toBe('One');
    expect(headingOf('a.md')).toBeUndefined();
  });

  test('reads everything when the records are of another version', async () => {
    await vault.host.close();
    writeFileSync(
      records(),
      readFileSync(records(), 'latin1').replace(' metadata ', ' something '),
      'latin1',
    );
    expect(await startAgain()).toEqual(['F/b.md', 'a.md', 'c.md']);
    expect(headingOf('a.md')).toBe('One');
  });

  test.each([
    ['a changed byte', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([7])])],
    ['no end', (bytes: Buffer) => bytes.subarray(0, -9)],
    ['more than an end', (bytes: Buffer) => Buffer.concat([bytes, Buffer.from([1])])],
    ['a note cut short below a right checksum', cutShort],
    ['only a first line', (bytes: Buffer) => bytes.subarray(0, bytes.indexOf('\n') + 1)],
  ])('sets records with %s aside, and reads everything', async (_what, damage) => {
    await vault.host.close();
    writeFileSync(records(), damage(readFileSync(records())));
    expect(await startAgain()).toEqual(['F/b.md', 'a.md', 'c.md']);
    expect(readdirSync(vault.state)).toContain('metadata.records.damaged');
    await again?.close();
    expect(await startAgain()).toEqual([]);
  });
});

describe('while the notes of an earlier run are entered, one in each slice', () => {
  /** Changes the last note once the first one is entered. @returns the notes before, and those that are entered in the end */
  async function changeLast(change: (path: string, host: Host) => void): Promise<[string[], string[]]> {
    await vault.host.close();
    again = await openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true });
    const { metadataCache, vault: files } = again.internals;
    await again.fillVault();
    const notes = files.getMarkdownFiles();
    const before = notes.map(({ path }) => path);
    let time = performance.now();
    jest.spyOn(performance, 'now').mockImplementation(() => (time += 10));
    await again.becomeReady();
    while (notes[0] !== undefined && metadataCache.index.get(notes[0]) === undefined)
      await new Promise(resolve => setImmediate(resolve));
    change(before.at(-1) ?? '', again);
    jest.restoreAllMocks();
    await again.metadataSettled();
    const entered = [...metadataCache.index.all()].map(([{ path }]) => path);
    expect(Object.keys(metadataCache.resolvedLinks).sort()).toEqual(entered.sort());
    return [before, entered];
  }

  test('a note that is deleted is not entered', async () => {
    const [before, entered] = await changeLast((path, { internals }) => {
      rmSync(vault.at(path));
      internals.vault.index.reconcile(path);
    });
    expect(entered).toEqual(before.slice(0, -1).sort());
  });

  test('a note that becomes another kind of file is not entered', async () => {
    const [before, entered] = await changeLast((path, { internals }) => {
      renameSync(vault.at(path), vault.at('plain.txt'));
      internals.vault.index.move(path, 'plain.txt');
    });
    expect(entered).toEqual(before.slice(0, -1).sort());
  });
});

describe('the records', () => {
  test('are outside the vault, readable by the user alone, and nothing else is left there', async () => {
    await vault.host.close();
    expect(statSync(records()).mode & 0o777).toBe(0o600);
    expect(readdirSync(vault.state).filter(name => name.startsWith('metadata'))).toEqual([
      'metadata.records',
    ]);
    expect(readdirSync(vault.root).sort()).toEqual(['F', 'a.md', 'c.md']);
  });

  test('are not written again when nothing changed', async () => {
    await vault.host.close();
    const before = statSync(records()).ino;
    await startAgain();
    await again?.close();
    expect(statSync(records()).ino).toBe(before);
  });

  test('drop removed notes', async () => {
    await vault.host.app.vault.delete(fileAt('c.md'));
    await vault.host.metadataSettled();
    await vault.host.close();
    expect(readFileSync(records(), 'latin1')).not.toContain('c.md');
  });
});

function fileAt(path: string): TFile {
  return fileOf(vault, path);
}
