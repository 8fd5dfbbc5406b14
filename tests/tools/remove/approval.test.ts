import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { tools } from '../../../src/tools';
import type { TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';
import { textWith } from '../../support/matchers';
import { eventually } from '../../support/time/waiting';

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

  test('refuses when the user does not decide in time', async () => {
    await start({ edit: 'ask' }, { approvalSeconds: 5 });
    const call = client.call('update_note', append);
    await eventually(() => questions.length === 1);
    questions[0]?.answer(undefined);
    expect((await call).text).toContain('Nobody answered within 5 seconds.');
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
    expect((await client.call(tool, args)).structured).toMatchObject({ error: { code: 'approval_refused' } });
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
