import { appendFileSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RecordKeeper } from '../../../pkg/headless/obsidian/metadata/records/record-keeper';
import { RecordFile, type StoredNote } from '../../../pkg/headless/obsidian/metadata/records/record-file';
import { Slices } from '../../../pkg/headless/obsidian/metadata/slices';

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
      maxHeld = Math.max(maxHeld, given - (written === undefined ? 0 : statSync(join(folder, written)).size));
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
