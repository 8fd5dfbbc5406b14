import { codeOf, type TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

const files = {
  'Art/used.png': 'a',
  'Art/on board.png': 'b',
  'Art/in base.png': 'c',
  'Art/unused.png': 'd',
  'Art/hidden use.png': 'e',
  'Note.md': '![[used.png]]\n',
  'Private/Secret.md': '![[hidden use.png]]\n',
  'Board.canvas':
    '{"nodes":[{"id":"1","type":"file","file":"Art/on board.png","x":0,"y":0,"width":1,"height":1}],"edges":[]}',
  'View.base': 'filters: file.hasLink("in base.png")\nviews:\n  - type: table\n    name: a\n',
};
const someToken = 'lct_a-token-with-some-rules';

const pathsIn = (items: unknown): unknown[] =>
  Array.isArray(items) ? items.map(item => field(item, 'path')) : [];

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({
    files,
    settings: { tokens: [{ name: 'some', value: someToken, rights: 'read', deny: ['Private/**'] }] },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

test('list finds the attachments that no note, canvas or base links to', async () => {
  const { structured } = await client.call('list', { path: 'Art', where: ['backlinks=0'] });
  expect(pathsIn(structured['items'])).toEqual(['Art/unused.png']);
});

test('a file that only a hidden note shows is unused for a token that does not see the note', async () => {
  const some = await lectern.connect('2026', someToken);
  const { structured } = await some.call('list', { path: 'Art', where: ['backlinks=0'] });
  expect(pathsIn(structured['items'])).toEqual(['Art/hidden use.png', 'Art/unused.png']);
});

test.each<[string, string[]]>([
  ['backlinks>0', ['Art/hidden use.png', 'Art/in base.png', 'Art/on board.png', 'Art/used.png']],
  ['backlinks=Note.md', ['Art/used.png']],
  ['name~board', ['Art/on board.png']],
  [
    'folder=Art',
    Object.keys(files)
      .filter(path => path.startsWith('Art/'))
      .sort(),
  ],
  ['!status', []],
  ['status!=done', []],
])('list asks files that are no notes for %s', async (condition, paths) => {
  const { structured } = await client.call('list', { path: 'Art', where: [condition] });
  expect(pathsIn(structured['items']).sort()).toEqual(paths);
});

test('a list of paths has one path a line and nothing else', async () => {
  const { structured, text } = await client.call('list', { path: 'Art', format: 'paths' });
  const paths = [
    'Art/hidden use.png',
    'Art/in base.png',
    'Art/on board.png',
    'Art/unused.png',
    'Art/used.png',
  ];
  expect(structured).toEqual({ items: paths.map(path => ({ path })), totalCount: 5, hasMore: false });
  expect(text).toBe(paths.join('\n'));
});

test('a page of paths says how many there are, and where it goes on', async () => {
  const { structured, text } = await client.call('list', { path: 'Art', format: 'paths', limit: 2 });
  expect(text.split('\n')).toEqual([
    'Art/hidden use.png',
    'Art/in base.png',
    expect.stringContaining('2 of 5'),
    expect.stringContaining(String(structured['nextCursor'])),
  ]);
});

test('a list of paths refuses properties, which it would leave out', async () => {
  expect(codeOf(await client.call('list', { format: 'paths', fields: ['status'] }))).toBe('invalid_argument');
  expect(field((await client.call('list', { format: 'paths', path: '' })).structured, 'totalCount')).toBe(5);
});
