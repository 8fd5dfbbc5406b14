/** A move while other hands change the notes whose links follow it. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { FileManager } from '../../../../pkg/headless/obsidian/vault/file-manager';
import { field } from '../../../support/json';
import { RunningLectern } from '../../../support/lectern';
import type { TestClient } from '../../../support/clients';

const files = {
  'a.md': 'A\n',
  'b.md': 'see [[a]] and [text](a.md "t")\r\n',
  'c.md': '---\nup: "[[a]]"\n---\n![[a#H]] `[[a]]`\n',
  'F/d.md': 'out [[../a]]\n',
  'board.canvas':
    '{"nodes":[{"id":"1","type":"file","file":"a.md"},{"id":"2","type":"text","text":"[[a]]"}]}',
};

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

function text(path: string): string {
  return readFileSync(join(lectern.folder.path, path), 'utf8');
}

/** Lets another hand act right before or right after the app's own rename. */
async function moveWhile(when: 'before' | 'after', act: () => unknown): Promise<unknown> {
  const { fileManager } = lectern.host.app;
  const rename = FileManager.prototype.renameFile.bind(fileManager);
  Object.defineProperty(fileManager, 'renameFile', {
    configurable: true,
    value: async (file: { path: string }, newPath: string): Promise<void> => {
      if (when === 'before') await act();
      await rename(file, newPath);
      if (when === 'after') await act();
    },
  });
  const { structured } = await client.call('move', { path: 'a', newPath: 'N/new' });
  Reflect.deleteProperty(fileManager, 'renameFile');
  return structured['changeId'];
}

const places: readonly (readonly [string, string])[] = [
  ['b.md', 'see '],
  ['c.md', 'up: '],
  ['F/d.md', 'out '],
  ['board.canvas', '"id":"2",'],
];

describe.each(['before', 'after'] as const)('an edit just %s the links follow', when => {
  test.each(places)('by another program, of %s, is kept when the move is undone', async (path, mark) => {
    const edited = (content: string): string => content.replace(mark, () => mark.toUpperCase());
    const changeId = await moveWhile(when, () =>
      writeFileSync(join(lectern.folder.path, path), edited(text(path))),
    );
    const undone = await client.call('undo_change', { changeId });
    expect(undone.isError).toBe(false);
    for (const [name, content] of Object.entries(files))
      expect([name, text(name)]).toEqual([name, name === path ? edited(content) : content]);
  });

  test('by another call is kept too, and can be undone itself', async () => {
    let other: unknown;
    const changeId = await moveWhile(when, async () => {
      const edits = [{ oldText: 'see', newText: 'SEE' }];
      other = field(await client.call('edit_note', { path: 'b', edits }), 'structured', 'changeId');
    });
    expect((await client.call('undo_change', { changeId })).isError).toBe(false);
    expect(text('b.md')).toBe(files['b.md'].replace('see', 'SEE'));
    expect(text('a.md')).toBe(files['a.md']);
    expect(typeof other).toBe('string');
  });
});

test('a note that another program only changed meanwhile is not part of the move', async () => {
  writeFileSync(join(lectern.folder.path, 'other.canvas'), '{"nodes":[]}');
  await lectern.host.settled();
  const changeId = await moveWhile('before', () =>
    writeFileSync(join(lectern.folder.path, 'other.canvas'), '{"nodes":[ ]}'),
  );
  const { structured } = await client.call('list_changes', {});
  const rows = [structured['changes']].flat().filter(row => field(row, 'changeId') === changeId);
  expect(rows.map(row => field(row, 'path')).sort()).toEqual([
    'F/d.md',
    'a.md',
    'b.md',
    'board.canvas',
    'c.md',
  ]);
});

test('a link that would match the moved note is kept, reported and updated', async () => {
  const others = {
    'F/x.md': 'X\n',
    'F/y.md': '[[x]]\n',
    'G/x.md': 'other\n',
    'H/z.md': '[[G/x]] [[x.md]]\n',
  };
  for (const [path, content] of Object.entries(others)) {
    mkdirSync(dirname(join(lectern.folder.path, path)), { recursive: true });
    writeFileSync(join(lectern.folder.path, path), content);
  }
  await lectern.host.settled();
  const preview = await client.call('move', { path: 'G/x', newPath: 'x', dryRun: true });
  const { structured } = await client.call('move', { path: 'G/x', newPath: 'x' });
  expect(text('F/y.md')).toBe('[[F/x]]\n');
  const told = [structured['files']].flat().map(row => field(row, 'path'));
  expect(told).toEqual(expect.arrayContaining(['F/y.md', 'H/z.md']));
  expect(preview.structured['files']).toEqual(structured['files']);
  expect((await client.call('undo_change', { changeId: structured['changeId'] })).isError).toBe(false);
  for (const [path, content] of Object.entries(others)) expect([path, text(path)]).toEqual([path, content]);
});
