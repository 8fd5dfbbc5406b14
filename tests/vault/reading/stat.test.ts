import { MetadataReadiness } from '../../../src/vault/index/metadata/metadata-readiness';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { Stat } from '../../../src/vault/reading/stat';
import { temporaryVault } from '../../headless/temporary-vault';
import { ownersNotes } from './owners-notes';

type Vault = Awaited<ReturnType<typeof temporaryVault>>;

function statOf({ host: { app } }: Vault, bytesHashed: number): Stat {
  const { events, files, notes } = ownersNotes(app);
  const facts = new NoteFactsIndex(app, events);
  const readiness = new MetadataReadiness(app, events);
  return new Stat({ files, notes, facts, readiness, shows: () => true }, bytesHashed);
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
