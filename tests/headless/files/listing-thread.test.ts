import { buildSync } from 'esbuild';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openVault } from '../../../pkg/headless/host';
import { TemporaryNames } from '../../../pkg/headless/obsidian/disk/temporary-names';
import { Plugin } from '../../../pkg/headless/obsidian/plugins/plugin';
import { type TAbstractFile, TFile } from '../../../pkg/headless/obsidian/vault/files';
import { listInThread } from '../../../pkg/headless/obsidian/vault/listing/listing-thread';
import { VaultWatcher } from '../../../pkg/headless/vault-watcher';
import { eventuallyPasses } from '../../support/time/waiting';
import { recordEvents, temporaryVault, type TemporaryVault, writeFiles } from '../temporary-vault';

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
