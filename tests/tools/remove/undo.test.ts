import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { field } from '../../support/json';
import { anyText, textWith } from '../../support/matchers';
import { RunningLectern } from '../../support/lectern';
import type { Answer, TestClient } from '../../support/clients';
import { contentsOf, notesOf } from '../../support/files/vault-contents';

const writerToken = 'lct_test-token-that-may-write';
const otherToken = 'lct_test-token-of-another-one';
let lectern: RunningLectern;
let client: TestClient;
let writer: TestClient;

const files = {
  'a.md': '---\ntags: [old, keep]\n---\none #old/nested\n',
  'b.md': 'see [[a]] and [[a#one|x]] #old\r\n',
  'c.md': '\uFEFFtext without a break',
  'F/x.md': 'x [[a]]\n',
  'F/deep/y.md': 'y\n',
  'F/pic.bin': new Uint8Array([0, 255, 1, 254]),
  'Locked/z.md': 'z #old\n',
};

beforeEach(async () => {
  lectern = await RunningLectern.start({
    files,
    prepare: folder => folder.write('.obsidian/app.json', '{"trashOption":"local"}'),
    settings: {
      tokens: [
        { name: 'writer', value: writerToken, rights: 'write', deny: ['Locked/**'] },
        { name: 'other', value: otherToken, rights: 'write' },
        { name: 'all', value: 'lct_test-token-with-full-rights', rights: 'full' },
      ],
    },
    tokens: [],
  });
  client = await lectern.connect();
  writer = await lectern.connect('2026', writerToken);
});
afterEach(() => lectern.close());

function code({ structured, isError }: Answer): unknown {
  return isError ? field(structured, 'error', 'code') : 'ok';
}

function text(path: string): string {
  return readFileSync(join(lectern.folder.path, path), 'utf8');
}

const changes: readonly (readonly [string, string, Record<string, unknown>])[] = [
  ['a new note in new folders', 'create_note', { path: 'N/deep/n', content: 'x' }],
  ['an append', 'update_note', { path: 'b', mode: 'append', content: 'more' }],
  [
    'an edit of a note with a byte order mark',
    'edit_note',
    { path: 'c', edits: [{ oldText: 'text', newText: '$&' }] },
  ],
  ['properties', 'update_frontmatter', { path: 'a', set: { due: '2026-11-21' }, remove: ['tags'] }],
  [
    'a patch',
    'patch_note',
    { path: 'a', operation: 'append', targetType: 'frontmatter', target: 'tags', content: 'new' },
  ],
  ['tags', 'update_tags', { path: 'b', add: ['new'], remove: ['old'] }],
  ['a renamed tag', 'rename_tag', { from: 'old', to: 'fresh' }],
  [
    'edits of several notes',
    'edit_notes',
    {
      changes: [
        { path: 'a', edits: [{ oldText: 'one', newText: 'ONE' }] },
        { path: 'F/x', edits: [{ oldText: 'x ', newText: '' }] },
      ],
    },
  ],
  ['a deleted note', 'delete', { path: 'b' }],
  ['a deleted folder', 'delete', { path: 'F', recursive: true }],
  ['a note deleted for good', 'delete', { path: 'c.md', permanent: true }],
  ['a folder', 'create_folder', { path: 'G/H' }],
  ['a moved note', 'move', { path: 'a', newPath: 'Other/renamed' }],
  ['a moved folder', 'move', { path: 'F', newPath: 'Moved/F2' }],
];

describe.each(changes)('%s', (_what, tool, args) => {
  test('is planned without touching a byte', async () => {
    const before = contentsOf(lectern.folder.path);
    const { structured, isError } = await client.call(tool, { ...args, dryRun: true });
    expect([isError, structured['dryRun'], structured['changeId']]).toEqual([false, true, undefined]);
    expect(contentsOf(lectern.folder.path)).toEqual(before);
  });

  test('is undone to the exact bytes, and the undo is undone', async () => {
    const before = notesOf(lectern.folder.path);
    const { structured } = await client.call(tool, args);
    const after = notesOf(lectern.folder.path);
    expect(after).not.toEqual(before);
    const changeId = await changeIdOf(structured);
    const undone = await client.call('undo_change', { changeId });
    expect(code(undone)).toBe('ok');
    expect(notesOf(lectern.folder.path)).toEqual(before);
    const again = await client.call('undo_change', { changeId: await changeIdOf(undone.structured) });
    expect(code(again)).toBe('ok');
    expect(notesOf(lectern.folder.path)).toEqual(after);
  });

  test('is listed with its tool, and as undoable until it is undone', async () => {
    const { structured } = await client.call(tool, args);
    const changeId = await changeIdOf(structured);
    const listed = await client.call('list_changes', {});
    expect(field(listed.structured, 'changes', 0)).toMatchObject({
      changeId,
      tool,
      actor: 'all',
      undoable: true,
    });
    await client.call('undo_change', { changeId });
    const later = [(await client.call('list_changes', {})).structured['changes']].flat();
    expect(
      later.filter(row => field(row, 'changeId') === changeId).map(row => field(row, 'undoable')),
    ).not.toContain(true);
  });
});

test('a change whose file has another content of the same size since is not listed as undoable', async () => {
  const edits = [{ oldText: 'one', newText: 'two' }];
  const { structured } = await client.call('edit_note', { path: 'a', edits });
  const changeId = await changeIdOf(structured);
  await lectern.host.app.vault.adapter.write(
    'a.md',
    text('a.md').replace('two', () => 'six'),
  );
  const listed = await client.call('list_changes', {});
  const rows = [listed.structured['changes']].flat();
  expect(rows.find(row => field(row, 'changeId') === changeId)).toMatchObject({ undoable: false });
  expect(code(await client.call('undo_change', { changeId }))).toBe('version_conflict');
});

async function changeIdOf(answer: Record<string, unknown>): Promise<unknown> {
  if (answer['changeId'] !== undefined) return answer['changeId'];
  const { structured } = await client.call('list_changes', { limit: 1 });
  return field(structured, 'changes', 0, 'changeId');
}

describe('undo_change', () => {
  test('refuses when the note has changed since, and shows the difference', async () => {
    const { structured } = await client.call('update_note', { path: 'b', mode: 'append', content: 'mine' });
    lectern.folder.write('b.md', `${text('b.md')}theirs\n`);
    const before = text('b.md');
    const refused = await client.call('undo_change', { changeId: structured['changeId'] });
    expect(refused.structured).toMatchObject({
      error: {
        code: 'version_conflict',
        diff: textWith('+theirs'),
        versionId: anyText(),
      },
    });
    expect(text('b.md')).toBe(before);
  });

  test('is allowed for the token’s own changes, or with full rights, and within the rules for writing', async () => {
    const other = await lectern.connect('2026', otherToken);
    const own = await writer.call('update_note', { path: 'b', mode: 'append', content: 'x' });
    expect(code(await other.call('undo_change', { changeId: own.structured['changeId'] }))).toBe(
      'permission_denied',
    );
    expect(code(await writer.call('undo_change', { changeId: own.structured['changeId'] }))).toBe('ok');
    const locked = await client.call('update_note', { path: 'Locked/z', mode: 'append', content: 'x' });
    expect(code(await writer.call('undo_change', { changeId: locked.structured['changeId'] }))).toBe(
      'permission_denied',
    );
    expect(code(await client.call('undo_change', { changeId: 'nothing' }))).toBe('not_found');
  });
});

describe('list_changes', () => {
  test('lists for a token only files that it sees, and only its own changes on request', async () => {
    await client.call('update_note', { path: 'Locked/z', mode: 'append', content: 'x' });
    await client.call('update_note', { path: 'a', mode: 'append', content: 'x' });
    await writer.call('update_note', { path: 'b', mode: 'append', content: 'x' });
    const seen = async (one: TestClient, args = {}): Promise<unknown[]> =>
      [(await one.call('list_changes', args)).structured['changes']].flat().map(row => field(row, 'path'));
    expect(await seen(client)).toEqual(['b.md', 'a.md', 'Locked/z.md']);
    expect(await seen(writer)).toEqual(['b.md', 'a.md']);
    expect(await seen(writer, { actor: 'me' })).toEqual(['b.md']);
    expect(await seen(client, { path: 'Locked' })).toEqual(['Locked/z.md']);
    expect(await seen(client, { since: 'yesterday', limit: 1 })).toEqual(['b.md']);
    expect(await seen(client, { since: '2100-01-01' })).toEqual([]);
    lectern.folder.write('a.md', 'by hand');
    await lectern.host.settled();
    const [first] = [
      (await client.call('list_changes', { actor: 'any', since: 'today' })).structured['changes'],
    ].flat();
    expect(first).toMatchObject({ path: 'a.md', actor: 'other', undoable: false });
  });

  test('is a line for each file as text', async () => {
    const { structured } = await writer.call('move', { path: 'a', newPath: 'Other/away' });
    const { text, structured: listed } = await client.call('list_changes', { since: 'today', path: 'Other' });
    const changeId = String(structured['changeId']);
    const row = [listed['changes']].flat().find(one => field(one, 'path') === 'a.md');
    const time = String(field(row, 'time'))
      .slice(0, 16)
      .replace('T', () => ' ');
    const line = text.split('\n').find(one => one.includes('move a.md → Other/away.md'));
    expect(line).toContain(' · move · by writer (lectern-tests) · ');
    expect(line?.startsWith(`${time} `)).toBe(true);
    expect(line).toContain(`changeId ${changeId}`);
    expect(text).not.toContain('{');
  });

  test('continues after a change', async () => {
    const first = await client.call('update_note', { path: 'a', mode: 'append', content: 'x' });
    await client.call('update_note', { path: 'b', mode: 'append', content: 'x' });
    const { structured } = await client.call('list_changes', { since: first.structured['changeId'] });
    expect([structured['changes']].flat().map(row => field(row, 'path'))).toEqual(['b.md']);
  });
});

describe('delete', () => {
  test('never overwrites what is in the trash', async () => {
    for (const round of [1, 2]) {
      await client.call('create_note', { path: 't', content: `${round}` });
      expect((await client.call('delete', { path: 't' })).structured).toMatchObject({
        trashed: 'vault',
        filesDeleted: 1,
      });
    }
    expect([text('.trash/t.md'), text('.trash/t 1.md')]).toEqual(['1', '2']);
  });

  test.each([
    [{ path: 'F' }, 'not_empty'],
    [{ path: '/' }, 'invalid_path'],
    [{ path: '.obsidian' }, 'invalid_path'],
    [{ path: 'nothing' }, 'not_found'],
    [{ path: 'a', permanent: true }, 'permission_denied'],
    [{ path: 'Locked/z' }, 'permission_denied'],
    [{ path: 'Locked/absent' }, 'permission_denied'],
    [{ path: 'Locked', recursive: true }, 'permission_denied'],
    [{ path: 'a', ifMatch: 'old' }, 'version_conflict'],
  ])('%j fails with %s and removes nothing', async (args, expected) => {
    const before = notesOf(lectern.folder.path);
    expect(code(await writer.call('delete', args))).toBe(expected);
    expect(notesOf(lectern.folder.path)).toEqual(before);
  });
});

describe('move', () => {
  test('updates links and lists the files', async () => {
    const planned = await client.call('move', { path: 'a', newPath: 'Other/renamed', dryRun: true });
    const { structured } = await client.call('move', { path: 'a', newPath: 'Other/renamed' });
    expect(structured).toMatchObject({
      path: 'a.md',
      newPath: 'Other/renamed.md',
      linksUpdated: 3,
      files: [
        { path: 'b.md', linksUpdated: 2 },
        { path: 'F/x.md', linksUpdated: 1 },
      ],
    });
    expect(field(planned.structured, 'files')).toEqual(structured['files']);
    expect(text('b.md')).toBe('see [[renamed]] and [[renamed#one|x]] #old\r\n');
    expect(existsSync(join(lectern.folder.path, 'a.md'))).toBe(false);
  });

  test.each([
    [{ path: 'a', newPath: 'b' }, 'already_exists'],
    [{ path: 'a', newPath: 'B.md' }, 'already_exists'],
    [{ path: 'F', newPath: 'F/deep/F' }, 'invalid_argument'],
    [{ path: 'F', newPath: '../F' }, 'invalid_path'],
    [{ path: 'a', newPath: 'Locked/a' }, 'permission_denied'],
    [{ path: 'Locked/z', newPath: 'z' }, 'permission_denied'],
    [{ path: 'nothing', newPath: 'z' }, 'not_found'],
    [{ path: 'a', newPath: 'z', ifMatch: 'old' }, 'version_conflict'],
  ])('%j fails with %s and moves nothing', async (args, expected) => {
    const before = notesOf(lectern.folder.path);
    expect(code(await writer.call('move', args))).toBe(expected);
    expect(notesOf(lectern.folder.path)).toEqual(before);
  });

  test('changes the letter case of a name', async () => {
    expect((await client.call('move', { path: 'a', newPath: 'A' })).structured).toMatchObject({
      newPath: 'A.md',
    });
    expect(Object.keys(notesOf(lectern.folder.path))).toContain('A.md');
  });
});
