/** A note of more than 2 MB of text is not parsed, and nothing makes a note so large. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, codeOf, type TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

const mebibytes = 1024 * 1024;
const head =
  '---\ntitle: Log\ntags: [old]\n---\n# Log\n\nSee [[Other]] and #old here. ^block\n\n- [ ] Call Ana\n\n';
const tail = '\n\n## End\n\nthe last line\n';
const filler = 'words of a long log line\n'.repeat((2.2 * mebibytes) / 25);
const large = head + filler + tail;
const nearlyLarge = 'words of a long log line\n'.repeat((1.9 * mebibytes) / 25);

const noText = Buffer.alloc(7 * mebibytes, 0xff);

let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  const files = { 'Log.md': large, 'Nearly.md': nearlyLarge, 'Other.md': 'other\n', 'Bytes.md': noText };
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

const call = (tool: string, args: Record<string, unknown>): Promise<Answer> => client.call(tool, args);
const textOf = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');

test.each<[string, string, Record<string, unknown>]>([
  [
    'a patch below a heading',
    'patch_note',
    { path: 'Log', operation: 'append', targetType: 'heading', target: 'End', content: 'x' },
  ],
  [
    'a patch of a block',
    'patch_note',
    { path: 'Log', operation: 'replace', targetType: 'block', target: 'block', content: 'x' },
  ],
  ['its outline', 'get_outline', { path: 'Log' }],
  ['reading below a heading', 'read_note', { path: 'Log', heading: 'End' }],
  ['suggested links', 'suggest_links', { path: 'Log' }],
  [
    'an append that makes a note so large',
    'update_note',
    { path: 'Nearly', mode: 'append', content: filler },
  ],
  ['a new note that is so large', 'create_note', { path: 'New', content: large }],
])('%s is too large', async (_what, tool, args) => {
  const answer = await call(tool, args);
  expect([answer.isError, codeOf(answer)]).toEqual([true, 'too_large']);
  expect(textOf('Log.md')).toBe(large);
  expect(textOf('Nearly.md')).toBe(nearlyLarge);
});

test('a part of it is read, added, edited and found as ever', async () => {
  const read = await call('read_note', { path: 'Log', startLine: 5, endLine: 7, withLineNumbers: false });
  expect(read.structured['content']).toBe('# Log\n\nSee [[Other]] and #old here. ^block\n');
  expect((await call('update_note', { path: 'Log', mode: 'append', content: 'more\n' })).isError).toBe(false);
  const edits = [{ oldText: 'the last line', newText: 'a line' }];
  expect((await call('edit_note', { path: 'Log', edits })).isError).toBe(false);
  expect(textOf('Log.md')).toBe(`${large.replace('the last line', () => 'a line')}more\n`);
  expect((await call('search', { query: 'last OR more' })).structured['totalCount']).toBe(1);
});

test('its properties, and the links, tags and tasks that a change follows, are written in their places', async () => {
  const done = async (tool: string, args: Record<string, unknown>): Promise<void> =>
    expect([tool, codeOf(await call(tool, args))]).toEqual([tool, 'ok']);
  await done('update_frontmatter', { path: 'Log', set: { title: 'Book' } });
  await done('rename_tag', { from: 'old', to: 'new' });
  await done('move', { path: 'Other.md', newPath: 'Moved/Else.md' });
  await done('update_task', { path: 'Log', line: 9, expectedText: '- [ ] Call Ana', status: 'done' });
  const expected = head
    .replace('title: Log', () => 'title: Book')
    .replace('[old]', () => '[new]')
    .replace('#old', () => '#new')
    .replace('[[Other]]', () => '[[Else]]')
    .replace('[ ] Call', () => '[x] Call');
  expect(textOf('Log.md')).toBe(expected + filler + tail);
});

test.each([
  [{ endLine: 6 }, 1, '# Log\n\n'],
  [{ endLine: 2 }, 1, ''],
  [{ startLine: 3, endLine: 5 }, 3, '# Log\n'],
  [{ startLine: 6, endLine: 7 }, 6, '\nSee [[Other]] and #old here. ^block\n'],
])('lines %j of it are read without its properties', async (lines, startLine, below) => {
  const read = await call('read_note', {
    ...{ path: 'Log', withContent: false, parseFrontmatter: true, withLineNumbers: false },
    ...lines,
  });
  expect(read.structured).toMatchObject({
    ...{ startLine, endLine: lines.endLine, contentWithoutFrontmatter: below },
    frontmatter: { title: 'Log', tags: ['old'] },
  });
});

test('a heading of a note that is too large for it is refused without reading the note', async () => {
  expect(codeOf(await call('read_note', { path: 'Bytes', heading: 'End' }))).toBe('too_large');
  expect(codeOf(await call('read_note', { path: 'Bytes', endLine: 1 }))).toBe('unsupported_file');
});
