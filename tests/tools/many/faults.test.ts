/** Changes of many notes: their undo, their order, and what fails in the middle. */
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import type { TestClient } from '../../support/clients';
import { sha256 } from '../../../src/platform';
import { failDisk, reads } from '../../support/disk-faults';
import { base64Of, png } from '../../support/files/sample-files';
import { contentsOf, notesOf } from '../../support/files/vault-contents';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { OpenVault, vaultForEach } from '../../support/open-vault';

describe('over generated vaults', () => {
  const run = { seed: 20_261_122, numRuns: 6 };

  const piece = fc.constantFrom(
    '# Goals\n',
    '## Costs\r\n',
    '### Goals\n',
    '# Notes  \n',
    '[[a#Goals]] ',
    '[[a#Costs|c]]\n',
    '![[b#Notes]]\n',
    '[x](a.md#Goals)',
    '[[#Goals]]',
    '[[b]] [[F/c#^id]]\n',
    '`[[a#Goals]]`\n',
    'word WORD  \r\n',
    '- item ^id\n',
    'note[^1]\n\n[^1]: text\n',
    '\n\n',
    '| [[a#Goals]] |\n|-|\n',
  );
  const head = fc.constantFrom(
    '',
    '\uFEFF',
    '---\ndue: 2026 # word\nsee: "[[a#Goals]]"\n---\n',
    '---\r\n"Due": [word, 2]\r\n---\r\n',
    '---\nstatus: x\n---\n',
  );
  const note = fc
    .tuple(head, fc.array(piece, { maxLength: 10 }))
    .map(([first, pieces]) => first + pieces.join(''));
  const vaults = fc.record({
    'a.md': note.map(text => `${text}\n# Goals\n## Costs\n`),
    'b.md': note.map(text => `${text}\n# Notes\n`),
    'F/c.md': note,
    'x.canvas': fc.constantFrom(
      '{"nodes":[{"type":"file","file":"a.md","subpath":"#Goals"},{"type":"text","text":"[[a#Costs]] [[b]]"}]}',
      '{}',
    ),
    'y.base': fc.constantFrom('filters: file.hasLink("b")\n', 'a: ["[[a#Goals]]"]\n'),
  });

  interface Change {
    readonly tool: string;
    readonly args: Readonly<Record<string, unknown>>;
  }

  const heading = (path: string, from: string, newHeading: string): Change => ({
    tool: 'rename_heading',
    args: { path, heading: from, newHeading, occurrence: 1 },
  });
  const property: Change = { tool: 'rename_property', args: { property: 'due', newProperty: 'deadline' } };
  const replacing: Change = {
    tool: 'replace_in_notes',
    args: { find: 'word', replace: 'W$1', scope: 'all' },
  };
  const merging: Change = { tool: 'merge_notes', args: { from: 'b', into: 'a', properties: 'add_missing' } };
  const changes = [
    heading('a', 'Goals', 'Aims: all'),
    heading('b', 'Notes', 'Log'),
    property,
    replacing,
    merging,
  ];

  async function make(client: TestClient, { tool, args }: Change): Promise<unknown> {
    const first = await client.call(tool, args);
    if (tool !== 'replace_in_notes') return first.structured['changeId'];
    const confirm = field(first.structured, 'count');
    return (await client.call(tool, { ...args, confirm })).structured['changeId'];
  }

  async function withVault<T>(
    files: Record<string, string>,
    work: (client: TestClient, lectern: RunningLectern) => Promise<T>,
  ): Promise<T> {
    const lectern = await RunningLectern.start({ files });
    try {
      return await work(await lectern.connect(), lectern);
    } finally {
      await lectern.close();
    }
  }

  test('each change is undone to the byte, and redone by undoing the undo', async () => {
    await fc.assert(
      fc.asyncProperty(vaults, fc.shuffledSubarray(changes, { minLength: 1 }), async (files, list) => {
        await withVault(files, async (client, { folder }) => {
          for (const change of list) {
            const before = notesOf(folder.path);
            const changeId = await make(client, change);
            const after = notesOf(folder.path);
            expect([change.tool, changeId === undefined]).toEqual([
              change.tool,
              JSON.stringify(after) === JSON.stringify(before),
            ]);
            if (changeId === undefined) continue;
            const undo = await client.call('undo_change', { changeId });
            expect([change, undo.text, notesOf(folder.path)]).toEqual([change, undo.text, before]);
            await client.call('undo_change', { changeId: undo.structured['changeId'] });
            expect([change, notesOf(folder.path)]).toEqual([change, after]);
          }
        });
      }),
      run,
    );
  }, 300_000);

  test('changes of different things give the same result in either order', async () => {
    const independent = changes.filter(change => change !== merging);
    await fc.assert(
      fc.asyncProperty(
        vaults,
        fc.shuffledSubarray(independent, { minLength: 2, maxLength: 3 }),
        async (files, list) => {
          const after = (order: readonly Change[]): Promise<Record<string, string>> =>
            withVault(files, async (client, { folder }) => {
              for (const change of order) await make(client, change);
              return notesOf(folder.path);
            });
          expect(await after(list)).toEqual(await after(list.toReversed()));
        },
      ),
      { ...run, numRuns: 4 },
    );
  }, 300_000);

  const files = {
    'a.md': '---\ndue: word\n---\n# Goals\n[[b]] word\n',
    'b.md': '---\nDue: word\n---\n# Notes\n[[a#Goals]] word\n',
    'F/c.md': '[[a#Goals]] ![[b#Notes]] word\n',
  };

  /** What a next start makes of what is on the disk. */
  async function nextStart({ folder }: RunningLectern): Promise<Record<string, string>> {
    const next = await RunningLectern.start({
      prepare: to => {
        cpSync(folder.path, to.path, { recursive: true });
        const state = join(folder.parent, 'state');
        if (existsSync(state)) cpSync(state, join(to.parent, 'state'), { recursive: true });
      },
    });
    const notes = notesOf(next.folder.path);
    await next.close();
    return notes;
  }

  test.each(changes.filter(({ tool, args }) => tool !== 'rename_heading' || args['path'] === 'a'))(
    '$tool: a process that dies at any moment leaves the old notes or the new ones',
    async change => {
      const wanted = await withVault(files, async (client, { folder }) => {
        await make(client, change);
        return notesOf(folder.path);
      });
      const seen = new Set<string>();
      for (let nth = 1; nth < 40; nth += 1) {
        const died = await withVault(files, async (client, lectern) => {
          const old = notesOf(lectern.folder.path);
          const disk = failDisk(lectern, { code: 'EIO', fails: operation => operation >= nth });
          await make(client, change);
          if (!disk.hasFailed()) return false;
          const now = await nextStart(lectern);
          expect([old, wanted]).toContainEqual(now);
          seen.add(JSON.stringify(now) === JSON.stringify(old) ? 'old' : 'new');
          return true;
        });
        if (died) continue;
        expect([...seen]).toContain('old');
        return;
      }
      throw new Error('It never ended.');
    },
    300_000,
  );

  test('no other files of a change are left', async () => {
    await withVault(files, async (client, { folder }) => {
      await make(client, merging);
      const strange = Object.keys(contentsOf(folder.path)).filter(path => path.endsWith('.tmp'));
      expect(strange).toEqual([]);
    });
  });
});

describe('on a disk that fails', () => {
  const files = { 'a.md': '---\np: 1\n---\n# A\nA #t\n', 'b.md': 'B [[a]] #t\n', 'F/c.md': 'C [[a#A]]\n' };

  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ['create_note', { path: 'N/deep/n', content: 'x' }],
    ['update_note', { path: 'a', mode: 'append', content: 'x' }],
    [
      'edit_notes',
      {
        // Edits by line need the version.
        changes: Object.entries(files).map(([path, text]) => ({
          ...{ path, ifMatch: sha256(text).slice(0, 20) },
          edits: [{ startLine: 1, endLine: 1, newText: 'x' }],
        })),
      },
    ],
    ['add_attachment', { name: 'N/deep/pic.png', data: base64Of(png), note: 'a', embed: true }],
    ['rename_tag', { from: 't', to: 'u' }],
    ['replace_in_notes', { find: '[[a', replace: '[[ a', confirm: 2 }],
    ['rename_heading', { path: 'a', heading: 'A', newHeading: 'B' }],
    ['rename_property', { property: 'p', newProperty: 'q' }],
    ['merge_notes', { from: 'a', into: 'b' }],
    ['delete', { path: 'F', recursive: true }],
    ['move', { path: 'a', newPath: 'G/a2' }],
  ];

  test('says at which file it failed', async () => {
    const vault = new OpenVault({ files });
    await vault.open();
    try {
      const named = new Set<unknown>();
      // The first call makes the folders of the journal; one that gets over a fault changes the tag back.
      let [from, to] = ['t', 'u'];
      for (let nth = 0; nth < 6; nth += 1) {
        const disk = failDisk(vault.lectern, { code: 'EIO', fails: operation => operation === nth });
        const { structured, isError } = await vault.call('rename_tag', { from, to });
        disk.repair();
        if (isError) named.add(String(field(structured, 'error', 'message')).split(':')[0]);
        else [from, to] = [to, from];
      }
      expect([...named]).toEqual(expect.arrayContaining(['"a.md"', '"b.md"']));
    } finally {
      await vault.close();
    }
  });

  test.each([
    ['rename', 'a.md'],
    ['process', 'b.md'],
  ])('a file that is gone at its %s is named as gone, not as changing', async (operation, gone) => {
    const vault = new OpenVault({ files, isSettled: true });
    await vault.open();
    try {
      const fails = (_nth: number, path: unknown): boolean => path === gone || field(path, 'path') === gone;
      failDisk(vault.lectern, { code: 'ENOENT', operations: [operation], fails });
      const moves = ['a', 'F/c'].map(path => ({ path, newPath: `G/${path}2` }));
      const { structured } = await vault.call('move', { moves });
      expect(field(structured, 'error', 'code')).toBe('not_found');
      expect(field(structured, 'error', 'message')).toContain(JSON.stringify(gone));
      expect(notesOf(vault.path)).toMatchObject(files);
    } finally {
      await vault.close();
    }
  });

  test('a read that fails is not taken for a change since then', async () => {
    const vault = new OpenVault({ files: { 'a.md': 'one\n' } });
    await vault.open();
    try {
      await vault.call('edit_note', { path: 'a', edits: [{ oldText: 'one', newText: 'two' }] });
      const undoWith = async (times: number): Promise<unknown> => {
        const fails = (nth: number): boolean => nth <= times;
        const disk = failDisk(vault.lectern, { code: 'EIO', fails, operations: ['readBinary'] });
        const { structured } = await vault.call('undo_change');
        disk.repair();
        return field(structured, 'error', 'code');
      };
      expect([await undoWith(1), await undoWith(9), vault.notes()]).toEqual([
        'storage_error',
        'storage_error',
        { 'a.md': 'two\n' },
      ]);
      await vault.call('undo_change');
      expect(vault.notes()).toEqual({ 'a.md': 'one\n' });
    } finally {
      await vault.close();
    }
  });

  const ways = [
    ['fails', { code: 'ENOSPC', times: 2 }],
    ['does its work and reports a failure', { code: 'EIO', times: 1, isDone: true }],
  ] as const;

  test.each(ways.flatMap(([way, fault]) => calls.map(([tool, args]) => [tool, way, args, fault] as const)))(
    '%s on a disk that %s at any moment is done completely or not at all',
    async (tool, _way, args, { times, ...fault }) => {
      let whole: Record<string, string> | undefined;
      // It is asked again as long as its notes are as they were.
      let vault = new OpenVault({ files });
      await vault.open();
      try {
        for (let nth = 1; nth < 60; nth += 1) {
          const { lectern } = vault;
          const before = vault.notes();
          const disk = failDisk(lectern, {
            ...fault,
            fails: operation => operation >= nth && operation < nth + times,
          });
          const { structured, isError } = await vault.call(tool, args);
          const hasFailed = disk.hasFailed();
          disk.repair();
          const after = vault.notes();
          if (isError) {
            expect([nth, field(structured, 'error', 'code')]).toEqual([nth, 'storage_error']);
            // A second fault while it was taken back: the next start does the rest.
            if (!String(field(structured, 'error', 'message')).includes('may be left'))
              expect([nth, after]).toEqual([nth, before]);
          } else if (whole !== undefined) expect([nth, after]).toEqual([nth, whole]);
          if (!isError) expect(after).not.toEqual(before);
          if (!hasFailed) {
            expect(isError).toBe(false);
            return;
          }
          if (!isError) whole = after;
          if (isDeepStrictEqual(after, before)) continue;
          await vault.close();
          vault = new OpenVault({ files });
          await vault.open();
        }
      } finally {
        await vault.close();
      }
      throw new Error('The faults never ended.');
    },
  );
});

describe('on a disk that fails to read once', () => {
  const files = {
    'a.md': '# A\n[[b]]\n',
    'b.md': '[[a]] [[a#A]]\n',
    'F/c.md': '[[b]] [[a#A]]\r\n',
    'x.canvas': '{"nodes":[{"type":"file","file":"a.md"},{"type":"text","text":"[[b]] [[a#A]]"}]}',
  };
  const calls: readonly (readonly [string, Record<string, unknown>])[] = [
    ['move', { path: 'a', newPath: 'G/a2' }],
    ['move', { path: 'F', newPath: 'G' }],
    ['move', { moves: ['a', 'b'].map(path => ({ path, newPath: `G/${path}2` })) }],
    ['rename_heading', { path: 'a', heading: 'A', newHeading: 'B' }],
    ['merge_notes', { from: 'b', into: 'a' }],
  ];

  test.each(calls)('%s %j is refused if a linking file cannot be read', async (tool, args) => {
    const vault = new OpenVault({ files, isSettled: true });
    await vault.open();
    try {
      const before = vault.notes();
      const fails = (_nth: number, path: unknown): boolean => path === 'x.canvas';
      failDisk(vault.lectern, { code: 'EIO', operations: ['readBinary'], fails });
      const { structured } = await vault.call(tool, args);
      expect(String(field(structured, 'error', 'message'))).toMatch(/^"x\.canvas": /u);
      expect(vault.notes()).toEqual(before);
    } finally {
      await vault.close();
    }
  });

  test.each(calls)('%s %j changes all links or nothing, and its undo restores all', async (tool, args) => {
    const vault = new OpenVault({ files, isSettled: true });
    await vault.open();
    try {
      const before = vault.notes();
      let whole: Record<string, string> | undefined;
      for (let nth = 0; nth < 200; nth += 1) {
        const disk = failDisk(vault.lectern, {
          ...{ code: 'EIO', operations: reads },
          fails: operation => operation === nth,
        });
        const { structured, isError } = await vault.call(tool, args);
        disk.repair();
        const after = vault.notes();
        if (isError) {
          expect([nth, field(structured, 'error', 'code'), after]).toEqual([nth, 'storage_error', before]);
          continue;
        }
        whole ??= after;
        expect([nth, after]).toEqual([nth, whole]);
        await vault.ask('undo_change', { changeId: structured['changeId'] });
        expect([nth, vault.notes()]).toEqual([nth, before]);
        if (nth > 0 && !disk.hasFailed()) break;
      }
    } finally {
      await vault.close();
    }
  });

  test('a file that this account may not read keeps no note from being moved', async () => {
    const vault = new OpenVault({ files, isSettled: true });
    await vault.open();
    try {
      const { repair } = failDisk(vault.lectern, {
        ...{ code: 'EACCES', operations: ['readBinary'] },
        fails: (_nth, path) => path === 'F/c.md',
      });
      expect((await vault.call('move', { path: 'a', newPath: 'G/a2' })).isError).toBeFalsy();
      repair();
      const { 'F/c.md': unread, 'b.md': read } = vault.notes();
      expect([unread, read]).toEqual([files['F/c.md'], '[[a2]] [[a2#A]]\n']);
    } finally {
      await vault.close();
    }
  });
});

describe('while another program writes to what they had changed already', () => {
  const vault = vaultForEach({ files: { 'a.md': 'one\n', 'b.md': 'one\n', 'c.md': 'one\n' } });

  function place(path: string): string {
    return join(vault.path, path);
  }

  function text(path: string): string {
    return readFileSync(place(path), 'utf8');
  }

  /** As soon as the first of the notes is written, another program writes to it and to the last. */
  function interfere(): void {
    const files = vault.lectern.host.internals.vault;
    const ref = files.on('modify', () => {
      files.offref(ref);
      writeFileSync(place('a.md'), `${text('a.md')}theirs\n`);
      writeFileSync(place('c.md'), 'theirs\n');
    });
  }

  test('a file that cannot be restored is named, and its change stays listed', async () => {
    interfere();
    const edits = [{ oldText: 'one', newText: 'two' }];
    const answer = await vault.call('edit_notes', {
      changes: ['a', 'b', 'c'].map(path => ({ path, edits })),
    });
    expect(field(answer.structured, 'error', 'code')).toBe('version_conflict');
    expect(field(answer.structured, 'error', 'candidates')).toEqual(['a.md']);
    expect(['a.md', 'b.md', 'c.md'].map(text)).toEqual(['two\ntheirs\n', 'one\n', 'theirs\n']);
    const structured = await vault.ask('list_changes', {});
    expect(structured['changes']).toMatchObject([{ kind: 'edit', path: 'a.md', tool: 'edit_notes' }]);
  });
});

describe('a disk that fails in the middle', () => {
  const files = { 'a.md': 'A', 'b.md': 'b [[a]]', 'F/c.md': 'c', 'F/d.md': 'd', 'F/G/e.md': 'e' };
  const vault = vaultForEach({ files });
  const adapter = () => vault.lectern.host.internals.vault.adapter;

  test('of the deletion of a folder loses none of its files', async () => {
    adapter().rmdir = () => {
      for (const path of ['F/c.md', 'F/G']) rmSync(join(vault.path, path), { recursive: true });
      return Promise.reject(Object.assign(new Error('The disk failed.'), { code: 'EIO' }));
    };
    const { structured } = await vault.call('delete', { path: 'F', recursive: true, permanent: true });
    Reflect.deleteProperty(adapter(), 'rmdir');
    expect(field(structured, 'error', 'code')).toBe('storage_error');
    expect(notesOf(vault.path)).toMatchObject(files);
    expect((await vault.ask('list_changes', {}))['changes']).toEqual([]);
  });

  test('of the journal at the end of a move leaves the links to its undo', async () => {
    const append = adapter().append.bind(adapter());
    let lines = 0;
    adapter().append = (path, data, options) => {
      lines += 1;
      return lines === 2 ? Promise.reject(new Error('The disk failed.')) : append(path, data, options);
    };
    const { changeId } = await vault.ask('move', { path: 'a', newPath: 'F/moved.md' });
    Reflect.deleteProperty(adapter(), 'append');
    expect(lines).toBe(2);
    expect(notesOf(vault.path)['b.md']).toBe('b [[moved]]');
    await vault.ask('undo_change', { changeId });
    expect(notesOf(vault.path)).toMatchObject(files);
  });
});
