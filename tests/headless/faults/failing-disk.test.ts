/** The host on a disk whose calls fail at times, or fail after they have done their work. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { VaultWatcher } from '../../../pkg/headless/vault-watcher';
import { failCalls } from '../../support/disk-faults';
import { eventuallyPasses } from '../../support/time/waiting';
import { recordEvents, temporaryVault, type TemporaryVault, writeFiles } from '../temporary-vault';

let vault: TemporaryVault;
const repairs: (() => unknown)[] = [];

beforeEach(async () => {
  vault = await temporaryVault({ 'a.md': 'a', 'F/b.md': 'b', 'F/G/c.md': 'c' });
  await vault.host.becomeReady();
});

afterEach(async () => {
  for (const repair of repairs.splice(0).reverse()) repair();
  await vault.close();
});

const fail: typeof failCalls = (name, fault) => {
  const disk = failCalls(name, fault);
  repairs.push(disk.repair);
  return disk;
};

const known = (): string[] =>
  vault.host.app.vault
    .getFiles()
    .map(({ path }) => path)
    .sort();

describe('what the disk cannot tell of now', () => {
  const all = ['F/G/c.md', 'F/b.md', 'a.md'];

  test.each([
    ['lstatSync', '/F/b.md', 'EIO'],
    ['lstatSync', '/F/b.md', 'EACCES'],
    ['lstatSync', '/F', 'EMFILE'],
    ['lstatSync', '/F/G', 'ENOMEM'],
    ['readdirSync', '/F', 'EIO'],
  ] as const)(
    'stays as it is known and is looked at again: %s of %s fails with %s',
    async (name, ending, code) => {
      const events = recordEvents(vault.host);
      const { index } = vault.host.internals.vault;
      const disk = fail(name, { code, ending });
      for (const path of ['F', 'F/b.md', 'F/G', 'F/G/c.md']) index.reconcile(path);
      await Promise.all(['/', 'F', 'F/G'].map(path => index.rescan(path).catch(() => undefined)));
      expect([disk.failed() > 0, known(), events]).toEqual([true, all, []]);
      disk.repair();
      rmSync(vault.at('F/b.md'));
      fail(name, { code, ending, times: 2 });
      index.reconcile('F/b.md');
      await eventuallyPasses(() => expect(known()).toEqual(['F/G/c.md', 'a.md']));
    },
  );

  test('becomes known when it is new', async () => {
    const { index } = vault.host.internals.vault;
    writeFiles(vault.root, { 'F/new.md': '', 'New/d.md': '' });
    const disk = [
      fail('lstatSync', { code: 'EIO', ending: '/F/new.md' }),
      fail('lstatSync', { code: 'EIO', ending: '/New' }),
    ];
    await index.rescan('F');
    index.reconcile('New', { shallow: true });
    expect(known()).toEqual(all);
    for (const { repair } of disk.reverse()) repair();
    await eventuallyPasses(() => expect(known()).toEqual([...all, 'F/new.md', 'New/d.md'].sort()));
  });

  test('keeps a watched folder from being listed only for a while', async () => {
    const watcher = new VaultWatcher(vault.host.internals, () => undefined);
    watcher.start();
    await watcher.settled();
    const disk = fail('readdirSync', { code: 'EIO', ending: '/F' });
    mkdirSync(vault.at('F/H'));
    for (let index = 0; index < 300; index += 1) writeFileSync(vault.at(`F/${index}.md`), '');
    await eventuallyPasses(() => expect(disk.failed()).toBeGreaterThan(0));
    disk.repair();
    await eventuallyPasses(() => expect(known()).toHaveLength(303));
    watcher.close();
  });

  test.each(['lstatSync', 'readdirSync'] as const)(
    'does not keep a vault from being opened: %s',
    async name => {
      fail(name, { code: 'EACCES', ending: '/F/G' });
      const other = await temporaryVault({ 'a.md': '', 'F/G/c.md': '' });
      await other.host.becomeReady();
      expect(other.host.app.vault.getFileByPath('a.md')).not.toBeNull();
      await other.close();
    },
  );

  test.each(['EIO', 'EACCES'])('fails a question for it: %s', async code => {
    const { adapter } = vault.host.app.vault;
    fail('lstatSync', { code, ending: '/F/b.md' });
    await expect(adapter.exists('F/b.md')).rejects.toThrow(code);
    await expect(adapter.stat('F/b.md')).rejects.toThrow(code);
    expect(await adapter.exists('F/none.md')).toBe(false);
  });
});

describe('a call that reports a failure after its work', () => {
  const app = () => vault.host.app.vault;

  test.each([
    ['a write', 'renameSync', () => app().modify(vault.file('a.md'), 'new'), { 'a.md': 'new' }],
    ['an edit', 'renameSync', () => app().process(vault.file('a.md'), () => 'new'), { 'a.md': 'new' }],
    ['a new file', 'linkSync', () => app().create('n.md', 'new'), { 'n.md': 'new' }],
    ['a copy', 'linkSync', () => app().copy(vault.file('a.md'), 'n.md'), { 'n.md': 'a' }],
  ] as const)('does not fail %s: %s', async (_what, name, work, expected) => {
    const disk = fail(name, { code: 'EIO', ending: '.md', isDone: true, times: 1 });
    await work();
    expect(disk.failed()).toBe(1);
    for (const [path, text] of Object.entries(expected))
      expect(readFileSync(vault.at(path), 'utf8')).toBe(text);
    expect(readdirSync(vault.root).filter(entry => entry.endsWith('.tmp'))).toEqual([]);
  });

  test.each([
    [
      'renameSync',
      '/b.md',
      () => app().rename(vault.file('F/b.md'), 'F/n.md'),
      ['F/G/c.md', 'F/n.md', 'a.md'],
    ],
    ['unlinkSync', '/b.md', () => app().delete(vault.file('F/b.md')), ['F/G/c.md', 'a.md']],
    ['renameSync', '/b.md', () => app().trash(vault.file('F/b.md'), false), ['F/G/c.md', 'a.md']],
  ] as const)('is known by what it did: %s', async (name, ending, work, files) => {
    fail(name, { code: 'EIO', ending, isDone: true, times: 1 });
    await Promise.resolve(work()).catch(() => undefined);
    expect(known()).toEqual(files);
  });

  test('is known by the folder that it made', async () => {
    fail('mkdirSync', { code: 'EIO', ending: '/New', isDone: true, times: 1 });
    await expect(app().createFolder('New')).rejects.toThrow('EIO');
    expect(app().getFolderByPath('New')).not.toBeNull();
  });
});

describe('a file that another program has open for a moment', () => {
  const app = () => vault.host.app.vault;

  test.each([
    ['written', 'renameSync', () => app().modify(vault.file('a.md'), 'new')],
    ['edited', 'renameSync', () => app().process(vault.file('a.md'), () => 'new')],
    ['moved', 'renameSync', () => app().rename(vault.file('a.md'), 'n.md')],
    ['deleted', 'unlinkSync', () => app().delete(vault.file('a.md'))],
  ] as const)('is %s when it is free', async (_what, name, work) => {
    const disk = fail(name, { code: 'EBUSY', ending: '/a.md', times: 2 });
    await work();
    expect(disk.failed()).toBe(2);
  });

  test('is left as it is if it stays open', async () => {
    const disk = fail('renameSync', { code: 'EBUSY', ending: '/a.md' });
    await expect(app().modify(vault.file('a.md'), 'new')).rejects.toThrow('EBUSY');
    expect([readFileSync(vault.at('a.md'), 'utf8'), disk.failed()]).toEqual(['a', 5]);
  });
});
