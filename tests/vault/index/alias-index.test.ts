import { AliasIndex } from '../../../src/vault/index/names/alias-index';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { IdleValues } from '../../../src/vault/index/idle-values';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';

const withAliases = (...aliases: string[]): string => `---\naliases: ${JSON.stringify(aliases)}\n---\n`;

let vault: TemporaryVault;
beforeEach(async () => {
  vault = await temporaryVault({
    'a.md': withAliases('Moonshot', 'Rocket'),
    'b.md': withAliases('MOONSHOT'),
    'c.md': '',
  });
  await vault.host.becomeReady();
  await vault.host.metadataSettled();
});
afterEach(() => vault.close());

function aliasIndex() {
  const { app } = vault.host;
  let asked = 0;
  const fileCache = app.metadataCache.getFileCache.bind(app.metadataCache);
  app.metadataCache.getFileCache = file => {
    asked += 1;
    return fileCache(file);
  };
  const events = new VaultEvents(app, () => undefined, new IdleValues());
  const index = new AliasIndex(app, events, new NoteFactsIndex(app, events), steppingSlicer().slicer);
  const { signal } = new AbortController();
  const notesWith = async (alias: string): Promise<string[]> =>
    (await index.notesWith(alias, signal)).map(({ path }) => path);
  const notesNear = async (alias: string): Promise<string[]> =>
    (await index.notesNear(alias, signal)).map(({ path }) => path);
  return { notesWith, notesNear, asked: () => asked };
}

test('notes are found by an alias in any letter case, and no note is looked at a second time', async () => {
  const { notesWith, asked } = aliasIndex();
  expect(await notesWith('moonshot')).toEqual(['a.md', 'b.md']);
  expect(await notesWith('Rocket')).toEqual(['a.md']);
  expect(await notesWith('None')).toEqual([]);
  expect(asked()).toBe(3);
});

test('aliases follow notes that change, go, and take another name', async () => {
  const { notesWith } = aliasIndex();
  const { app } = vault.host;
  expect(await notesWith('rocket')).toEqual(['a.md']);
  await app.vault.modify(vault.file('c.md'), withAliases('Rocket'));
  await app.vault.modify(vault.file('a.md'), withAliases('Moonshot'));
  await vault.host.metadataSettled();
  expect(await notesWith('rocket')).toEqual(['c.md']);
  await app.vault.rename(vault.file('c.md'), 'd.md');
  expect(await notesWith('rocket')).toEqual(['d.md']);
  await app.vault.modify(vault.file('d.md'), withAliases('Moonshot'));
  await vault.host.metadataSettled();
  expect(await notesWith('moonshot')).toEqual(['a.md', 'b.md', 'd.md']);
  await app.vault.delete(vault.file('a.md'));
  expect(await notesWith('moonshot')).toEqual(['b.md', 'd.md']);
});

test('a note that is renamed to another ending has no alias until it is a note again', async () => {
  const { notesWith } = aliasIndex();
  const { app } = vault.host;
  expect(await notesWith('rocket')).toEqual(['a.md']);
  await app.vault.rename(vault.file('a.md'), 'a.txt');
  await vault.host.metadataSettled();
  expect(await notesWith('rocket')).toEqual([]);
  await app.vault.rename(vault.file('a.txt'), 'a.md');
  await vault.host.metadataSettled();
  expect(await notesWith('rocket')).toEqual(['a.md']);
});

test('a misspelt alias finds the notes with the nearest aliases first, and none that is too far', async () => {
  const { notesNear } = aliasIndex();
  const { app } = vault.host;
  await app.vault.modify(vault.file('c.md'), withAliases('Moonshoot', 'Bucket'));
  await vault.host.metadataSettled();
  expect(await notesNear('Moonsho')).toEqual(['a.md', 'b.md', 'c.md']);
  expect(await notesNear('moonshoot')).toEqual(['c.md', 'a.md', 'b.md']);
  expect(await notesNear('Rokcet')).toEqual(['a.md']);
  expect(await notesNear('Mooring')).toEqual([]);
});
