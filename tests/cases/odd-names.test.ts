/** Files whose names other systems cannot hold: what exists is read, moved and deleted; only new names are judged. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const names = [
  'a:b.md',
  'C:plan.md',
  'tab\there.md',
  'line\nend.md',
  'bell\u0007.md',
  'what?.md',
  'a|b "c".md',
  'nul.md',
  'end .md',
  'c:/in a folder.md',
];

let lectern: RunningLectern;

beforeEach(async () => {
  lectern = await RunningLectern.start({
    prepare: folder => {
      mkdirSync(join(folder.path, 'c:'));
      for (const name of names) writeFileSync(join(folder.path, name), `in it\n`);
    },
  });
});
afterEach(() => lectern.close());

test.each(names)('%j can be read, changed, moved, and moved back', async name => {
  const client = await lectern.connect();
  const read = await client.call('read_note', { path: name });
  expect(read.isError).toBe(false);
  const edited = await client.call('edit_note', {
    path: name,
    edits: [{ oldText: 'in it', newText: 'new' }],
  });
  expect(codeOf(edited)).toBe('ok');
  expect(readFileSync(join(lectern.folder.path, name), 'utf8')).toBe('new\n');
  const moved = await client.call('move', { path: name, newPath: 'plain.md' });
  expect(codeOf(moved)).toBe('ok');
  expect(codeOf(await client.call('undo_change', { changeId: moved.structured['changeId'] }))).toBe('ok');
  expect(readFileSync(join(lectern.folder.path, name), 'utf8')).toBe('new\n');
  expect(codeOf(await client.call('delete', { path: name }))).toBe('ok');
  const stat = await client.call('stat', { paths: [name] });
  expect(JSON.stringify(stat.structured)).toContain('"exists":false');
});

test('a folder that is called like a drive is listed, and filled', async () => {
  const client = await lectern.connect();
  const listed = await client.call('list', { path: 'c:' });
  expect(JSON.stringify(listed.structured['items'])).toContain('c:/in a folder.md');
  expect(codeOf(await client.call('create_note', { path: 'c:/new.md', content: 'x' }))).toBe('ok');
});

test.each(['x:y.md', 'tab\tthere.md', 'new\nline.md', 'X:/Users/me/x.md', 'D:note.md', 'nul\0.md'])(
  'a new name %j is refused, and reading it too',
  async path => {
    const client = await lectern.connect();
    for (const [tool, args] of [
      ['create_note', { path, content: 'x' }],
      ['move', { path: 'a:b.md', newPath: path }],
      ['read_note', { path }],
      ['delete', { path }],
    ] as const)
      expect([tool, codeOf(await client.call(tool, args))]).toEqual([tool, 'invalid_path']);
  },
);
