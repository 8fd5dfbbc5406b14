/** Names with no-break spaces and decomposed letters, as macOS and the web give them, keep what they are. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunningLectern } from '../../support/lectern';

const shot = 'Screenshot 9.41\u202fAM.png';
const cafe = 'Café'.normalize('NFD');

const files = {
  [shot]: 'png',
  'shot.md': `![[${shot}]] [[${cafe}/a]]\n`,
  [`${cafe}/a.md`]: 'a\n',
  'x\u00a0y.md': 'one\n',
  'both/x y.md': 'two\n',
  'both/x\u00a0y.md': 'three\n',
};

let lectern: RunningLectern;
afterEach(() => lectern.close());

function onDisk(): Record<string, string> {
  const { path } = lectern.folder;
  const all = readdirSync(path, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    all
      .map(entry => [join(entry.parentPath, entry.name), entry.isFile()] as const)
      .filter(([name]) => !/\.(?:obsidian|trash)/.test(name))
      .map(([name, isFile]) => [name.slice(path.length + 1), isFile ? readFileSync(name, 'utf8') : '/']),
  );
}

test.each<[string, string, Record<string, unknown>, string]>([
  ['a file into a folder', 'move', { path: shot, newPath: 'att/' }, `att/${shot}`],
  ['a note to a new name', 'move', { path: `${cafe}/a.md`, newPath: 'b\u00a0c.md' }, 'b c.md'],
  ['a folder to a new name', 'move', { path: cafe, newPath: 'CV' }, 'CV/a.md'],
  ['one of two like names', 'move', { path: 'both/x\u00a0y.md', newPath: 'both/z.md' }, 'both/z.md'],
  ['a new note', 'create_note', { path: 'p\u00a0q.md', content: 'n' }, 'p q.md'],
  ['a new note in a folder', 'create_note', { path: `${cafe}/${cafe}.md`, content: 'n' }, `${cafe}/Café.md`],
  ['a note that is written to', 'update_note', { path: cafe, mode: 'append', content: 'n' }, 'Café.md'],
  ['a new folder', 'create_folder', { path: `Ordner/${cafe}` }, 'Ordner/Café'],
  [
    'an attachment',
    'add_attachment',
    { name: 'pic\u202fAM.txt', note: 'shot.md', embed: true, data: 'YQ==' },
    'pic AM.txt',
  ],
])('%s has the name that the answer tells, and undo brings all back', async (_what, tool, args, expected) => {
  lectern = await RunningLectern.start({ files });
  const client = await lectern.connect();
  const before = onDisk();
  const { structured, isError } = await client.call(tool, args);
  expect(isError).toBe(false);
  expect(Object.keys(onDisk())).toContain(expected);
  expect((await client.call('undo_change', { changeId: structured['changeId'] })).isError).toBe(false);
  expect(onDisk()).toEqual(before);
});

test.each([shot, cafe, 'x\u00a0y.md', 'both'])('%j comes back as it was after it was deleted', async path => {
  lectern = await RunningLectern.start({ files });
  const client = await lectern.connect();
  const before = onDisk();
  const { structured } = await client.call('delete', { path, recursive: true });
  expect(onDisk()).not.toEqual(before);
  await client.call('undo_change', { changeId: structured['changeId'] });
  expect(onDisk()).toEqual(before);
});
