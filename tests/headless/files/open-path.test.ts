import {
  closeSync,
  openSync,
  renameSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
  mkdtempSync,
  realpathSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReportedAt, reportsOpenPaths } from '../../../pkg/headless/obsidian/disk/open-path';

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

// Elsewhere the path is proven by its folders, as `regular-file.test.ts` and `swapped-folder.test.ts` hold.
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
