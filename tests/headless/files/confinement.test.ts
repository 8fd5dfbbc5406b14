import { execFileSync } from 'node:child_process';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { recordEvents, temporaryVault, type TemporaryVault } from '../temporary-vault';
import { FileSystemAdapter } from '../../../pkg/headless/obsidian/disk/adapter';
import { TemporaryNames } from '../../../pkg/headless/obsidian/disk/temporary-names';
import { VaultFolder } from '../../support/files/vault-folder';

describe('access to files outside the vault', () => {
  let vault: TemporaryVault;

  beforeEach(async () => {
    vault = await temporaryVault(
      { 'a.md': 'alpha', 'Folder/b.md': 'beta', 'x.md/inner.md': 'inner', '.obsidian/app.json': '{}' },
      (root, outside) => {
        symlinkSync(join(outside, 'canary.md'), join(root, 'out.md'));
        symlinkSync(outside, join(root, 'out'));
        symlinkSync(join(root, 'a.md'), join(root, 'in.md'));
        symlinkSync(join(root, 'Folder'), join(root, 'in'));
        symlinkSync(root, join(root, 'Folder', 'loop'));
        symlinkSync(join(root, 'nowhere.md'), join(root, 'dangling.md'));
        symlinkSync(join(root, 'self.md'), join(root, 'self.md'));
        symlinkSync(join(root, '.obsidian', 'app.json'), join(root, 'config.md'));
        execFileSync('mkfifo', [join(root, 'pipe.md')]);
      },
    );
  });

  afterEach(async () => {
    expect(readFileSync(join(vault.outside, 'canary.md'), 'utf8')).toBe('canary');
    expect(readdirSync(vault.outside)).toEqual(['canary.md']);
    await vault.close();
  });

  const adapter = () => vault.host.app.vault.adapter;

  test('lists symbolic links that stay inside, and neither links to the outside nor loops nor pipes', () => {
    const paths = vault.host.app.vault
      .getAllLoadedFiles()
      .map(one => one.path)
      .sort();
    expect(paths).toEqual([
      '/',
      'Folder',
      'Folder/b.md',
      'a.md',
      'in',
      'in.md',
      'in/b.md',
      'x.md',
      'x.md/inner.md',
    ]);
  });

  const leadingOut = [
    '../outside/canary.md',
    'Folder/../../outside/canary.md',
    '..',
    './a.md',
    'a.md\0',
    'out.md',
    'out/canary.md',
    'dangling.md',
    'self.md',
    'pipe.md',
  ];

  test.each(leadingOut)('refuses to read, write or remove %j', async path => {
    const bytes = new ArrayBuffer(1);
    await expect(adapter().read(path)).rejects.toThrow();
    await expect(adapter().readBinary(path)).rejects.toThrow();
    await expect(adapter().process(path, () => 'x')).rejects.toThrow();
    await expect(adapter().write(path, 'x')).rejects.toThrow();
    await expect(adapter().writeBinary(path, bytes)).rejects.toThrow();
    await expect(adapter().append(path, 'x')).rejects.toThrow();
    await expect(adapter().copy(path, 'copied.md')).rejects.toThrow();
    await expect(adapter().rename(path, 'renamed.md')).rejects.toThrow();
    await expect(adapter().rename('a.md', path)).rejects.toThrow();
    await expect(adapter().remove(path)).rejects.toThrow();
    await expect(adapter().rmdir(path, true)).rejects.toThrow();
    await expect(adapter().trashLocal(path)).rejects.toThrow();
    await expect(vault.host.app.vault.create(path, 'x')).rejects.toThrow();
    expect(await adapter().read('a.md')).toBe('alpha');
  });

  test.each(['out.md', 'out/canary.md', 'dangling.md', 'pipe.md'])(
    'says that %j is not there',
    async path => {
      expect(await adapter().exists(path)).toBe(false);
      expect(await adapter().stat(path)).toBeNull();
    },
  );

  test('makes no folder behind a link to the outside', async () => {
    await expect(adapter().mkdir('out/new')).rejects.toThrow();
    await expect(vault.host.app.vault.createFolder('out/new')).rejects.toThrow();
    await expect(adapter().list('out')).rejects.toThrow();
  });

  test('writes through a link that stays inside, and removes only the link', async () => {
    const link = vault.host.app.vault.getFileByPath('in.md');
    if (link === null) throw new Error('no link');
    await vault.host.app.vault.modify(link, 'through');
    expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('through');
    expect(lstatSync(vault.at('in.md')).isSymbolicLink()).toBe(true);
    await vault.host.app.vault.delete(link);
    expect(readFileSync(vault.at('a.md'), 'utf8')).toBe('through');
  });

  test('removes the link to a folder, not the folder', async () => {
    await adapter().rmdir('in', true);
    expect(readFileSync(vault.at('Folder/b.md'), 'utf8')).toBe('beta');
  });

  test('does not change a file elsewhere that shares its bytes by a hard link', async () => {
    linkSync(join(vault.outside, 'canary.md'), vault.at('hard.md'));
    await adapter().write('hard.md', 'changed');
    expect(readFileSync(vault.at('hard.md'), 'utf8')).toBe('changed');
  });

  test('refuses a folder that was swapped for a link after it was listed', async () => {
    const events = recordEvents(vault.host);
    await adapter().rename('Folder', 'Elsewhere');
    symlinkSync(vault.outside, vault.at('Folder'));
    await expect(adapter().write('Folder/canary.md', 'x')).rejects.toThrow('ENOENT');
    await expect(adapter().read('Folder/canary.md')).rejects.toThrow('ENOENT');
    expect(events).not.toContain('create Folder');
  });

  test('takes a folder named like a note for a folder', async () => {
    expect(vault.host.app.vault.getFolderByPath('x.md')?.children).toHaveLength(1);
    await expect(adapter().read('x.md')).rejects.toThrow('EISDIR');
    await expect(adapter().write('x.md', 'x')).rejects.toThrow('EISDIR');
  });

  test('removes temporary files of a dead process, and no file that only looks like one', async () => {
    const { host, root, state } = vault;
    const names: string[] = [];
    const { TemporaryNames } = await import('../../../pkg/headless/obsidian/disk/temporary-names');
    const key = readFileSync(join(state, 'key'));
    // No process has the number zero or below, and no kernel gives numbers this high.
    const ours = new TemporaryNames(key).nameFor(4_194_305);
    const foreign = new TemporaryNames(new Uint8Array(32)).nameFor(4_194_305);
    const running = new TemporaryNames(key).nameFor(process.pid);
    names.push(ours, foreign, running);
    for (const name of names) writeFileSync(join(root, name), 'left over');
    mkdirSync(join(root, 'Sub'));
    writeFileSync(join(root, 'Sub', ours), 'left over');
    await host.close();
    const { openVault } = await import('../../../pkg/headless/host');
    const again = await openVault(root, { stateFolder: state, watch: false, quiet: true });
    expect(readdirSync(root).filter(name => name.startsWith('.lectern'))).toEqual([foreign, running].sort());
    expect(readdirSync(join(root, 'Sub'))).toEqual([]);
    await again.close();
  });
});

describe('a folder that is swapped for a link', () => {
  /** A folder that another program swaps for a link out of the vault, again and again, while it is written to. */

  const rounds = Number(process.env['LECTERN_SWAP_ROUNDS'] ?? 300);

  const swapping = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs');
const { workerData } = require('node:worker_threads');
const { place, outside, flag } = workerData;
const ended = new Int32Array(flag);
while (Atomics.load(ended, 0) === 0) {
  try {
    renameSync(place, place + '-aside');
    symlinkSync(outside, place);
    unlinkSync(place);
    renameSync(place + '-aside', place);
  } catch {
    // The host made or filled a folder of this name meanwhile: the next turn begins anew.
    try { renameSync(place, place + '-gone' + Math.random()); } catch {}
    try { renameSync(place + '-aside', place); } catch {}
  }
}
`;

  test('nothing is ever made, moved or removed outside', async () => {
    const folder = new VaultFolder({ 'F/there.md': 'x', 'G/a.md': 'a' });
    const outside = join(folder.parent, 'outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'canary.md'), 'canary');
    const adapter = new FileSystemAdapter(folder.path, new TemporaryNames(Buffer.alloc(32)));
    const flag = new SharedArrayBuffer(4);
    const place = join(folder.path, 'F');
    const worker = new Worker(swapping, { eval: true, workerData: { place, outside, flag } });
    const seen = new Set<string>();
    const attempt = (work: Promise<unknown>): Promise<unknown> => work.catch(() => undefined);
    try {
      for (let round = 0; round < rounds; round += 1) {
        await attempt(adapter.createNew(`F/n${round}.md`, Buffer.from('new')));
        await attempt(adapter.mkdir(`F/d${round}/e`));
        await attempt(adapter.copy('G/a.md', `F/c${round}.md`));
        await attempt(adapter.rename('G/a.md', 'F/a.md'));
        await attempt(adapter.rename('F/a.md', 'G/a.md'));
        await attempt(adapter.remove('F/canary.md'));
        for (const name of readdirSync(outside)) seen.add(name);
        if (round % 50 === 0) await new Promise(resolve => setImmediate(resolve));
      }
    } finally {
      Atomics.store(new Int32Array(flag), 0, 1);
      await new Promise(resolve => worker.once('exit', resolve));
    }
    expect([...seen]).toEqual(['canary.md']);
    folder.remove();
  }, 60_000);
});
