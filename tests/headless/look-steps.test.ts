/** How often the disk is asked; counted, since times say little on a busy machine. */
import fs from 'node:fs';
import { appendFileSync, symlinkSync } from 'node:fs';
import { isFunction } from '../../pkg/headless/obsidian/core/unknowns';
import { Vault } from '../../pkg/headless/obsidian/vault/vault';
import type { VaultIndex } from '../../pkg/headless/obsidian/vault/vault-index';
import { recordEvents, temporaryVault, type TemporaryVault } from './temporary-vault';

let vault: TemporaryVault;
afterEach(() => vault.close());

/** How often Node's `fs` is called during `work`, which waits for nothing. */
function diskCalls(work: () => void): number {
  let count = 0;
  const restore: (() => void)[] = [];
  const countCalls = (object: object, name: string): void => {
    const call: unknown = Reflect.get(object, name);
    if (!isFunction(call) || isClass(call)) return;
    const counting = (...args: unknown[]): unknown => {
      count += 1;
      return call(...args);
    };
    Reflect.set(object, name, Object.assign(counting, call));
    restore.push(() => Reflect.set(object, name, call));
  };
  countCalls(fs.realpathSync, 'native');
  for (const name of Object.keys(fs)) countCalls(fs, name);
  try {
    work();
  } finally {
    for (const undo of restore.reverse()) undo();
  }
  return count;
}

const isClass = (value: object): boolean => /^[A-Z]/.test(String(Reflect.get(value, 'name')));

function indexOf(): VaultIndex {
  const api: unknown = vault.host.app.vault;
  if (!(api instanceof Vault)) throw new Error('not the vault of the host');
  return api.index;
}

test('checking one file takes two calls of the file system, for the real path of its folder and for the entry', async () => {
  vault = await temporaryVault({ 'F/G/a.md': 'a' });
  const index = indexOf();
  const events = recordEvents(vault.host);
  appendFileSync(vault.at('F/G/a.md'), '!');
  expect(diskCalls(() => index.reconcile('F/G/a.md'))).toBe(2);
  expect(events).toEqual(['modify F/G/a.md']);
});

test('a link is still followed, and one that leads out is not there', async () => {
  vault = await temporaryVault({ 'F/a.md': 'a', '.hidden/b.md': 'b' }, (root, outside) => {
    symlinkSync(`${root}/F/a.md`, `${root}/in.md`);
    symlinkSync(`${outside}/canary.md`, `${root}/out.md`);
    symlinkSync(`${root}/.hidden`, `${root}/hidden`);
  });
  const { app } = vault.host;
  for (const path of ['in.md', 'out.md', 'hidden', 'hidden/b.md']) indexOf().reconcile(path);
  expect(
    app.vault
      .getFiles()
      .map(file => file.path)
      .sort(),
  ).toEqual(['F/a.md', 'in.md']);
});
