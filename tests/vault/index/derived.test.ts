import type { TAbstractFile } from 'obsidian';
import { Derived } from '../../../src/vault/index/derived';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';

let vault: TemporaryVault;
beforeEach(async () => {
  vault = await temporaryVault({ 'a.md': '', 'b.md': '' });
});
afterEach(() => vault.close());

/** Paths of all notes; counts how often they are listed and how many events are subscribed to. */
function derivedPaths(during: () => Promise<unknown> = () => Promise.resolve()) {
  const { app } = vault.host;
  const count = { builds: 0, subscriptions: 0 };
  const events = new VaultEvents(app, () => (count.subscriptions += 1));
  const paths = new Derived<string[]>(
    events,
    async () => {
      count.builds += 1;
      const found = app.vault.getMarkdownFiles().map(({ path }) => path);
      await during();
      return found;
    },
    ({ patch, forget }) => ({
      created: (file: TAbstractFile) => patch(all => all.push(file.path)),
      deleted: forget,
    }),
  );
  const { slicer } = steppingSlicer();
  return { count, paths, get: async () => [...(await paths.get(slicer.slice()))].sort() };
}

test('a derived value is built at the first question, and subscribes to the events that it names then', async () => {
  const { count, get } = derivedPaths();
  expect(count).toEqual({ builds: 0, subscriptions: 0 });
  expect(await get()).toEqual(['a.md', 'b.md']);
  expect(await get()).toEqual(['a.md', 'b.md']);
  expect(count).toEqual({ builds: 1, subscriptions: 2 });
});

test('a derived value is patched by one event and built anew after another', async () => {
  const { count, paths, get } = derivedPaths();
  const { app } = vault.host;
  await get();
  const before = paths.generation;
  await app.vault.create('c.md', '');
  expect(await get()).toEqual(['a.md', 'b.md', 'c.md']);
  expect(count.builds).toBe(1);
  const file = app.vault.getFileByPath('a.md');
  if (file !== null) await app.vault.delete(file);
  expect(await get()).toEqual(['b.md', 'c.md']);
  expect(count.builds).toBe(2);
  expect(paths.generation).toBe(before + 2);
});

test('what was built while the vault changed is not kept', async () => {
  const { app } = vault.host;
  const changes = [() => app.vault.create('c.md', '')];
  const { count, get } = derivedPaths(() => Promise.resolve(changes.pop()?.()));
  expect(await get()).toEqual(['a.md', 'b.md']);
  expect(await get()).toEqual(['a.md', 'b.md', 'c.md']);
  expect(count.builds).toBe(2);
});
