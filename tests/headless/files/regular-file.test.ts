import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  arrayBufferOf,
  holdsBytes,
  readRegular,
  readRegularText,
  readRegularTextSync,
} from '../../../pkg/headless/obsidian/disk/regular-file';

let folder: string;
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-text-')));
});
afterEach(() => rmSync(folder, { recursive: true }));

test.each([
  ['characters of two, three and four bytes', Buffer.from('aé€😀'.repeat(150_001))],
  ['bytes that are no UTF-8', Buffer.alloc(1_500_000, Buffer.from([0x61, 0xff, 0xe2, 0x82]))],
  ['a character that is cut at the end', Buffer.from('é'.repeat(800_000)).subarray(0, -1)],
  ['a byte order mark', Buffer.from('\uFEFFtext')],
  ['nothing', Buffer.alloc(0)],
])('a text that is read in portions is that of the whole file: %s', async (_what, bytes) => {
  const file = join(folder, 'Note.md');
  writeFileSync(file, bytes);
  const whole = bytes.toString('utf8');
  expect(readRegularTextSync(file) === whole).toBe(true);
  expect((await readRegularText(file)) === whole).toBe(true);
});

test.each([0, 1000, 1_048_576, 1_048_577, 3_000_000])('a file of %i bytes is read whole', async size => {
  const file = join(folder, 'Note.md');
  const bytes = Buffer.alloc(size, 'abc');
  writeFileSync(file, bytes);
  const read = await readRegular(file);
  expect(read.equals(bytes)).toBe(true);
  expect(arrayBufferOf(read).byteLength).toBe(size);
});

test('the bytes of a large file are in memory once, in pages that the system gets back', async () => {
  const file = join(folder, 'Note.md');
  writeFileSync(file, Buffer.alloc(3_000_000));
  const read = await readRegular(file);
  expect(read.buffer.resizable).toBe(true);
  expect(arrayBufferOf(read)).toBe(read.buffer);
});

test('a file holds exactly its bytes', () => {
  const file = join(folder, 'Note.md');
  const bytes = Buffer.alloc(700_000, 'abc');
  writeFileSync(file, bytes);
  const changed = Buffer.from(bytes);
  changed[600_000] = 0;
  const asked = [bytes, changed, bytes.subarray(1), Buffer.concat([bytes, bytes]), Buffer.alloc(0)];
  expect(asked.map(one => holdsBytes(file, one))).toEqual([true, false, false, false, false]);
  writeFileSync(file, '');
  expect(holdsBytes(file, Buffer.alloc(0))).toBe(true);
});
