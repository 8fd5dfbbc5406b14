import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PathLocks } from '../../../../src/vault/writing/pipeline/path-locks';
import { field } from '../../../support/json';
import { base64Of, png } from '../../../support/files/sample-files';
import { RunningLectern } from '../../../support/lectern';
import { createTimeSlicer } from '../../../../src/utils/slicing/time-slicer';
import { now, yieldToLoop } from '../../../../src/platform';
import { ReadBudget } from '../../../../src/vault/reading/notes';
import { Authority, type Plan, WritePipeline } from '../../../../src/vault/writing/pipeline/pipeline';
import { VaultOperations } from '../../../../src/vault/writing/pipeline/vault-operations';
import { ownerGrant } from '../../../../src/vault/writing/undo/owner-changes';
import { Recovery, Reversal } from '../../../../src/vault/writing/undo/reversal';
import { JournaledVault, bytes, caller } from '../../journal/support';
import type { IntendedFile } from '../../../../src/vault/journal/recording';
import type { Journal } from '../../../../src/vault/journal/journal';
import { notesOf } from '../../../support/files/vault-contents';

test('sixteen files of one name at the same moment all get a name', async () => {
  const lectern = await RunningLectern.start();
  try {
    const client = await lectern.connect();
    const one = (): ReturnType<typeof client.call> =>
      client.call('add_attachment', { name: 'same.png', data: base64Of(png) });
    const answers = await Promise.all(Array.from({ length: 16 }, one));
    expect(answers.filter(({ isError }) => isError)).toEqual([]);
    expect(new Set(answers.map(({ structured }) => field(structured, 'path'))).size).toBe(16);
  } finally {
    await lectern.close();
  }
});

describe('memory for writers', () => {
  // Not notes, so that nobody scans them.
  const large = 'x'.repeat(11_000_000);
  const tick = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

  let own: JournaledVault;
  beforeEach(async () => {
    own = await JournaledVault.open({
      'a.png': large,
      'b.png': large,
      'c.png': large,
      'F/G/d.png': large,
      'small.md': 'x',
    });
  });
  afterEach(() => own.vault.close());

  interface Started {
    readonly signal?: AbortSignal;
    readonly pathNow?: () => string;
    readonly targets?: () => readonly string[];
    readonly heldBytes?: () => number;
  }

  /** Writers that change nothing: each tells when it plans, and ends when it is told to. */
  async function writers() {
    const { app } = own.vault.host;
    const slicer = createTimeSlicer({ now, yieldToLoop, othersWaiting: () => false });
    const operations = new VaultOperations(app);
    const pipeline = new WritePipeline({
      journal: await own.journal(),
      locks: new PathLocks(),
      budget: new ReadBudget(),
      operations,
      reversal: new Reversal(app, operations),
      recover: () => Promise.resolve([]),
      freshness: { expect: () => undefined, forget: () => undefined },
      slicer,
    });
    const authority = new Authority({
      grant: ownerGrant,
      targets: { allow: () => undefined },
      writeRefusal: () => undefined,
    });
    const planning: string[] = [];
    const ends = new Map<string, () => void>();
    const start = async (
      path: string,
      { signal = new AbortController().signal, pathNow = () => path, ...held }: Started = {},
    ) => {
      await pipeline.run({
        call: { tool: 'edit_note', dryRun: true, hints: [], signal },
        authority,
        targets: () => [pathNow()],
        ...held,
        plan: () => {
          planning.push(pathNow());
          return new Promise<Plan>(resolve => ends.set(pathNow(), () => resolve({ steps: [] })));
        },
      });
    };
    const end = async (path: string): Promise<void> => {
      ends.get(path)?.();
      await tick();
    };
    return { planning, start, end };
  }

  test('of several writers of large files only as many plan at once as memory is set aside for', async () => {
    const { planning, start, end } = await writers();
    const all = [start('a.png'), start('b.png'), start('c.png'), start('small.md')];
    await tick();
    expect(planning).toEqual(['small.md', 'a.png', 'b.png']);
    await end('a.png');
    expect(planning).toEqual(['small.md', 'a.png', 'b.png', 'c.png']);
    for (const path of ['b.png', 'c.png', 'small.md']) await end(path);
    await Promise.all(all);
  });

  test('a writer that waits for memory may leave', async () => {
    const { planning, start, end } = await writers();
    const leaving = new AbortController();
    const first = [start('a.png'), start('b.png')];
    const gone = start('c.png', { signal: leaving.signal });
    await tick();
    leaving.abort(new Error('gone'));
    await expect(gone).rejects.toThrow('gone');
    for (const path of ['a.png', 'b.png']) await end(path);
    await Promise.all(first);
    expect(planning).toEqual(['a.png', 'b.png']);
  });

  test('a writer that holds no texts waits for nobody', async () => {
    const { planning, start, end } = await writers();
    const all = [start('a.png'), start('b.png'), start('c.png', { heldBytes: () => 0 })];
    await tick();
    expect(planning).toContain('c.png');
    for (const path of ['a.png', 'b.png', 'c.png']) await end(path);
    await Promise.all(all);
  });

  test('a writer whose name became another file while it waited for memory waits for the writer of that file', async () => {
    const { planning, start, end } = await writers();
    let named = 'c.png';
    const all = [start('a.png'), start('b.png'), start('c.png', { pathNow: () => named }), start('small.md')];
    await tick();
    named = 'small.md';
    await end('a.png');
    expect(planning).toEqual(['small.md', 'a.png', 'b.png']);
    await end('small.md');
    expect(planning).toEqual(['small.md', 'a.png', 'b.png', 'small.md']);
    for (const path of ['b.png', 'small.md']) await end(path);
    await Promise.all(all);
  });

  test('what a writer says that it holds counts, and a file that it names twice counts once', async () => {
    const { planning, start, end } = await writers();
    const twice = start('a.png', { targets: () => ['a.png', 'a.png'] });
    const all = [twice, start('small.md', { heldBytes: () => 12_000_000 }), start('b.png')];
    await tick();
    expect(planning).toEqual(['a.png', 'small.md']);
    await end('small.md');
    expect(planning).toEqual(['a.png', 'small.md', 'b.png']);
    for (const path of ['a.png', 'b.png']) await end(path);
    await Promise.all(all);
  });
});

describe('the recovery', () => {
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
    await new Recovery(journal, new Reversal(app, new VaultOperations(app))).run(path => path !== 'door.md');
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

    describe('moves into each other’s places', () => {
      const moves = [
        { kind: 'move', path: 'b.md', newPath: 'd.md' },
        { kind: 'move', path: 'a.md', newPath: 'b.md' },
        { kind: 'move', path: 'c.md', newPath: 'a.md' },
      ] as const;
      const links = [{ kind: 'edit', path: 'd.md', isLinking: true, before: 'B', after: 'b' }] as const;

      async function crashed(done: number, files: readonly IntendedFile[]): Promise<readonly string[]> {
        await (await own.journal()).begin({ caller, tool: 'move', files });
        for (const { path, newPath } of moves.slice(0, done))
          renameSync(own.vault.at(path), own.vault.at(newPath));
        if (done > moves.length) writeFileSync(own.vault.at('d.md'), 'b');
        return (await start()).newestFirst().map(({ tool }) => tool);
      }

      test.each([0, 1, 2, 3])('%i of them done, without their links, are taken back', async done => {
        expect(await crashed(done, [...moves, ...links])).toEqual([]);
        expect([text('a.md'), text('b.md'), text('c.md')]).toEqual(['A', 'B', 'C']);
        expect(existsSync(own.vault.at('d.md'))).toBe(false);
      });

      test.each([
        ['as well as the links', 4, [...moves, ...links], 'b'],
        ['that no link follows', 3, moves, 'B'],
      ])('all done, %s, count', async (_what, done, files, moved) => {
        expect(await crashed(done, files)).toEqual(['move']);
        expect([text('b.md'), text('a.md'), text('d.md')]).toEqual(['A', 'C', moved]);
        expect(existsSync(own.vault.at('c.md'))).toBe(false);
      });
    });

    test('a deletion and a creation at its path count where both happened', async () => {
      const journal = await crash(
        [
          { kind: 'delete', path: 'a.md', before: bytes('A') },
          { kind: 'create', path: 'a.md', after: bytes('aa') },
        ],
        { 'a.md': 'aa' },
      );
      expect([text('a.md'), journal.newestFirst().length]).toEqual(['aa', 1]);
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
        return (await start()).newestFirst().flatMap(({ files }) => files.map(({ path }) => path));
      }

      test('it counts with the links where all had followed', async () => {
        const happened = { 'b.md': 'b [[moved]]', 'c.md': 'c [[moved]]' };
        expect(await crashed(happened)).toEqual(['a.md', 'b.md', 'c.md']);
        expect(['moved.md', 'b.md'].map(text)).toEqual(['A', 'b [[moved]]']);
      });

      test('the move is taken back with the links that had followed', async () => {
        expect(await crashed({ 'b.md': 'b [[moved]]' })).toEqual([]);
        expect([text('a.md'), text('b.md'), text('c.md')]).toEqual(['A', 'b [[a]]', 'c [[a]]']);
      });

      test('also when none had', async () => {
        expect([await crashed({}), text('a.md')]).toEqual([[], 'A']);
      });

      test('also where another hand went on from one of the notes, which keeps its text', async () => {
        expect(await crashed({ 'b.md': 'b [[moved]] and more' })).toEqual([]);
        expect([text('a.md'), text('b.md'), text('c.md')]).toEqual(['A', 'b [[moved]] and more', 'c [[a]]']);
      });

      test('it counts where another hand went on from a note and all other links had followed', async () => {
        const happened = { 'b.md': 'b [[moved]] and more', 'c.md': 'c [[moved]]' };
        expect(await crashed(happened)).toEqual(['a.md', 'c.md']);
        expect(['moved.md', 'b.md', 'c.md'].map(text)).toEqual(['A', ...Object.values(happened)]);
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
      writeFileSync(
        join(own.folder, 'changes-00000000-0000-abcd-device01.jsonl'),
        `${JSON.stringify(line)}\n`,
      );
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
});
