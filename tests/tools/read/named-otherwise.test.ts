/** Paths in other forms than the vault's own: what they mean is read, or named in the error. */
import { field } from '../../support/json';
import { textWith } from '../../support/matchers';
import { RunningLectern } from '../../support/lectern';
import type { Answer, TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Help/Backlinks.md': '# See\nfirst\n## Deep\nsecond\n',
      'Help/A#B.md': 'whole\n',
      'Sync/Introduction.md': '---\naliases: [Sync]\n---\n',
      'Folder note/Folder note.md': 'own\n',
      'Plugins/Core.md': 'x\n',
      'Secret/Plugging.md': 'x\n',
      'Secret/Sync.md': 'x\n',
      'pic.png': 'x',
    },
    settings: {
      tokens: [
        { name: 'narrow', value: 'lct_narrow-token-for-some-folders', rights: 'full', deny: ['Secret'] },
      ],
    },
  });
  client = await lectern.connect('2026', 'lct_narrow-token-for-some-folders');
});
afterAll(() => lectern.close());

const failure = ({ structured }: Answer): unknown => structured['error'];

test.each([
  ['Backlinks#See', 'first'],
  ['Help/Backlinks.md#Deep', 'second'],
  ['Backlinks#See#Deep', 'second'],
  ['Help/A#B', 'whole'],
])('read_note of %s reads that part', async (path, expected) => {
  const { text } = await client.call('read_note', { path });
  expect(text).toContain(expected);
});

test('a missing heading is reported with the headings of the note', async () => {
  expect(failure(await client.call('read_note', { path: 'Backlinks#None' }))).toMatchObject({
    code: 'target_not_found',
    candidates: ['See', 'See::Deep'],
  });
});

test('a note that was just written is found by its heading too', async () => {
  lectern.folder.write('Help/New.md', '# Top\nfresh\n');
  expect((await client.call('read_note', { path: 'New#Top' })).text).toContain('fresh');
});

test.each([
  ['obsidian://open?vault=Home&file=Help%2FBacklinks', 'If it is in this vault, write "Help/Backlinks".'],
  ['obsidian://vault/Home/Help/Backlinks', 'If it is in this vault, write "Help/Backlinks".'],
  ['https://help.obsidian.md/plugins', 'find the note with `search`'],
  ['file:///home/me/Help/Backlinks.md', 'Give a path inside the vault'],
  ['/Help/Backlinks.md', 'Write "Help/Backlinks.md".'],
  ['./Help/Backlinks.md', 'Write "Help/Backlinks.md".'],
  ['Help\\Backlinks.md', 'Write "Help/Backlinks.md".'],
  ['"Backlinks"', 'Write "Backlinks".'],
  ['Help/Backlinks.md ', 'Write "Help/Backlinks.md".'],
  ['Help/*', 'Patterns go into `includes`'],
])('the path %s is refused with the right spelling', async (path, hint) => {
  for (const [tool, args] of [
    ['read_note', { path }],
    ['list', { path }],
    ['update_note', { path, mode: 'append', content: 'x', createIfNeeded: false }],
  ] as const)
    expect(failure(await client.call(tool, args))).toMatchObject({
      code: 'invalid_path',
      hint: textWith(hint),
    });
});

test.each([
  ['read_note', { path: 'Plugin' }, ['Plugins/']],
  ['delete', { path: 'Plugin' }, ['Plugins/']],
  ['list', { path: 'Backlinks' }, ['Help/Backlinks.md']],
  ['list', { path: 'Help/Backlinks' }, ['Help/Backlinks.md']],
  ['get_outline', { path: 'Sync' }, ['Sync/Introduction.md']],
  ['get_outline', { path: 'Folder note' }, ['Folder note/Folder note.md']],
])('%s %j suggests the right value', async (tool, args, candidates) => {
  expect(failure(await client.call(tool, args))).toMatchObject({ code: 'not_found', candidates });
});

test('a date is read as `@daily` of that day', async () => {
  expect(failure(await client.call('read_note', { path: '@yesterday' }))).toMatchObject({
    hint: 'The daily note is `@daily:yesterday`.',
  });
});

test('stat suggests similar paths for absent ones', async () => {
  const { structured, text } = await client.call('stat', { paths: ['Backlink', 'Plugin', 'Zzzz'] });
  expect(field(structured, 'items')).toEqual([
    { path: 'Backlink', exists: false, candidates: ['Help/Backlinks.md'] },
    { path: 'Plugin', exists: false, candidates: ['Plugins/'] },
    { path: 'Zzzz', exists: false },
  ]);
  expect(text).toContain('Plugin · does not exist; near: Plugins/');
});
