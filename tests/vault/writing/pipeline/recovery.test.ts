import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IntendedFile } from '../../../../src/vault/journal/recording';
import type { Journal } from '../../../../src/vault/journal/journal';
import { recover, Reversal } from '../../../../src/vault/writing/undo/reversal';
import { VaultOperations } from '../../../../src/vault/writing/pipeline/vault-operations';
import { notesOf } from '../../../support/files/vault-contents';
import { bytes, caller, JournaledVault } from '../../journal/support';

let own: JournaledVault;
beforeEach(async () => {
  own = await JournaledVault.open({ 'a.md': 'A', 'b.md': 'B', 'c.md': 'C', 'F/x.md': 'X' });
});
afterEach(() => own.vault.close());

const edits: readonly IntendedFile[] = ['a', 'b', 'c'].map(name => ({
  kind: 'edit',
  path: `${name}.md`,
  before: bytes(name.toUpperCase()),
  after: bytes(`${name}${name}`),
}));

/** Records an intent, lets part of it happen, and starts anew. */
async function crash(files: readonly IntendedFile[], happened: Record<string, string>): Promise<Journal> {
  await (await own.journal()).begin({ caller, tool: 'edit_notes', files });
  for (const [path, text] of Object.entries(happened)) writeFileSync(own.vault.at(path), text);
  return start();
}

async function start(): Promise<Journal> {
  await own.vault.host.settled();
  const journal = await own.journal();
  const { app } = own.vault.host;
  const reversal = new Reversal(app, new VaultOperations(app));
  await recover(journal, reversal, path => path !== 'door.md');
  expect(journal.pending()).toEqual([]);
  return journal;
}

function text(path: string): string {
  return readFileSync(own.vault.at(path), 'utf8');
}

describe('after a crash', () => {
  test('a change of several files that took place in part is taken back', async () => {
    const journal = await crash(edits, { 'a.md': 'aa', 'b.md': 'bb' });
    expect([text('a.md'), text('b.md'), text('c.md')]).toEqual(['A', 'B', 'C']);
    expect(journal.newestFirst()).toEqual([]);
  });

  test('one that took place as a whole counts', async () => {
    const journal = await crash(edits, { 'a.md': 'aa', 'b.md': 'bb', 'c.md': 'cc' });
    expect([text('a.md'), text('b.md'), text('c.md')]).toEqual(['aa', 'bb', 'cc']);
    expect(journal.newestFirst()).toHaveLength(1);
  });

  test('one that did not take place is forgotten', async () => {
    expect((await crash(edits, {})).newestFirst()).toEqual([]);
    expect((await crash(edits.slice(0, 1), {})).newestFirst()).toEqual([]);
  });

  test('what another hand changed meanwhile stays', async () => {
    await crash(edits, { 'a.md': 'aa', 'b.md': 'by hand' });
    expect([text('a.md'), text('b.md'), text('c.md')]).toEqual(['A', 'by hand', 'C']);
  });

  test('a single change counts as soon as it happened, also when another hand went on from it', async () => {
    expect((await crash(edits.slice(0, 1), { 'a.md': 'aa' })).newestFirst()).toHaveLength(1);
    expect((await crash(edits.slice(1, 2), { 'b.md': 'bb and by hand' })).newestFirst()).toHaveLength(2);
    expect(text('b.md')).toBe('bb and by hand');
  });

  test('a change counts when a later one built on it', async () => {
    const journal = await own.journal();
    const first = await journal.begin({ caller, tool: 'edit_notes', files: edits.slice(0, 2) });
    const second = await journal.begin({
      caller,
      tool: 'edit_note',
      files: [{ kind: 'edit', path: 'a.md', before: bytes('aa'), after: bytes('aaa') }],
    });
    await journal.done(second);
    writeFileSync(own.vault.at('a.md'), 'aaa');
    writeFileSync(own.vault.at('b.md'), 'bb');
    expect((await start()).get(first)).toBeDefined();
    expect([text('a.md'), text('b.md')]).toEqual(['aaa', 'bb']);
  });

  test('half a creation goes with the folders that it made', async () => {
    const { vault } = own.vault.host.app;
    await vault.createFolder('N');
    await vault.createFolder('N/deep');
    await crash(
      [
        { kind: 'create', path: 'N', isFolder: true },
        { kind: 'create', path: 'N/deep', isFolder: true },
        { kind: 'create', path: 'N/deep/n.md', after: bytes('n') },
      ],
      {},
    );
    expect(Object.keys(notesOf(own.vault.root))).toEqual(['F/', 'F/x.md', 'a.md', 'b.md', 'c.md']);
  });

  test('half a deletion is restored', async () => {
    const { vault } = own.vault.host.app;
    await vault.adapter.remove('F/x.md');
    await crash(
      [
        { kind: 'delete', path: 'F/x.md', before: bytes('X') },
        { kind: 'delete', path: 'a.md', before: bytes('A') },
      ],
      {},
    );
    expect([text('F/x.md'), text('a.md')]).toEqual(['X', 'A']);
  });

  test('a move that happened counts, one that did not is forgotten', async () => {
    const { vault } = own.vault.host.app;
    const move: IntendedFile = { kind: 'move', path: 'a.md', newPath: 'moved.md' };
    expect((await crash([move], {})).newestFirst()).toEqual([]);
    await vault.adapter.rename('a.md', 'moved.md');
    expect((await crash([move], {})).newestFirst()).toHaveLength(1);
  });

  describe('in the middle of a move', () => {
    const move: IntendedFile = { kind: 'move', path: 'a.md', newPath: 'moved.md' };
    const linked = [
      { path: 'b.md', before: bytes('b [[a]]') },
      { path: 'c.md', before: bytes('c [[a]]') },
    ];

    async function crashed(happened: Record<string, string>): Promise<string[]> {
      for (const { path, before } of linked) writeFileSync(own.vault.at(path), before);
      await (await own.journal()).begin({ caller, tool: 'move', files: [move], linked });
      await own.vault.host.app.vault.adapter.rename('a.md', 'moved.md');
      for (const [path, content] of Object.entries(happened)) writeFileSync(own.vault.at(path), content);
      return (await start()).newestFirst().map(({ tool }) => tool);
    }

    test('the move is taken back with the links that had followed', async () => {
      expect(await crashed({ 'b.md': 'b [[moved]]' })).toEqual([]);
      expect([text('a.md'), text('b.md'), text('c.md')]).toEqual(['A', 'b [[a]]', 'c [[a]]']);
    });

    test('also when none had', async () => {
      expect(await crashed({})).toEqual([]);
      expect(text('a.md')).toBe('A');
    });

    test('it counts where another hand went on from a note whose links had followed', async () => {
      expect(await crashed({ 'b.md': 'b [[moved]] and more' })).toEqual(['move']);
      expect([text('moved.md'), text('b.md')]).toEqual(['A', 'b [[moved]] and more']);
    });
  });

  test('a moved folder that had to wait for its parent is forgotten when it did not move', async () => {
    const journal = await crash(
      [
        { kind: 'create', path: 'G', isFolder: true },
        { kind: 'move', path: 'F', newPath: 'G/F', isFolder: true },
      ],
      {},
    );
    expect(journal.newestFirst()).toEqual([]);
  });
});

describe('a journal that somebody else wrote', () => {
  const plant = (path: string, more: object = {}): string => {
    const id = `00000000-${path.length}abc`;
    const line = {
      type: 'begin',
      id,
      time: 1,
      token: 'x',
      tool: 'delete',
      files: [{ kind: 'delete', path, ...more }],
    };
    mkdirSync(own.folder, { recursive: true });
    writeFileSync(join(own.folder, 'changes-00000000-0000-abcd-device01.jsonl'), `${JSON.stringify(line)}\n`);
    return path;
  };

  test.each(['.obsidian/app.json', 'F/.hidden/x.md', '../outside.md', '/etc/x.md', 'F//x.md', ''])(
    'names no change of %j, and that is told once',
    async path => {
      plant(path);
      const journal = await own.journal();
      expect(journal.pending()).toEqual([]);
      expect(own.problems).toEqual([expect.stringContaining('damaged-changes-')]);
      await own.journal();
      expect(own.problems).toHaveLength(1);
    },
  );

  test('writes nothing where a path leads into a hidden folder', async () => {
    const before = { kind: 'edit' as const, path: 'door.md', before: bytes('planted'), after: bytes('D') };
    const other = { kind: 'edit' as const, path: 'a.md', before: bytes('planted'), after: bytes('A') };
    writeFileSync(own.vault.at('door.md'), 'D');
    const journal = await crash([before, other, ...edits.slice(1)], {});
    expect([text('door.md'), text('a.md')]).toEqual(['D', 'A']);
    expect(journal.newestFirst()).toHaveLength(1);
  });
});
