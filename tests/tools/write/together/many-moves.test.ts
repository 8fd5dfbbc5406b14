import { type Answer, codeOf, type TestClient } from '../../../support/clients';
import { field } from '../../../support/json';
import { RunningLectern } from '../../../support/lectern';
import { notesOf } from '../../../support/files/vault-contents';

const files = {
  'a.md': '# H\nsee [[b]] and [[F/c|C]]\r\n',
  'b.md': '---\nup: "[[a]]"\n---\n[[a#H]] ![[pic.png|60]] [x](F/c.md)\n',
  'F/c.md': '# C\n[[../a]] [[d]]\n',
  'F/d.md': 'd\n',
  'pic.png': 'x',
  'stays.md': '[[a]] [[b]] [[c]] `[[a]]`\n',
  'board.canvas':
    '{"nodes":[{"id":"1","type":"file","file":"a.md"},{"id":"2","type":"text","text":"[[F/c]]"}]}',
  'Closed/z.md': '[[a]]\n',
};
const someToken = 'lct_a-token-with-some-rules';

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({
    files,
    settings: { tokens: [{ name: 'some', value: someToken, rights: 'full', allowWrite: ['F/**', 'N/**'] }] },
  });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

const now = (): Record<string, string> => notesOf(lectern.folder.path);
const move = (moves: unknown, more: object = {}): Promise<Answer> => client.call('move', { moves, ...more });

const all = [
  { path: 'a', newPath: 'N/one' },
  { path: 'b.md', newPath: 'N/two.md' },
  { path: 'F', newPath: 'N/G' },
  { path: 'pic.png', newPath: 'N/' },
];

test('move takes several moves, of folders too, and writes each link once for where all are', async () => {
  const { structured, text } = await move(all);
  expect(structured).toMatchObject({
    moves: [
      { path: 'a.md', newPath: 'N/one.md' },
      { path: 'b.md', newPath: 'N/two.md' },
      { path: 'F', newPath: 'N/G' },
      { path: 'pic.png', newPath: 'N/pic.png' },
    ],
  });
  expect(text).toContain('moved 4 files and folders');
  expect(now()).toEqual({
    'N/': '',
    'N/G/': '',
    'N/one.md': '# H\nsee [[two]] and [[N/G/c|C]]\r\n',
    'N/two.md': '---\nup: "[[one]]"\n---\n[[one#H]] ![[pic.png|60]] [x](N/G/c.md)\n',
    'N/G/c.md': '# C\n[[../one]] [[d]]\n',
    'N/G/d.md': 'd\n',
    'N/pic.png': 'x',
    'stays.md': '[[one]] [[two]] [[c]] `[[a]]`\n',
    'board.canvas':
      '{"nodes":[{"id":"1","type":"file","file":"N/one.md"},{"id":"2","type":"text","text":"[[N/G/c]]"}]}',
    'Closed/': '',
    'Closed/z.md': '[[one]]\n',
  });
  const { structured: checked } = await client.call('check_links', {});
  expect(checked['totalCount']).toBe(0);
});

test('several moves are one change, which one undo takes back byte for byte', async () => {
  const before = now();
  const { structured } = await move(all);
  const undone = await client.call('undo_change', { changeId: structured['changeId'] });
  expect(codeOf(undone)).toBe('ok');
  expect(now()).toEqual(before);
});

test('a dry run of several moves says what they would do and does nothing', async () => {
  const before = now();
  const { structured: preview } = await move(all, { dryRun: true });
  expect(now()).toEqual(before);
  const { structured } = await move(all);
  expect(preview['linksUpdated']).toBe(structured['linksUpdated']);
  expect(preview['moves']).toEqual(structured['moves']);
});

test.each<[string, unknown, string]>([
  ['a file that is not there', [all[0], { path: 'none', newPath: 'N/x' }], 'not_found'],
  ['a new path that is taken', [all[0], { path: 'b', newPath: 'stays' }], 'already_exists'],
  ['one new path twice', [all[0], { path: 'b', newPath: 'n/ONE.md' }], 'already_exists'],
  ['one file twice', [all[0], { path: 'A.md', newPath: 'N/x' }], 'invalid_argument'],
  [
    'a folder and what is in it',
    [
      { path: 'F', newPath: 'G' },
      { path: 'F/c', newPath: 'c' },
    ],
    'invalid_argument',
  ],
  [
    'a move into a folder that moves',
    [
      { path: 'F', newPath: 'G' },
      { path: 'a', newPath: 'F/a' },
    ],
    'invalid_argument',
  ],
  [
    'a move below what another one makes',
    [
      { path: 'F', newPath: 'G' },
      { path: 'a', newPath: 'G/a' },
    ],
    'already_exists',
  ],
  ['a path that leaves the vault', [all[0], { path: 'b', newPath: '../out.md' }], 'invalid_path'],
  [
    'more than a hundred',
    Array.from({ length: 101 }, (_one, at) => ({ path: `x${at}`, newPath: `y${at}` })),
    'invalid_argument',
  ],
  ['none', [], 'invalid_argument'],
])('move refuses %s, and moves nothing', async (_name, moves, code) => {
  const before = now();
  expect(codeOf(await move(moves))).toBe(code);
  expect(now()).toEqual(before);
});

test('move says which of several moves is refused', async () => {
  const { structured } = await move([all[0], { path: 'none', newPath: 'N/x' }]);
  expect(field(structured, 'error', 'message')).toMatch(/^Move 2 \("none"\)/u);
});

test('move takes either one path or several moves', async () => {
  const before = now();
  expect(codeOf(await move([all[0]], { path: 'b' }))).toBe('invalid_argument');
  expect(codeOf(await client.call('move', { path: 'b' }))).toBe('invalid_argument');
  expect(codeOf(await client.call('move', {}))).toBe('invalid_argument');
  expect(now()).toEqual(before);
});

test('several moves are refused in whole where a rule closes one path of them', async () => {
  const some = await lectern.connect('2026', someToken);
  const before = now();
  for (const second of [
    { path: 'a', newPath: 'N/a' },
    { path: 'F/d', newPath: 'd' },
  ]) {
    const answer = await some.call('move', { moves: [{ path: 'F/c', newPath: 'N/c' }, second] });
    expect(codeOf(answer)).toBe('permission_denied');
    expect(now()).toEqual(before);
  }
  const { structured } = await some.call('move', {
    moves: [
      { path: 'F/c', newPath: 'N/c' },
      { path: 'F/d', newPath: 'N/e' },
    ],
  });
  expect(now()).toMatchObject({ 'N/c.md': '# C\n[[../a]] [[e]]\n', 'N/e.md': 'd\n' });
  await some.call('undo_change', { changeId: structured['changeId'] });
  expect(now()).toEqual(before);
});
