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
  existsSync,
  mkdirSync,
  readFileSync,
  chmodSync,
  statSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import {
  arrayBufferOf,
  holdsBytes,
  readRegular,
  readRegularText,
  readRegularTextSync,
} from '../../../pkg/headless/obsidian/disk/regular-file';
import { isReportedAt, reportsOpenPaths } from '../../../pkg/headless/obsidian/disk/open-path';
import { bytesOf, textOf } from '../../../pkg/headless/obsidian/disk/large-text';
import { openVault } from '../../../pkg/headless/host';
import { TemporaryNames } from '../../../pkg/headless/obsidian/disk/temporary-names';
import { Plugin } from '../../../pkg/headless/obsidian/plugins/plugin';
import { type TAbstractFile, TFile } from '../../../pkg/headless/obsidian/vault/files';
import { listInThread } from '../../../pkg/headless/obsidian/vault/listing/listing-thread';
import { VaultWatcher } from '../../../pkg/headless/vault-watcher';
import { eventuallyPasses } from '../../support/time/waiting';
import { recordEvents, temporaryVault, type TemporaryVault, writeFiles } from '../temporary-vault';
import { FaultyPlace } from '../faults/child';

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

  // Elsewhere the path is proven by its folders, as the tests above and `outside-and-writing.test.ts` hold.
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

describe('the thread that lists', () => {
  const source = join(__dirname, '../../../pkg/headless/obsidian/vault/listing/listing-worker.ts');
  const manifest = {
    id: 'p',
    name: 'P',
    author: '',
    version: '1.0.0',
    minAppVersion: '1.0.0',
    description: '',
  };

  let folder: string;
  let worker: string;
  let vault: TemporaryVault;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'lectern-worker-'));
    worker = join(folder, 'listing-worker.cjs');
    buildSync({ entryPoints: [source], outfile: worker, bundle: true, platform: 'node', format: 'cjs' });
  });

  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  beforeEach(async () => {
    const files = { 'a.md': 'text', 'Über/b c.md': '', 'deep/er/c.md': '# C', 'deep/er/.hidden/d.md': '' };
    vault = await temporaryVault(files, (root, outside) => {
      mkdirSync(join(root, 'empty'));
      symlinkSync(join(root, 'a.md'), join(root, 'link.md'));
      symlinkSync(join(root, 'deep/er'), join(root, 'linked'));
      symlinkSync(outside, join(root, 'out'));
    });
  });

  afterEach(() => vault.close());

  const described = (file: TAbstractFile): unknown => [
    file.path,
    file.leadsTo,
    file.isBehindLink,
    ...(file instanceof TFile ? [file.stat, file.exactTime, file.inode] : []),
  ];

  function opened(file: string): ReturnType<typeof openVault> {
    const listing = listInThread(file, vault.root);
    return openVault(vault.root, { stateFolder: vault.state, watch: false, quiet: true, listing });
  }

  const all = ({ internals }: Awaited<ReturnType<typeof openVault>>): unknown[] =>
    internals.vault.getAllLoadedFiles().map(described);

  test('a vault that the thread listed has the same files, links and times in the same order', async () => {
    const host = await opened(worker);
    await host.becomeReady();
    expect(all(host)).toEqual(all(vault.host));
    expect(host.app.vault.getFiles().map(({ path }) => path)).toContain('linked/c.md');
    await host.close();
  });

  test('the vault is listed even if the thread fails', async () => {
    for (const failing of [join(folder, 'gone.cjs'), join(folder, 'broken.cjs')]) {
      writeFileSync(join(folder, 'broken.cjs'), 'throw new Error("broken")');
      const host = await opened(failing);
      await host.becomeReady();
      expect(all(host)).toEqual(all(vault.host));
      await host.close();
    }
  });

  test('a plugin is loaded before the vault is listed, and gets an event for each file before the layout is ready', async () => {
    const seen: unknown[] = [];
    class Early extends Plugin {
      override onload(): void {
        seen.push(this.app.vault.getFiles().length);
        this.registerEvent(
          this.app.vault.on('create', () => {
            seen.push(this.app.workspace.layoutReady);
          }),
        );
      }
    }
    const host = await opened(worker);
    await host.loadPlugin(Early, manifest);
    const entries = host.internals.vault.getAllLoadedFiles().length - 1;
    expect(entries).toBeGreaterThan(8);
    expect(seen).toEqual([0, ...Array<boolean>(entries).fill(false)]);
    await host.close();
  });

  test('temporary files after a crash are removed as in a vault that the main thread lists', async () => {
    const key = readFileSync(join(vault.state, 'key'));
    const left = vault.at(join('deep', new TemporaryNames(key).nameFor(4_194_305)));
    const alive = vault.at(new TemporaryNames(key, '00000000').nameFor(process.ppid));
    for (const path of [left, alive]) writeFileSync(path, 'left over');
    const host = await opened(worker);
    await host.becomeReady();
    expect([left, alive].map(path => existsSync(path))).toEqual([false, true]);
    await host.close();
  });

  describe('a second listing, once all folders are watched,', () => {
    /** @param list makes the listing that the watcher compares with the vault */
    function watched(list: () => ReturnType<typeof listInThread>): VaultWatcher {
      const watcher = new VaultWatcher(vault.host.internals, () => undefined, list);
      watcher.start();
      return watcher;
    }

    test('shows what changed before the watches, and nothing else', async () => {
      await vault.host.becomeReady();
      const events = recordEvents(vault.host);
      writeFiles(vault.root, { 'a.md': 'other text', 'empty/new.md': '', 'fresh/deep/er/e.md': 'e' });
      rmSync(vault.at('deep/er/c.md'));
      rmSync(vault.at('link.md'));
      symlinkSync(vault.at('Über/b c.md'), vault.at('link.md'));
      const watcher = watched(() => listInThread(worker, vault.root));
      const expected = await openVault(vault.root, { stateFolder: `${vault.state}-2`, watch: false });
      await eventuallyPasses(() => expect(all(vault.host).toSorted()).toEqual(all(expected).toSorted()));
      expect(events.toSorted()).toEqual([
        'create empty/new.md',
        'create fresh',
        'create fresh/deep',
        'create fresh/deep/er',
        'create fresh/deep/er/e.md',
        'create link.md',
        'delete deep/er/c.md',
        'delete link.md',
        'delete linked/c.md',
        'modify a.md',
      ]);
      watcher.close();
      await expected.close();
    });

    test('misses no change that is made while it runs', async () => {
      await vault.host.becomeReady();
      const watcher = watched(async () => {
        const listing = await listInThread(worker, vault.root);
        writeFiles(vault.root, { 'deep/late.md': '' });
        rmSync(vault.at('a.md'));
        return listing;
      });
      await eventuallyPasses(() => {
        const paths = vault.host.app.vault.getFiles().map(({ path }) => path);
        expect(paths).toContain('deep/late.md');
        expect(paths).not.toContain('a.md');
      });
      watcher.close();
    });
  });
});

describe('faults', () => {
  const million = 1 << 20;

  // Windows has neither modes nor limits such as these.
  const suite = process.platform === 'win32' ? describe.skip : describe;

  suite('when the system refuses', () => {
    let place: FaultyPlace;

    beforeEach(() => {
      place = new FaultyPlace();
    });

    afterEach(() => place.remove());

    const text = (path: string): string => readFileSync(place.at(path), 'utf8');

    test('of a write that is cut short, nothing is left', () => {
      const log = 'l'.repeat(5 * million);
      place.write({ 'a.md': 'old', 'log.md': log, 'long.md': 'x'.repeat(8 * million) });
      const answers = place.steps(
        [
          { call: 'modify', path: 'a.md', size: 7 * million },
          { call: 'process', path: 'a.md', size: 7 * million },
          { call: 'append', path: 'a.md', size: 7 * million },
          { call: 'append', path: 'log.md', size: 2 * million },
          { call: 'create', path: 'new.md', size: 7 * million },
          { call: 'modify', path: 'a.md', size: 3 },
        ],
        6 * million,
      );
      expect(answers).toEqual(['EFBIG', 'EFBIG', 'EFBIG', 'EFBIG', 'EFBIG', 'done']);
      expect(place.entries()).toEqual(['a.md', 'log.md', 'long.md']);
      expect(text('a.md')).toBe('xxx');
      expect(text('log.md') === log).toBe(true);
    });

    test('a read-only file is not changed', () => {
      place.write({ 'a.md': 'old', 'b.md': '[[a]]' });
      chmodSync(place.at('a.md'), 0o444);
      place.give('', 'a.md', 'b.md');
      const answers = place.steps([
        { call: 'modify', path: 'a.md', size: 3 },
        { call: 'process', path: 'a.md', size: 3 },
        { call: 'append', path: 'a.md', size: 3 },
        { call: 'rename', path: 'a.md', to: 'c.md' },
      ]);
      expect(answers).toEqual(['EACCES', 'EACCES', 'EACCES', 'done']);
      expect([text('c.md'), text('b.md')]).toEqual(['old', '[[c]]']);
      expect(statSync(place.at('c.md')).mode & 0o777).toBe(0o444);
      expect(place.entries()).toEqual(['b.md', 'c.md']);
    });

    test('a read-only folder and everything in it is not changed', () => {
      place.write({ 'p/a.md': 'old', 'b.md': '' });
      place.give('', 'p', 'p/a.md', 'b.md');
      chmodSync(place.at('p'), 0o555);
      const answers = place.steps([
        { call: 'modify', path: 'p/a.md', size: 3 },
        { call: 'create', path: 'p/new.md', size: 3 },
        { call: 'rename', path: 'p/a.md', to: 'a.md' },
        { call: 'rename', path: 'b.md', to: 'p/b.md' },
        { call: 'copy', path: 'b.md', to: 'p/b.md' },
      ]);
      expect(answers).toEqual(['EACCES', 'EACCES', 'EACCES', 'EACCES', 'EACCES']);
      expect([place.entries('p'), text('p/a.md'), place.entries()]).toEqual([['a.md'], 'old', ['b.md', 'p']]);
      chmodSync(place.at('p'), 0o755);
    });

    test('next to a name that another program uses, nothing is left', () => {
      place.write({ 'p/a.md': 'old' });
      place.give('');
      // In such a folder one may make files, and write to this one, but not take its name.
      chmodSync(place.at('p'), 0o1777);
      chmodSync(place.at('p/a.md'), 0o666);
      const answers = place.steps([{ call: 'modify', path: 'p/a.md', size: 3 }]);
      // Who owns the folder himself may.
      if (process.getuid?.() === 0) expect(answers).toEqual(['EPERM']);
      expect(place.entries('p')).toEqual(['a.md']);
      expect(text('p/a.md')).toBe(answers[0] === 'done' ? 'xxx' : 'old');
    });

    test('after the process is killed, the file is whole and nothing is left beside it after the next start', async () => {
      const size = 2 * million;
      place.write({ 'a.md': 'a'.repeat(size), '.obsidian/app.json': '{}' });
      let random = 7;
      for (let round = 0; round < 10; round++) {
        const child = await place.writer(size);
        random = (random * 48_271) % 2_147_483_647;
        await new Promise(resolve => setTimeout(resolve, random % 40));
        const ended = new Promise(resolve => child.once('exit', resolve));
        child.kill('SIGKILL');
        await ended;
        const now = text('a.md');
        expect([now.length, now === now.charAt(0).repeat(size)]).toEqual([size, true]);
      }
      const host = await openVault(place.root, { stateFolder: place.state, watch: false, quiet: true });
      expect(place.entries()).toEqual(['.obsidian', 'a.md']);
      await host.close();
    });
  });
});
