import { VaultEvents } from '../../../src/vault/index/vault-events';
import { Access } from '../../../src/vault/access/access';
import { MetadataReadiness } from '../../../src/vault/index/metadata-readiness';
import { NameIndex } from '../../../src/vault/index/name-index';
import { NearNames } from '../../../src/vault/index/near-names';
import { NoteFactsIndex } from '../../../src/vault/index/note-metadata';
import { NoteStructures } from '../../../src/vault/reading/note-structures';
import { ReadBudget } from '../../../src/vault/reading/read-budget';
import { Notes } from '../../../src/vault/reading/notes';
import { PeriodicNotes } from '../../../src/vault/plugins/periodic-notes/periodic-notes';
import { Stat } from '../../../src/vault/reading/stat';
import { VisibleFiles } from '../../../src/vault/access/visible-files';
import { VisibleFolders } from '../../../src/vault/access/visible-folders';
import { ownerGrant } from '../../../src/vault/writing/undo/owner-changes';
import { temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';

type Vault = Awaited<ReturnType<typeof temporaryVault>>;

function statOf({ host: { app } }: Vault, bytesHashed: number): Stat {
  const events = new VaultEvents(app, () => undefined);
  const files = new VisibleFiles(
    app,
    new NameIndex(app, events),
    new NearNames(app, events),
    new VisibleFolders(() => 0),
    new Access({ ...ownerGrant, token: 'test' }, { readOnly: false, hidden: [] }, false),
    path => path,
    new PeriodicNotes({
      app,
      clock: { now: () => new Date(0) },
      pluginSettings: () => undefined,
    }),
  );
  const notes = new Notes(app, files, steppingSlicer().slicer, new NoteStructures(), new ReadBudget());
  const facts = new NoteFactsIndex(app, events);
  return new Stat({ files, notes, facts, readiness: new MetadataReadiness(app, events) }, bytesHashed);
}

let vault: Vault;
beforeAll(async () => {
  const names = ['a.md', 'b.md', 'c.md', 'd.md'];
  vault = await temporaryVault(Object.fromEntries(names.map(name => [name, name.repeat(250)])));
  await vault.host.becomeReady();
});
afterAll(() => vault.close());

const signal = new AbortController().signal;
/** The paths of those with a version. */
async function versioned(bytesHashed: number, paths: readonly string[]): Promise<string[]> {
  const items = await statOf(vault, bytesHashed).of(paths, signal);
  expect(items.map(({ path, exists, size }) => [path, exists, size])).toEqual(
    paths.map(path => [path, true, 1000]),
  );
  return items.filter(({ versionId }) => versionId !== undefined).map(({ path }) => path);
}

test('notes are read for their versions only as far as the budget of one call goes', async () => {
  expect(await versioned(2500, ['a.md', 'b.md', 'c.md', 'd.md'])).toEqual(['a.md', 'b.md']);
  expect(await versioned(4000, ['d.md', 'c.md', 'b.md', 'a.md'])).toHaveLength(4);
});

test('a note that is named many times is read once', async () => {
  expect(await versioned(2000, ['a.md', 'a.md', 'a.md', 'b.md'])).toEqual(['a.md', 'a.md', 'a.md', 'b.md']);
});

test('nothing is read for a call that was cancelled', async () => {
  const reason = new Error('cancelled');
  await expect(statOf(vault, 4000).of(['a.md'], AbortSignal.abort(reason))).rejects.toBe(reason);
});
