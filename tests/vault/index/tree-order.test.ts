import { TreeOrder } from '../../../src/vault/index/names/orders';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { createTimeSlicer } from '../../../src/utils/slicing/time-slicer';
import { temporaryVault } from '../../headless/temporary-vault';
import { restingSlicer } from '../../support/time/resting-slicer';

const signal = new AbortController().signal;

test('files that come and go while the tree is read are in its order once, and no deleted file is', async () => {
  const names = Array.from({ length: 20 }, (_name, at) => `folder ${10 + at}/note.md`);
  const vault = await temporaryVault(Object.fromEntries(names.map(name => [name, ''])));
  const { app } = vault.host;
  try {
    await vault.host.becomeReady();
    const changes = [
      () => app.vault.create('folder 10/later.md', ''),
      () => app.vault.create('folder 29/later.md', ''),
      () => app.vault.delete(vault.file('folder 10/note.md')),
      () => app.vault.delete(vault.file('folder 29/note.md')),
    ];
    let now = 0;
    const slicer = createTimeSlicer({
      now: () => (now += 8),
      yieldToLoop: async () => {
        await changes.pop()?.();
      },
      othersWaiting: () => false,
    });
    const tree = new TreeOrder({ app, events: new VaultEvents(app, () => undefined), slicer });
    const paths = async (): Promise<string[]> =>
      (await tree.below(app.vault.getRoot(), signal)).map(({ path }) => path);
    const found = await paths();
    const others = names.slice(1, -1).flatMap(name => [name.slice(0, name.indexOf('/')), name]);
    expect(changes).toEqual([]);
    expect(found).toEqual(['folder 10', 'folder 10/later.md', ...others, 'folder 29', 'folder 29/later.md']);
    await app.vault.delete(vault.file('folder 10/later.md'));
    expect(await paths()).toEqual(found.filter(path => path !== 'folder 10/later.md'));
  } finally {
    await vault.close();
  }
});

test('a folder of two hundred thousand files is listed', async () => {
  const vault = await temporaryVault({ 'folder/note.md': '' });
  const { app } = vault.host;
  try {
    const folder = app.vault.getFolderByPath('folder');
    const [note] = folder?.children ?? [];
    if (folder === null || note === undefined) throw new Error('No folder.');
    folder.children = Array.from({ length: 200_000 }, () => note);
    const slicer = restingSlicer();
    const tree = new TreeOrder({ app, events: new VaultEvents(app, () => undefined), slicer });
    expect((await tree.below(app.vault.getRoot(), signal)).length).toBe(200_001);
  } finally {
    await vault.close();
  }
});

test('the files that are there when the app opens the vault are no new files', async () => {
  const vault = await temporaryVault({ 'a.md': '', 'b.md': '' });
  try {
    const created: string[] = [];
    const events = new VaultEvents(vault.host.app, () => undefined);
    events.listen({ created: ({ path }) => created.push(path) });
    await vault.host.becomeReady();
    expect(created).toEqual([]);
    await vault.host.app.vault.create('c.md', '');
    expect(created).toEqual(['c.md']);
  } finally {
    await vault.close();
  }
});
