import { VaultEvents } from '../../../src/vault/index/vault-events';
import { VaultCounts } from '../../../src/vault/index/vault-counts';
import { Access } from '../../../src/vault/access/access';
import { VisibleFiles } from '../../../src/vault/access/visible-files';
import { VisibleFolders } from '../../../src/vault/access/visible-folders';
import { NameIndex } from '../../../src/vault/index/names/name-index';
import { PeriodicNotes } from '../../../src/vault/plugins/periodic-notes/periodic-notes';
import { ownerGrant } from '../../../src/vault/writing/undo/owner-changes';
import { type TemporaryVault, temporaryVault } from '../../headless/temporary-vault';
import { steppingSlicer } from '../../search/slicers';

const paths = Array.from({ length: 60 }, (_item, index) => `Folder ${index % 5}/Note ${index}.md`);

describe('the contents of the vault', () => {
  let vault: TemporaryVault;
  beforeEach(async () => {
    vault = await temporaryVault(Object.fromEntries(paths.map(path => [path, 'text'])));
  });
  afterEach(() => vault.close());

  /** Counts for callers who may not see some folders, and how often the last note was looked at. */
  function counting() {
    const { app } = vault.host;
    const events = new VaultEvents(app, () => undefined);
    const names = new NameIndex(app, events);
    const clock = { now: () => new Date(0) };
    const periodic = new PeriodicNotes({ app, clock, pluginSettings: () => undefined });
    const counts = new VaultCounts({ app, events, ...steppingSlicer() });
    let looks = 0;
    const counted = (path: string): string => {
      if (path === paths.at(-1)) looks += 1;
      return path;
    };
    const notesFor = async (
      hidden: readonly string[],
      { signal } = new AbortController(),
      realPath = counted,
    ): Promise<number> => {
      const access = new Access({ ...ownerGrant, token: 'test' }, { readOnly: false, hidden }, false);
      const folders = new VisibleFolders(() => 0);
      const files = new VisibleFiles(app, names, folders, access, realPath, periodic);
      return (await counts.of(files, signal)).counts.notes;
    };
    return { looks: () => looks, counted, notesFor };
  }

  it('are counted once for all calls that come together, for each kind of caller', async () => {
    const { looks, notesFor } = counting();
    const calls = [[], [], ['Folder 1'], [], ['Folder 1']].map(hidden => notesFor(hidden));
    expect(await Promise.all(calls)).toEqual([60, 60, 48, 60, 48]);
    expect(looks()).toBe(2);
    expect(await notesFor([])).toBe(60);
    expect(looks()).toBe(2);
  });

  it('are counted to the end when the call that began the count is aborted', async () => {
    const { looks, counted, notesFor } = counting();
    const first = new AbortController();
    const abortingHalfway = (path: string): string => {
      if (path === paths[30]) first.abort(new Error('no longer needed'));
      return counted(path);
    };
    const aborted = expect(notesFor([], first, abortingHalfway)).rejects.toThrow('no longer needed');
    expect(await notesFor([])).toBe(60);
    await aborted;
    expect(looks()).toBe(1);
  });

  it('are kept though an older count for the same caller fails', async () => {
    const { looks, notesFor } = counting();
    const breaking = (path: string): string => {
      if (path === paths.at(-1)) throw new Error('broken');
      return path;
    };
    const failed = expect(notesFor([], undefined, breaking)).rejects.toThrow('broken');
    // So many kinds of callers that the older ones are forgotten.
    const others = Array.from({ length: 32 }, (_item, index) => notesFor([`Other ${index}`]));
    const newer = notesFor([]);
    await failed;
    await Promise.all([...others, newer]);
    expect(looks()).toBe(33);
    expect(await notesFor([])).toBe(60);
    expect(looks()).toBe(33);
  });
});
