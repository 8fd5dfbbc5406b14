import { existsSync, mkdirSync, promises, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, type TestClient } from '../../support/clients';
import { contentsOf } from '../../support/files/vault-contents';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { textWith } from '../../support/matchers';
import { vaultForEach } from '../../support/open-vault';
import { tools } from '../../../src/tools';
import { eventually } from '../../support/time/waiting';

/** Deletions: what they show, what they tell of links, and what others change meanwhile. */
describe('delete with `diffLines`', () => {
  const vault = vaultForEach({
    files: { 'Note.md': 'one\ntwo\nthree\n', 'F/a.md': 'A\n', 'F/b.md': 'B\nB2\n' },
  });

  const diff = (...lines: string[]): unknown => expect.stringContaining(lines.join('\n'));
  test('shows what would be deleted, and deletes nothing', async () => {
    const { structured, text } = await vault.call('delete', {
      path: 'Note.md',
      dryRun: true,
      diffLines: 20,
    });
    expect(structured['files']).toEqual([{ path: 'Note.md', diff: diff('-one', '-two', '-three') }]);
    expect(text).toMatch(/dry run, nothing was written\n[^]*-one\n-two\n-three$/);
    expect(await vault.call('read_note', { path: 'Note.md' })).toMatchObject({ isError: false });
  });

  test('shows the notes of a folder within one budget', async () => {
    const structured = await vault.ask('delete', { path: 'F', recursive: true, diffLines: 20 });
    expect(structured['files']).toMatchObject([
      { path: 'F/b.md', diff: diff('-B', '-B2') },
      { path: 'F/a.md', diff: diff('-A') },
    ]);
    const { structured: cut } = await vault.call('delete', { path: 'Note.md', diffLines: 1 });
    expect(JSON.stringify(cut['files'])).toMatch(/more lines?/);
  });

  test('shows up to 40 lines by default', async () => {
    const { structured, text } = await vault.call('delete', { path: 'Note.md' });
    expect(structured['files']).toEqual([{ path: 'Note.md', diff: diff('-one', '-two', '-three') }]);
    expect(text).toMatch(/-one\n-two\n-three$/);
  });

  test('counts the files whose lines are beyond the budget', async () => {
    const { structured, text } = await vault.call('delete', { path: 'F', recursive: true, diffLines: 3 });
    expect(structured['files']).toMatchObject([
      { path: 'F/b.md', diff: diff('-B', '-B2') },
      { path: 'F/a.md', diff: '… 2 more lines of the diff left out' },
    ]);
    expect(text).toMatch(/Without lines here: 1 more file\.$/);
  });

  test('says that it cannot be undone where a file is too large for the journal', async () => {
    mkdirSync(join(vault.lectern.folder.path, 'G'));
    writeFileSync(join(vault.lectern.folder.path, 'G', 'large.zip'), new Uint8Array(21 * 2 ** 20));
    await vault.lectern.host.settled();
    const deletion = { path: 'G', recursive: true };
    const before = await vault.ask('delete', { ...deletion, dryRun: true });
    const after = await vault.ask('delete', deletion);
    const hints = [expect.stringContaining('cannot be undone: 1 file ')];
    expect([before['hints'], after['hints']]).toEqual([hints, hints]);
    expect(await vault.ask('delete', { path: 'F', recursive: true })).not.toHaveProperty('hints');
  });

  test('shows nothing with 0', async () => {
    const { structured, text } = await vault.call('delete', { path: 'Note.md', diffLines: 0 });
    expect(structured).not.toHaveProperty('files');
    expect(text).not.toContain('one');
  });
});

describe('what cannot go', () => {
  const files = { 'a.md': 'a', 'b.md': '[[a]]', 'F/c.md': 'c' };
  const vault = vaultForEach({ files });
  const toTrash: readonly (readonly [string, Record<string, unknown>])[] = [
    ['delete', { path: 'a.md' }],
    ['delete', { path: 'F', recursive: true }],
    ['merge_notes', { from: 'a.md', into: 'b.md' }],
  ];

  test.each([
    ['a file', (place: string) => writeFileSync(place, 'theirs')],
    ['a link out of the vault', (place: string) => symlinkSync(tmpdir(), place)],
    ['a link to nothing', (place: string) => symlinkSync('nothing', place)],
  ])('is no fault of its own where %s has the name of the trash', async (_what, make) => {
    make(join(vault.path, '.trash'));
    for (const [tool, args] of toTrash) {
      expect([tool, codeOf(await vault.call(tool, args))]).toEqual([tool, 'storage_error']);
      expect(Object.keys(files).map(vault.text)).toEqual(Object.values(files));
    }
  });

  test('is no change of another program where a file of a folder may not be removed', async () => {
    const { rm } = promises;
    // What Node reports then.
    promises.rm = () => Promise.reject(Object.assign(new Error('no folder'), { code: 'ENOTDIR' }));
    const answer = await vault.call('delete', { path: 'F', recursive: true, permanent: true });
    promises.rm = rm;
    expect(codeOf(answer)).toBe('storage_error');
    expect(Object.keys(files).map(vault.text)).toEqual(Object.values(files));
  });
});

describe('while another program changes what is to go', () => {
  const vault = vaultForEach({ files: { 'a.md': 'A\n', 'F/b.md': 'B\n' } });

  function place(path: string): string {
    return join(vault.path, path);
  }

  /** Lets another program act once, when the journal is written: after the plan, before the deletion. */
  function actOnIntent(act: () => void): void {
    const { adapter } = vault.lectern.host.internals.vault;
    const append = adapter.append.bind(adapter);
    Reflect.set(adapter, 'append', async (...args: Parameters<typeof append>): Promise<void> => {
      Reflect.deleteProperty(adapter, 'append');
      await append(...args);
      act();
    });
  }

  test.each([
    ['a', 'a.md'],
    ['F', 'F/b.md'],
  ])('text that was written to %s before its permanent deletion is restored with it', async (path, file) => {
    actOnIntent(() => writeFileSync(place(file), 'written since\n'));
    const structured = await vault.ask('delete', { path, permanent: true, recursive: true });
    expect(existsSync(place(path === 'a' ? file : path))).toBe(false);
    const undone = await vault.call('undo_change', { changeId: structured['changeId'] });
    expect(undone.isError).toBe(false);
    expect(readFileSync(place(file), 'utf8')).toBe('written since\n');
  });

  test('with `ifMatch` only that version is deleted', async () => {
    const { versionId } = await vault.ask('read_note', { path: 'a' });
    actOnIntent(() => writeFileSync(place('a.md'), 'written since\n'));
    const answer = await vault.call('delete', { path: 'a', permanent: true, ifMatch: versionId });
    expect(field(answer.structured, 'error', 'code')).toBe('version_conflict');
    expect(readFileSync(place('a.md'), 'utf8')).toBe('written since\n');
    expect((await vault.ask('list_changes', {}))['totalCount']).toBe(0);
  });

  test.each(['F/.secret', 'F/G/.secret'])(
    'for good, a folder with %s in it, which is not part of the vault, stays',
    async hidden => {
      mkdirSync(place('F/G'));
      await vault.lectern.host.settled();
      writeFileSync(place(hidden), 'hidden\n');
      const deletion = { path: 'F', permanent: true, recursive: true };
      for (const dryRun of [true, false]) {
        const structured = await vault.ask('delete', { ...deletion, dryRun });
        expect(field(structured, 'error', 'code')).toBe('not_empty');
      }
      expect(['F/b.md', hidden].map(path => existsSync(place(path)))).toEqual([true, true]);
      expect((await vault.call('delete', { path: 'F', recursive: true })).isError).toBe(false);
      expect(readFileSync(place(`.trash/${hidden}`), 'utf8')).toBe('hidden\n');
    },
  );
});

describe('links to what is deleted', () => {
  const files = {
    'Plan.md': '# Plan\n[[Plan]]\n',
    'Work/In.md': '[[Out]] [[Plan]]\n',
    'Work/Out.md': 'x\n',
    'a.md': '[[Plan]] [[Plan|again]] [[Out]]\n',
    'b.md': '---\nup: "[[Plan]]"\n---\n[p](Plan.md)\n',
    'Secret/c.md': '[[Plan]]\n',
  };
  const tokens = [
    { name: 'Full', value: 'lct_full-token-with-full-rights-0', rights: 'full' },
    { name: 'Narrow', value: 'lct_narrow-token-for-some-folders', rights: 'full', deny: ['Secret'] },
  ];

  test.each([
    [
      'Plan.md',
      'lct_full-token-with-full-rights-0',
      '6 links in 4 files',
      '"Secret/c.md", "Work/In.md", "a.md", "b.md"',
    ],
    ['Plan.md', 'lct_narrow-token-for-some-folders', '5 links in 3 files', '"Work/In.md", "a.md", "b.md".'],
    ['Work', 'lct_full-token-with-full-rights-0', '1 link in 1 file', 'a.md'],
  ])('deleting %s as %s tells of links that lose what they lead to', async (path, token, count, notes) => {
    const lectern = await RunningLectern.start({ files, settings: { tokens } });
    const client = await lectern.connect('2026', token);
    const dry = await client.call('delete', { path, recursive: true, dryRun: true });
    expect(dry.structured['hints']).toEqual([textWith(count)]);
    expect(dry.structured['hints']).toEqual([textWith(notes)]);
    expect(dry.text).toMatch(/^would delete/u);
    expect(dry.text).toContain(notes);
    expect(contentsOf(lectern.folder.path)).toMatchObject(files);
    const done = await client.call('delete', { path, recursive: true });
    expect(codeOf(done)).toBe('ok');
    expect(done.structured['hints']).toEqual([textWith(count)]);
    await lectern.close();
  });

  test('links that lead to another file of the name then are told with both, not as broken', async () => {
    const others = {
      'x/N.md': 'x\n',
      'y/N.md': 'y\n',
      's.md': '[[N]] [[x/N]] [[N|n]]\n',
      'Cards.canvas': JSON.stringify({
        nodes: [
          { id: 'a', type: 'file', file: 'x/N.md', x: 0, y: 0, width: 9, height: 9 },
          { id: 'b', type: 'text', text: 'on [[N]]', x: 0, y: 0, width: 9, height: 9 },
        ],
        edges: [],
      }),
    };
    const lectern = await RunningLectern.start({ files: others, settings: { tokens } });
    await lectern.host.metadataSettled();
    const client = await lectern.connect('2026', 'lct_full-token-with-full-rights-0');
    for (const dryRun of [true, false]) {
      const { structured } = await client.call('delete', { path: 'x/N.md', dryRun });
      expect(structured['hints']).toEqual([
        textWith('2 links in 2 files'),
        expect.stringMatching(/"Cards\.canvas", "s\.md".*"x\/N\.md".*"y\/N\.md"/u),
      ]);
    }
    await lectern.close();
  });

  test('deleting a note without links to it tells of none', async () => {
    const lectern = await RunningLectern.start({ files });
    const client = await lectern.connect();
    expect((await client.call('delete', { path: 'a.md' })).structured).not.toHaveProperty('hints');
    await lectern.close();
  });
});

describe('approvals', () => {
  interface Question {
    readonly text: string;
    readonly answer: (approved: boolean | undefined) => void;
  }

  describe('a vault whose settings ask for approval', () => {
    let lectern: RunningLectern;
    let client: TestClient;
    let questions: Question[];

    const start = async (
      approval: Record<string, string>,
      more: Record<string, unknown> = {},
    ): Promise<void> => {
      questions = [];
      lectern = await RunningLectern.start({
        files: { 'a.md': 'one\n', 'b.md': '[[a]]\n', 'Folder/c.md': 'three\n' },
        settings: { approval, approvalSeconds: 5, ...more },
        approver: (text, signal) =>
          new Promise(resolve => {
            questions.push({ text, answer: resolve });
            signal.addEventListener('abort', () => resolve(undefined));
          }),
      });
      client = await lectern.connect();
    };

    afterEach(() => lectern.close());

    const note = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');
    const append = { path: 'a', mode: 'append', content: 'two' };

    test('changes nothing until the user allows the change, and then only that', async () => {
      await start({ edit: 'ask' });
      const call = client.call('update_note', append);
      await eventually(() => questions.length === 1);
      expect(questions[0]?.text).toBe(
        '"test" ("lectern-tests") wants to use update_note\nedit a.md\n@@ -1,1 +1,2 @@\n one\n+two',
      );
      expect(note('a.md')).toBe('one\n');
      questions[0]?.answer(true);
      expect((await call).structured).toMatchObject({ changed: true });
      expect(note('a.md')).toBe('one\ntwo\n');
    });

    test('changes nothing when the user refuses', async () => {
      await start({ edit: 'ask' });
      const call = client.call('update_note', append);
      await eventually(() => questions.length === 1);
      questions[0]?.answer(false);
      expect((await call).structured).toMatchObject({ error: { code: 'approval_refused' } });
      expect(note('a.md')).toBe('one\n');
      expect((await client.call('list_changes')).structured).toMatchObject({ changes: [] });
    });

    test('says that nobody can be asked where the terminal is gone before the time is up', async () => {
      await start({ edit: 'ask' }, { approvalSeconds: 5 });
      const call = client.call('update_note', append);
      await eventually(() => questions.length === 1);
      questions[0]?.answer(undefined);
      expect((await call).text).toContain('there is nobody to ask');
      expect(note('a.md')).toBe('one\n');
    });

    test('asks again when the note changed before the user decided', async () => {
      await start({ edit: 'ask' });
      const call = client.call('update_note', append);
      await eventually(() => questions.length === 1);
      const file = lectern.host.app.vault.getFileByPath('a.md');
      if (file === null) throw new Error('a.md is gone');
      await lectern.host.app.vault.modify(file, 'other\n');
      questions[0]?.answer(true);
      await eventually(() => questions.length === 2);
      expect(questions[1]?.text).toContain(' other\n+two');
      questions[1]?.answer(true);
      await call;
      expect(note('a.md')).toBe('other\ntwo\n');
    });

    const writeByOwner = (path: string, text: string): void => lectern.folder.write(path, text);

    test('asks again when what is to be deleted changed before the user decided', async () => {
      await start({ delete: 'ask' });
      const call = client.call('delete', { path: 'a' });
      await eventually(() => questions.length === 1);
      writeByOwner('a.md', 'one\na day of work\n');
      await lectern.host.settled();
      questions[0]?.answer(true);
      await eventually(() => questions.length === 2);
      expect(note('a.md')).toContain('a day of work');
      questions[1]?.answer(false);
      await call;
    });

    test('asks again when something came into the folder that is to be deleted or moved', async () => {
      await start({ delete: 'ask', move: 'ask' });
      for (const [index, [tool, args]] of (
        [
          ['delete', { path: 'Folder', recursive: true }],
          ['move', { path: 'Folder', newPath: 'Moved' }],
        ] as const
      ).entries()) {
        questions.length = 0;
        const call = client.call(tool, args);
        await eventually(() => questions.length === 1);
        writeByOwner(`Folder/precious ${index}.md`, 'x');
        await lectern.host.settled();
        questions[0]?.answer(true);
        await eventually(() => questions.length === 2);
        expect(note(`Folder/precious ${index}.md`)).toBe('x');
        questions[1]?.answer(false);
        expect((await call).isError).toBe(true);
      }
    });

    test('asks again when a note began to link to what is to be moved', async () => {
      await start({ move: 'ask' });
      const call = client.call('move', { path: 'a', newPath: 'z' });
      await eventually(() => questions.length === 1);
      writeByOwner('Folder/c.md', '[[a]]\n');
      await lectern.host.settled();
      questions[0]?.answer(true);
      await eventually(() => questions.length === 2);
      expect(questions[1]?.text).toContain('links in Folder/c.md');
      questions[1]?.answer(true);
      expect((await call).isError).toBe(false);
      expect(note('Folder/c.md')).toBe('[[z]]\n');
    });

    test('marks a permanent deletion, and names every file', async () => {
      await start({ delete: 'ask', massChange: 'ask' });
      for (let count = 1; count <= 12; count += 1) writeByOwner(`Folder/${count}.md`, 'x');
      await lectern.host.settled();
      const call = client.call('delete', { path: 'Folder', recursive: true, permanent: true });
      await eventually(() => questions.length === 1);
      expect(questions[0]?.text).toContain(
        'This deletes 13 files and 1 folder permanently, without the trash.',
      );
      for (let count = 1; count <= 12; count += 1)
        expect(questions[0]?.text).toContain(`delete for good Folder/${count}.md`);
      questions[0]?.answer(false);
      await call;
    });

    test('asks again when the app was set to delete for good before the user decided', async () => {
      await start({ delete: 'ask' });
      const call = client.call('delete', { path: 'a' });
      await eventually(() => questions.length === 1);
      expect(questions[0]?.text).not.toContain('for good');
      writeByOwner('.obsidian/app.json', '{"trashOption":"none"}');
      questions[0]?.answer(true);
      await eventually(() => questions.length === 2);
      expect(questions[1]?.text).toContain('This deletes 1 file permanently');
      questions[1]?.answer(false);
      await call;
      expect(note('a.md')).toBe('one\n');
    });

    test('does not ask about what it allows, nor about a preview', async () => {
      await start({ delete: 'ask', overwrite: 'refuse' });
      await client.call('update_note', append);
      expect(note('a.md')).toBe('one\ntwo\n');
      const preview = await client.call('delete', { path: 'a', dryRun: true });
      expect(preview.structured).toMatchObject({ dryRun: true });
      expect(questions).toEqual([]);
    });

    test.each([
      ['edit', 'edit_note', { path: 'a', edits: [{ oldText: 'one', newText: 'x' }] }],
      ['delete', 'delete', { path: 'Folder', recursive: true }],
      ['move', 'move', { path: 'a', newPath: 'z.md' }],
    ])('refuses %s where the rule says so', async (risk, tool, args) => {
      await start({ [risk]: 'refuse' });
      expect((await client.call(tool, args)).structured).toMatchObject({
        error: { code: 'approval_refused' },
      });
      expect([note('a.md'), note('Folder/c.md')]).toEqual(['one\n', 'three\n']);
    });

    test('distinguishes an overwrite from an edit', async () => {
      await start({ overwrite: 'refuse' });
      const { structured } = await client.call('stat', { paths: ['a.md'] });
      const versionId = JSON.stringify(structured).match(/"versionId":"([^"]+)"/)?.[1];
      const overwrite = {
        path: 'a',
        mode: 'overwrite',
        content: 'x',
        overwriteIfExists: true,
        ifMatch: versionId,
      };
      expect((await client.call('update_note', overwrite)).structured).toMatchObject({
        error: { code: 'approval_refused' },
      });
    });

    test('counts files for a mass change', async () => {
      await start({ massChange: 'refuse' });
      for (let count = 1; count <= 6; count += 1)
        await client.call('create_note', { path: `many/${count}.md`, content: '#old\n' });
      expect((await client.call('rename_tag', { from: 'old', to: 'new' })).structured).toMatchObject({
        error: { code: 'approval_refused' },
      });
      await client.call('delete', { path: 'many/1.md' });
      expect((await client.call('rename_tag', { from: 'old', to: 'new' })).structured).toMatchObject({
        filesChanged: 5,
      });
    });

    test('a token’s own rule replaces the general one', async () => {
      await start(
        { edit: 'allow' },
        {
          tokens: [
            { name: 'careful', value: 'lct_a-careful-token', rights: 'write', approval: { edit: 'refuse' } },
          ],
        },
      );
      const careful = await lectern.connect('2026', 'lct_a-careful-token');
      expect((await careful.call('update_note', append)).structured).toMatchObject({
        error: { code: 'approval_refused' },
      });
      expect((await client.call('update_note', append)).isError).toBe(false);
    });

    test('lets others write meanwhile, and more calls than may run at once wait', async () => {
      const tokens = [{ name: 'other', value: 'lct_test-token-of-another-one', rights: 'write' }];
      await start({ delete: 'ask' }, { tokens });
      const other = await lectern.connect('2026', 'lct_test-token-of-another-one');
      const waiting = Array.from({ length: 20 }, (_, index) =>
        [client, other][index % 2]?.call('delete', { path: 'b' }),
      );
      await eventually(() => questions.length === 20);
      expect((await client.call('delete', { path: 'b' })).structured).toMatchObject({
        error: { code: 'busy' },
      });
      await client.call('update_note', append);
      expect(note('a.md')).toBe('one\ntwo\n');
      for (const { answer } of questions) answer(false);
      for (const call of waiting) expect((await call)?.isError).toBe(true);
      expect(note('b.md')).toBe('[[a]]\n');
    });
  });

  test('changes that need approval are refused where no user can be asked', async () => {
    const lectern = await RunningLectern.start({
      files: { 'a.md': 'one\n' },
      settings: { approval: { edit: 'ask' } },
    });
    const client = await lectern.connect();
    const { structured } = await client.call('update_note', { path: 'a', mode: 'append', content: 'two' });
    expect(structured).toMatchObject({
      error: { code: 'approval_refused', hint: textWith('--approve') },
    });
    await lectern.close();
  });

  test('every tool that writes says that approval can be refused', () => {
    const writers = tools.filter(({ risk, name }) => !risk.annotations.readOnlyHint && name !== 'open_note');
    expect(
      writers.filter(({ failures }) => !failures.includes('approval_refused')).map(({ name }) => name),
    ).toEqual([]);
  });
});
