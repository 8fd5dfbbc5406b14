import { ReadBudget } from '../../../src/vault/reading/notes';
import { MetadataReadiness } from '../../../src/vault/index/metadata/metadata-readiness';
import { NoteFactsIndex } from '../../../src/vault/index/metadata/note-metadata';
import { Stat } from '../../../src/vault/reading/stat';
import { temporaryVault } from '../../headless/temporary-vault';
import { ownersNotes } from './owners-notes';

describe('work on files', () => {
  const large = 20_000_000;
  const tick = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

  /** Work that tells when it began, and ends when it is told to. */
  function works(budget: ReadBudget): {
    readonly begun: string[];
    readonly start: (name: string, bytes: number, signal?: AbortSignal) => Promise<void>;
    readonly end: (name: string) => Promise<void>;
  } {
    const begun: string[] = [];
    const ends = new Map<string, () => void>();
    return {
      begun,
      start: (name, bytes, signal) =>
        budget.run(bytes, signal, () => {
          begun.push(name);
          return new Promise(resolve => ends.set(name, resolve));
        }),
      end: async name => {
        ends.get(name)?.();
        await tick();
      },
    };
  }

  test('large files are worked on one after the other, small ones at once', async () => {
    const { begun, start, end } = works(new ReadBudget());
    const all = [start('one', large), start('two', large), start('small', 500_000), start('three', large)];
    await tick();
    expect(begun).toEqual(['small', 'one']);
    await end('one');
    expect(begun).toEqual(['small', 'one', 'two']);
    await end('two');
    for (const name of ['three', 'small']) await end(name);
    await Promise.all(all);
    expect(begun).toEqual(['small', 'one', 'two', 'three']);
  });

  test('files that fit into memory together are worked on together, and one that fits with none alone', async () => {
    const { begun, start, end } = works(new ReadBudget());
    const all = ['a', 'b', 'c'].map(name => start(name, 8_000_000));
    all.push(start('huge', 200_000_000), start('d', 8_000_000));
    await tick();
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'b']) await end(name);
    expect(begun).toEqual(['a', 'b', 'c']);
    await end('c');
    expect(begun.at(-1)).toBe('huge');
    for (const name of ['huge', 'd']) await end(name);
    await Promise.all(all);
  });

  test('a call that goes away gives up its turn, also where it is the next', async () => {
    const { begun, start, end } = works(new ReadBudget());
    const leaving = new AbortController();
    const first = start('first', large);
    const gone = start('gone', large, leaving.signal);
    const last = start('last', 2_000_000);
    await tick();
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    expect(begun).toEqual(['first', 'last']);
    for (const name of ['first', 'last']) await end(name);
    await Promise.all([first, last]);
  });

  test('work that fails gives up its turn', async () => {
    const budget = new ReadBudget();
    const broken = (): Promise<never> => Promise.reject(new Error('broken'));
    await expect(budget.run(large, undefined, broken)).rejects.toThrow('broken');
    await expect(budget.run(large, undefined, () => Promise.resolve('read'))).resolves.toBe('read');
  });
});

describe('versions of notes', () => {
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
});
