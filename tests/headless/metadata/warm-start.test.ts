import {
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
  appendFileSync,
  mkdtempSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { TFile } from 'obsidian';
import { type Host, openVault } from '../../../pkg/headless/host';
import { temporaryVault, type TemporaryVault } from '../temporary-vault';
import { fileOf } from './note-vault';
import { RecordKeeper } from '../../../pkg/headless/obsidian/metadata/records/record-keeper';
import { RecordFile, type StoredNote } from '../../../pkg/headless/obsidian/metadata/records/record-file';
import { Slices } from '../../../pkg/headless/obsidian/metadata/slices';

describe('a start with records', () => {
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
});

describe('the file of records', () => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-test-'));
  const file = new RecordFile(join(folder, 'metadata.records'), 'Test 1');
  afterAll(() => rmSync(folder, { recursive: true }));

  const recordSize = 10_000;

  function notesOf(count: number): Map<string, StoredNote> {
    const note = (at: number): StoredNote => ({
      stamp: { time: at + 0.25, inode: at, size: at },
      record: Buffer.alloc(recordSize, at % 251),
    });
    return new Map(Array.from({ length: count }, (_, at) => [`Folder/${at} \u8a9e.md`, note(at)]));
  }

  async function loaded(): Promise<Map<string, StoredNote>> {
    const notes = new Map<string, StoredNote>();
    await file.load(({ path, time, size, inode, record }) => {
      notes.set(path, { stamp: { time, size, inode }, record });
    }, new Slices());
    return notes;
  }

  test('records of many megabytes come back as they were', async () => {
    const notes = notesOf(350);
    await file.save(notes, new Slices());
    expect(file.size).toBeGreaterThan(350 * recordSize);
    const there = await loaded();
    expect([...there.keys()]).toEqual([...notes.keys()]);
    for (const [path, { stamp, record }] of notes) {
      expect(there.get(path)?.stamp).toEqual(stamp);
      expect(there.get(path)?.record.equals(record)).toBe(true);
    }
  });

  test('records are on the disk soon after they are added, so that not all are in memory at once', async () => {
    let [given, maxHeld] = [0, 0];
    function* counted(): Generator<[string, StoredNote]> {
      for (const entry of notesOf(350)) {
        yield entry;
        given += recordSize;
        const written = readdirSync(folder).find(name => name.endsWith('.tmp'));
        maxHeld = Math.max(
          maxHeld,
          given - (written === undefined ? 0 : statSync(join(folder, written)).size),
        );
      }
    }
    await file.save(counted(), new Slices());
    expect(given).toBe(350 * recordSize);
    expect(maxHeld).toBeLessThan(1024 * 1024 + 2 * recordSize);
  });

  test('a failed write keeps the earlier file, and leaves no other file', async () => {
    await file.save(notesOf(3), new Slices());
    function* broken(): Generator<[string, StoredNote]> {
      yield* notesOf(200);
      throw new Error('no more');
    }
    await expect(file.save(broken(), new Slices())).rejects.toThrow('no more');
    expect((await loaded()).size).toBe(3);
    expect(readdirSync(folder)).toEqual(['metadata.records']);
  });

  test('a damaged file is kept beside the new one until that was read', async () => {
    for (const count of [3, 5]) {
      await file.save(notesOf(count), new Slices());
      appendFileSync(join(folder, 'metadata.records'), 'x');
      expect((await loaded()).size).toBe(0);
      expect(readdirSync(folder)).toEqual(['metadata.records.damaged']);
    }
    await file.save(notesOf(2), new Slices());
    expect(readdirSync(folder)).toEqual(['metadata.records', 'metadata.records.damaged']);
    expect((await loaded()).size).toBe(2);
    expect(readdirSync(folder)).toEqual(['metadata.records']);
  });

  test('records are not written while all notes are read, and soon afterwards', async () => {
    jest.useFakeTimers();
    try {
      let written = 0;
      const kept = { path: join(folder, 'kept.records'), version: 'Test 1', about: 'notes' } as const;
      const keeper = new RecordKeeper(kept, () => {
        written += 1;
        return notesOf(1);
      });
      await keeper.load(() => undefined, new Slices());
      keeper.hold();
      keeper.changed();
      await jest.advanceTimersByTimeAsync(60_000);
      expect(written).toBe(0);
      keeper.release();
      await jest.advanceTimersByTimeAsync(1_000);
      expect(written).toBe(1);
      await keeper.save();
    } finally {
      jest.useRealTimers();
    }
  });
});
