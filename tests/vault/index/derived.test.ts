import type { TAbstractFile } from 'obsidian';
import { Derived, type ForEach } from '../../../src/vault/index/derived';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';

let vault: TemporaryVault;
beforeEach(async () => {
  vault = await temporaryVault({ 'a.md': '', 'b.md': '' });
  await vault.host.becomeReady();
});
afterEach(() => vault.close());

/** Paths of all notes; counts how often they are listed and how many events are subscribed to. */
function derivedPaths(during: (forEach: ForEach) => Promise<unknown> = () => Promise.resolve()) {
  const { app } = vault.host;
  const count = { builds: 0, subscriptions: 0 };
  const events = new VaultEvents(app, () => (count.subscriptions += 1));
  const paths = new Derived<string[]>(
    { events, ...steppingSlicer() },
    async forEach => {
      count.builds += 1;
      const found = app.vault.getMarkdownFiles().map(({ path }) => path);
      await during(forEach);
      return found;
    },
    ({ patch, forget }) => ({
      created: ({ path }: TAbstractFile) =>
        patch(all => {
          if (!all.includes(path)) all.push(path);
        }),
      deleted: forget,
    }),
  );
  const get = async (signal?: AbortSignal): Promise<string[]> => [...(await paths.get(signal))].sort();
  return { count, paths, get };
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

test('calls that come together share one build', async () => {
  const { count, get } = derivedPaths();
  const found = await Promise.all(Array.from({ length: 8 }, () => get()));
  expect(found).toEqual(Array.from({ length: 8 }, () => ['a.md', 'b.md']));
  expect(count.builds).toBe(1);
});

test('what is patched while it is built has the change for all who wait, and is kept', async () => {
  const { app } = vault.host;
  const changes = [() => app.vault.create('c.md', '')];
  const { count, get } = derivedPaths(() => Promise.resolve(changes.pop()?.()));
  expect(await Promise.all([get(), get()])).toEqual([
    ['a.md', 'b.md', 'c.md'],
    ['a.md', 'b.md', 'c.md'],
  ]);
  expect(await get()).toEqual(['a.md', 'b.md', 'c.md']);
  expect(count.builds).toBe(1);
});

test('what is forgotten while it is built is not kept', async () => {
  const { app } = vault.host;
  const changes = [() => app.vault.delete(vault.file('a.md'))];
  const { count, get } = derivedPaths(() => Promise.resolve(changes.pop()?.()));
  expect(await get()).toEqual(['a.md', 'b.md']);
  expect(await get()).toEqual(['b.md']);
  expect(count.builds).toBe(2);
});

test('a call that comes after an event that forgets does not wait for the earlier build', async () => {
  const [started, finish] = [deferred(), deferred()];
  const pauses = [() => (started.resolve(), finish.promise)];
  const { count, get } = derivedPaths(() => Promise.resolve(pauses.pop()?.()));
  const early = get();
  await started.promise;
  await vault.host.app.vault.delete(vault.file('a.md'));
  expect(await get()).toEqual(['b.md']);
  finish.resolve();
  expect(await early).toEqual(['a.md', 'b.md']);
  expect(await get()).toEqual(['b.md']);
  expect(count.builds).toBe(2);
});

test('a call that is aborted does not end the build that another waits for', async () => {
  const [started, finish] = [deferred(), deferred()];
  const { count, get } = derivedPaths(async forEach => {
    started.resolve();
    await finish.promise;
    await forEach(Array.from({ length: 100 }), () => undefined);
  });
  const aborted = new AbortController();
  const first = get(aborted.signal);
  const second = get();
  await started.promise;
  aborted.abort(new Error('The call was cancelled.'));
  finish.resolve();
  await expect(first).rejects.toThrow('The call was cancelled.');
  expect(await second).toEqual(['a.md', 'b.md']);
  expect(count.builds).toBe(1);
});

test('a build that fails rejects all who wait for it, and the next call builds again', async () => {
  const failures = [new Error('The build failed.')];
  const { count, get } = derivedPaths(() => {
    const failure = failures.pop();
    return failure === undefined ? Promise.resolve() : Promise.reject(failure);
  });
  const waiting = await Promise.allSettled([get(), get()]);
  expect(waiting.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await get()).toEqual(['a.md', 'b.md']);
  expect(count.builds).toBe(2);
});

function deferred(): { readonly promise: Promise<void>; readonly resolve: () => void } {
  let resolve = (): void => undefined;
  const promise = new Promise<void>(done => (resolve = done));
  return { promise, resolve: () => resolve() };
}
