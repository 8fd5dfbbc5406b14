/** What a start makes of a change without an end, from the files and the changes after it. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Journal } from '../../../../src/vault/journal/journal';
import type { IntendedFile } from '../../../../src/vault/journal/recording';
import { VaultOperations } from '../../../../src/vault/writing/pipeline/vault-operations';
import { Recovery, Reversal } from '../../../../src/vault/writing/undo/reversal';
import { bytes, caller, JournaledVault } from '../../journal/support';

let own: JournaledVault;
let journal: Journal;

beforeEach(async () => {
  own = await JournaledVault.open({
    ...{ 'a.md': '# A', 'b.md': 'B', 'c.md': '[[a#A]]', 'd.md': '[[a#A]]' },
    ...{ 'N/x.md': 'X', 'N/y.md': 'Y' },
  });
  journal = await own.journal();
});
afterEach(() => own.vault.close());

const edit = (path: string, before: string, after: string, isLinking?: true): IntendedFile => ({
  ...{ kind: 'edit', path, isLinking },
  ...{ before: bytes(before), after: bytes(after) },
});
const removal = (path: string, before: string): IntendedFile => ({
  ...{ kind: 'delete', path, before: bytes(before) },
});
const move = (path: string, newPath: string): IntendedFile => ({ kind: 'move', path, newPath });

/** Makes of the vault what a file's change makes of it. */
function carryOut({ kind, path, newPath = '', after, isFolder = false }: IntendedFile): void {
  const at = own.vault.at(path);
  if (kind === 'delete') rmSync(at, { recursive: isFolder });
  else if (kind === 'move') {
    mkdirSync(dirname(own.vault.at(newPath)), { recursive: true });
    renameSync(at, own.vault.at(newPath));
  } else writeFileSync(at, after ?? '');
}

/** A change that was answered as an error when this many of its files were changed. */
async function failed(files: readonly IntendedFile[], count: number): Promise<string> {
  const id = await journal.begin({ caller, tool: 'test', files });
  files.slice(0, count).forEach(carryOut);
  await journal.failed(id);
  return id;
}

async function changed(...files: readonly IntendedFile[]): Promise<void> {
  const id = await journal.begin({ caller, tool: 'test', files });
  files.forEach(carryOut);
  await journal.done(id);
}

/** The journal as after a start. @param fails whether a write of a text fails, counted from one */
async function start(fails: (nth: number) => boolean = () => false): Promise<Journal> {
  const { app } = own.vault.host;
  await own.vault.host.settled();
  const next = await own.journal();
  const { adapter } = app.vault;
  const process = adapter.process.bind(adapter);
  let count = 0;
  adapter.process = (...args) => {
    count += 1;
    if (!fails(count)) return process(...args);
    return Promise.reject(Object.assign(new Error('The disk failed.'), { code: 'EIO' }));
  };
  await new Recovery(next, new Reversal(app, new VaultOperations(app))).run(() => true);
  Reflect.deleteProperty(adapter, 'process');
  return next;
}

const textOf = (path: string): string | undefined => {
  const at = own.vault.at(path);
  return existsSync(at) ? readFileSync(at, 'utf8') : undefined;
};
const pathsOf = (from: Journal, id: string): unknown => from.get(id)?.files.map(({ path }) => path);

describe('what later changes made of the files', () => {
  test('completes a change that they did again, of which nothing is taken back', async () => {
    const files = [edit('b.md', 'B', 'b'), edit('N/x.md', 'X', 'x'), edit('N/y.md', 'Y', 'y')];
    const id = await failed(files, 1);
    await changed(...files.slice(1));
    const next = await start();
    expect([textOf('b.md'), textOf('N/x.md'), textOf('N/y.md')]).toEqual(['b', 'x', 'y']);
    expect([next.pending(), pathsOf(next, id)]).toEqual([[], ['b.md', 'N/x.md', 'N/y.md']]);
  });

  test('completes none of which they did only a part again', async () => {
    const files = [edit('b.md', 'B', 'b'), edit('N/x.md', 'X', 'x'), edit('N/y.md', 'Y', 'y')];
    await failed(files, 1);
    await changed(...files.slice(1, 2));
    const next = await start();
    expect([textOf('b.md'), textOf('N/x.md'), textOf('N/y.md')]).toEqual(['B', 'x', 'Y']);
    expect(next.pending()).toEqual([]);
  });

  test('leaves a deleted note away whose name another has got, and ends the change', async () => {
    const id = await failed([removal('N/x.md', 'X'), removal('N/y.md', 'Y')], 1);
    await changed(move('b.md', 'N/x.md'));
    const next = await start();
    expect([textOf('N/x.md'), textOf('N/y.md')]).toEqual(['B', 'Y']);
    expect([next.pending(), pathsOf(next, id)]).toEqual([[], ['N/x.md']]);
  });

  test('brings a note back whose folder they have removed', async () => {
    await failed([removal('N/x.md', 'X'), removal('N/y.md', 'Y')], 1);
    await changed(move('N/y.md', 'y.md'));
    await changed({ kind: 'delete', path: 'N', isFolder: true });
    const next = await start();
    expect([textOf('N/x.md'), textOf('y.md'), next.pending()]).toEqual(['X', 'Y', []]);
  });

  test('brings a note back to a folder that they have removed', async () => {
    await failed([move('N/x.md', 'x.md'), edit('b.md', 'B', 'b')], 1);
    await changed(removal('N/y.md', 'Y'), { kind: 'delete', path: 'N', isFolder: true });
    const next = await start();
    expect([textOf('N/x.md'), textOf('x.md'), next.pending()]).toEqual(['X', undefined, []]);
  });
});

describe('a merge that was interrupted', () => {
  const merging = (source: string): IntendedFile[] => [
    edit('b.md', 'B', 'B # A'),
    edit('c.md', '[[a#A]]', '[[b#A]]', true),
    removal(source, source === 'a.md' ? '# A' : 'X'),
  ];

  test('keeps the text of a note that was then deleted by hand, even if its name came back', async () => {
    await failed(merging('a.md'), 1);
    await changed(removal('a.md', '# A'));
    await changed({ kind: 'create', path: 'a.md', after: bytes('new') });
    const next = await start();
    expect([textOf('a.md'), textOf('b.md'), textOf('c.md')]).toEqual(['new', 'B # A', '[[b#A]]']);
    expect(next.pending()).toEqual([]);
  });

  test('stays, and links follow it, where the merged note was moved away', async () => {
    await failed(merging('a.md'), 1);
    await changed(move('a.md', 'M/e.md'));
    const next = await start();
    expect([textOf('M/e.md'), textOf('b.md'), textOf('c.md')]).toEqual(['# A', 'B # A', '[[b#A]]']);
    expect(next.pending()).toEqual([]);
  });

  test('leaves the links of an edited note that led to the other note before', async () => {
    const merged = [edit('b.md', 'B', 'B # A'), edit('c.md', '[[b]] [[a]]', '[[b]] [[b|a]]', true)];
    await changed(edit('c.md', '[[a#A]]', '[[b]] [[a]]'));
    await failed([...merged, removal('a.md', '# A')], 2);
    await changed(edit('c.md', '[[b]] [[b|a]]', '[[b]] [[b|a]] more'));
    const next = await start();
    expect([textOf('b.md'), textOf('c.md'), next.pending()]).toEqual(['B', '[[b]] [[b|a]] more', []]);
  });

  test('is taken back where only the folder of the merged note was moved', async () => {
    await failed(merging('N/x.md'), 2);
    await changed(move('N', 'M'));
    const next = await start();
    expect([textOf('M/x.md'), textOf('b.md'), textOf('c.md')]).toEqual(['X', 'B', '[[a#A]]']);
    expect([next.pending(), next.newestFirst().length]).toEqual([[], 1]);
  });
});

describe('a disk that fails while a change is taken back', () => {
  test('is asked again once the other notes are back', async () => {
    await failed([edit('b.md', 'B', 'b'), edit('N/x.md', 'X', 'x'), edit('N/y.md', 'Y', 'y')], 3);
    const next = await start(nth => nth < 3);
    expect([textOf('b.md'), textOf('N/x.md'), textOf('N/y.md')]).toEqual(['B', 'X', 'Y']);
    expect([next.pending(), next.newestFirst()]).toEqual([[], []]);
  });

  test('keeps moves and links together, until it works', async () => {
    const id = await failed([move('a.md', 'e.md'), edit('c.md', '[[a#A]]', '[[e#A]]', true)], 2);
    const broken = await start(() => true);
    expect([textOf('a.md'), textOf('c.md')]).toEqual([undefined, '[[e#A]]']);
    expect(broken.pending().map(change => change.id)).toEqual([id]);
    const next = await start();
    expect([textOf('a.md'), textOf('c.md'), next.pending()]).toEqual(['# A', '[[a#A]]', []]);
  });

  test.each([
    ['note', move('N/x.md', 'e.md'), 'e.md', '[[e]]'],
    ['folder', { ...move('N', 'M'), isFolder: true }, 'M/x.md', '[[M/x]]'],
  ])(
    'leads links in a moved %s back even if that comes back before them',
    async (_what, moved, path, after) => {
      await changed(edit('N/x.md', 'X', '[[N/x]]'));
      const linked = [{ path, before: bytes('[[N/x]]') }];
      const id = await journal.begin({ caller, tool: 'move', files: [moved], linked });
      carryOut(moved);
      writeFileSync(own.vault.at(path), after);
      await journal.failed(id);
      const broken = await start(() => true);
      expect([textOf('N/x.md'), broken.pending().length]).toEqual([after, 1]);
      const next = await start();
      expect([textOf('N/x.md'), next.pending(), next.get(id)]).toEqual(['[[N/x]]', [], undefined]);
    },
  );

  test('lets links that are to follow a kept heading wait', async () => {
    const links = ['c.md', 'd.md'].map(path => edit(path, '[[a#A]]', '[[a#B]]', true));
    const id = await failed([edit('a.md', '# A', '# B'), ...links], 2);
    await changed(edit('a.md', '# B', '# B\nmore'));
    const broken = await start(() => true);
    expect([textOf('d.md'), broken.pending().map(change => change.id)]).toEqual(['[[a#A]]', [id]]);
    const next = await start();
    expect([textOf('c.md'), textOf('d.md'), next.pending()]).toEqual(['[[a#B]]', '[[a#B]]', []]);
    expect(pathsOf(next, id)).toEqual(['a.md', 'c.md', 'd.md']);
  });
});

test('the links that followed a move belong to it even if another process edited their note later', async () => {
  const files = [move('a.md', 'e.md')];
  const linked = [{ path: 'c.md', before: bytes('[[a#A]]') }];
  const id = await journal.begin({ caller, tool: 'move', files, linked });
  files.forEach(carryOut);
  writeFileSync(own.vault.at('c.md'), '[[e#A]]');
  own.time += 1000;
  journal = await own.journal(undefined, 'device02');
  await changed(edit('c.md', '[[e#A]]', '[[e#A]] more'));
  const next = await start();
  expect([pathsOf(next, id), textOf('c.md')]).toEqual([['a.md', 'c.md'], '[[e#A]] more']);
});
