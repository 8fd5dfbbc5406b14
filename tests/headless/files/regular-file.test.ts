import {
  mkdtempSync,
  realpathSync,
  rmSync,
  writeFileSync,
  closeSync,
  openSync,
  renameSync,
  symlinkSync,
  unlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  arrayBufferOf,
  holdsBytes,
  readRegular,
  readRegularText,
  readRegularTextSync,
} from '../../../pkg/headless/obsidian/disk/regular-file';
import { isReportedAt, reportsOpenPaths } from '../../../pkg/headless/obsidian/disk/open-path';
import { bytesOf, textOf } from '../../../pkg/headless/obsidian/disk/large-text';

describe('a regular file', () => {
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
});

describe('a path that is opened', () => {
  let folder = '';

  beforeEach(() => {
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-open-')));
    writeFileSync(join(folder, 'note.md'), 'text');
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const whenOpen = (path: string, use: (descriptor: number) => void): void => {
    const descriptor = openSync(path, 'r');
    try {
      use(descriptor);
    } finally {
      closeSync(descriptor);
    }
  };

  // Elsewhere the path is proven by its folders, as the tests above and `confinement.test.ts` hold.
  const onLinux = reportsOpenPaths ? it : it.skip;

  onLinux('an open file is at its path', () => {
    const path = join(folder, 'note.md');
    whenOpen(path, descriptor => expect(isReportedAt(descriptor, path)).toBe(true));
  });

  onLinux('a file that was opened through a link is not at the path of the link', () => {
    const link = join(folder, 'link.md');
    symlinkSync('note.md', link);
    whenOpen(link, descriptor => expect(isReportedAt(descriptor, link)).toBe(false));
  });

  onLinux('a file that was moved or removed meanwhile is no longer at its path', () => {
    const [path, other] = [join(folder, 'note.md'), join(folder, 'other.md')];
    whenOpen(path, descriptor => {
      renameSync(path, other);
      writeFileSync(path, 'another');
      expect([isReportedAt(descriptor, path), isReportedAt(descriptor, other)]).toEqual([false, true]);
      unlinkSync(other);
      expect(isReportedAt(descriptor, other)).toBe(false);
    });
  });
});

describe('a large text', () => {
  test.each([
    ['characters of two, three and four bytes', Buffer.from('aé€😀'.repeat(150_001))],
    ['bytes that are no UTF-8', Buffer.alloc(1_500_000, Buffer.from([0x61, 0xff, 0xe2, 0x82]))],
    ['a byte order mark', Buffer.from(`\uFEFF${'text'.repeat(500_000)}`)],
    ['a short text', Buffer.from('short')],
  ])('the text of bytes is what the engine makes of them at once: %s', async (_what, bytes) => {
    expect((await textOf(bytes)) === bytes.toString('utf8')).toBe(true);
  });

  test.each([
    ['ASCII', 'plain text\n'.repeat(300_000)],
    ['characters of two units', `a${'\u{1F600}'.repeat(800_000)}`],
    ['halves of characters', '\uD83D'.repeat(1_500_000)],
    ['a short text', 'short'],
  ])('the bytes of a text are those that the engine makes at once: %s', async (_what, text) => {
    expect((await bytesOf(text)).equals(Buffer.from(text, 'utf8'))).toBe(true);
  });

  test('the bytes of a large text are in pages that the system gets back', async () => {
    expect((await bytesOf('text '.repeat(500_000))).buffer.resizable).toBe(true);
  });
});
