/** Undoing a token's last change by no id, and a change whose file was moved since. */
import { codeOf, type TestClient } from '../support/clients';
import { contentsOf } from '../support/files/vault-contents';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const own = { name: 'Own', value: 'lct_own-token-with-full-rights-00', rights: 'full' };
const other = { name: 'Other', value: 'lct_other-token-with-full-rights0', rights: 'full' };
const narrow = {
  name: 'Narrow',
  value: 'lct_narrow-token-for-a-folder-000',
  rights: 'write',
  allow: ['Open'],
};
const files = { 'a.md': 'a\n', 'b.md': 'b\n', 'Open/c.md': 'c\n', 'Work/Sub/d.md': 'd\n' };
let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({
    files,
    settings: { tokens: [own, other, narrow] },
  });
  client = await lectern.connect('2026', own.value);
});
afterEach(() => lectern.close());
const contents = (): Readonly<Record<string, string>> => contentsOf(lectern.folder.path);
const append = async (path: string, by = client): Promise<string> => {
  const { structured } = await by.call('update_note', { path, mode: 'append', content: 'x' });
  return String(structured['changeId']);
};

test.each([{}, { changeId: 'last' }, { changeId: null }, { changeId: '' }])(
  'undo_change %j undoes the last change of the token, not of another',
  async args => {
    const someone = await lectern.connect('2026', other.value);
    await append('a.md');
    await append('b.md', someone);
    expect(codeOf(await client.call('undo_change', { ...args, dryRun: true }))).toBe('ok');
    expect(contents()['a.md']).toBe('a\nx\n');
    expect(codeOf(await client.call('undo_change', args))).toBe('ok');
    expect(contents()).toMatchObject({ 'a.md': 'a\n', 'b.md': 'b\nx\n' });
    expect(codeOf(await client.call('undo_change', args))).toBe('invalid_argument');
    expect(contents()).toMatchObject({ 'a.md': 'a\n', 'b.md': 'b\nx\n' });
  },
);

test('a token without changes has none to undo', async () => {
  await append('a.md', await lectern.connect('2026', other.value));
  expect(codeOf(await client.call('undo_change', {}))).toBe('not_found');
});

test.each([
  [[['a.md', 'Work/e.md']], 'a.md', 'Work/e.md'],
  [
    [
      ['a.md', 'e.md'],
      ['e.md', 'f.md'],
    ],
    'a.md',
    'f.md',
  ],
  [[['Work', 'Job']], 'Work/Sub/d.md', 'Job/Sub/d.md'],
  [
    [
      ['Work', 'Job'],
      ['Job/Sub/d.md', 'd.md'],
    ],
    'Work/Sub/d.md',
    'd.md',
  ],
])('after the moves %j the undo of a change of %s names %s', async (moves, path, now) => {
  const changeId = await append(path);
  let last = '';
  for (const [from, to] of moves)
    last = String((await client.call('move', { path: from, newPath: to })).structured['changeId']);
  const before = contents();
  const answer = await client.call('undo_change', { changeId });
  expect(codeOf(answer)).toBe('version_conflict');
  expect(field(answer.structured, 'error', 'candidates')).toEqual([now]);
  expect(field(answer.structured, 'error', 'message')).toContain(now);
  expect(field(answer.structured, 'error', 'hint')).toContain(last);
  expect(contents()).toEqual(before);
});

test('a move that was moved on names where the file is now', async () => {
  const { structured } = await client.call('move', { path: 'a.md', newPath: 'e.md' });
  await client.call('move', { path: 'e.md', newPath: 'f.md' });
  const answer = await client.call('undo_change', { changeId: structured['changeId'] });
  expect(codeOf(answer)).toBe('version_conflict');
  expect(field(answer.structured, 'error', 'candidates')).toEqual(['f.md']);
});

test('a token is not told of a place that it does not see', async () => {
  const someone = await lectern.connect('2026', narrow.value);
  const changeId = await append('Open/c.md', someone);
  await client.call('move', { path: 'Open/c.md', newPath: 'Secret/place.md' });
  const answer = await someone.call('undo_change', { changeId });
  expect(codeOf(answer)).toBe('version_conflict');
  expect(JSON.stringify(answer)).not.toMatch(/Secret|place/u);
});
