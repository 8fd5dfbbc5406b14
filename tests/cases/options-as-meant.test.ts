/** An option is taken in any letter case and by its usual other names; a task that is named badly is offered. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf, type TestClient } from '../support/clients';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const tasks = '---\nx: 1\n---\n- [ ] Bread\n- [ ] read article on WAL #later\n- milk\n';
let lectern: RunningLectern;
let client: TestClient;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files: { 'Tasks.md': tasks, 'Note.md': 'a\n' } });
  client = await lectern.connect();
});
afterEach(() => lectern.close());

const text = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');

test.each([
  ['list_tasks', { status: 'Open' }],
  ['list_tasks', { status: 'In Progress' }],
  ['list_tasks', { priority: 'High' }],
  ['list_tasks', { status: 'todo', sort: 'DUE' }],
  ['get_links', { path: 'Note', direction: 'incoming' }],
  ['get_links', { path: 'Note', direction: 'Out' }],
  ['check_links', { kind: 'Orphans' }],
])('%s takes %j', async (tool, args) => {
  expect(codeOf(await client.call(tool, args))).toBe('ok');
});

test('what is no option is refused with those there are', async () => {
  const { structured } = await client.call('list_tasks', { status: 'later' });
  expect(field(structured, 'error', 'code')).toBe('invalid_argument');
  expect(field(structured, 'error', 'message')).toContain('in_progress');
});

test('update_note takes `Append`', async () => {
  await client.call('update_note', { path: 'Note', mode: 'Append', content: 'b' });
  expect(text('Note.md')).toBe('a\nb\n');
});

test.each([
  ['Done', 'x'],
  ['completed', 'x'],
  ['in-progress', '/'],
  ['CANCELED', '-'],
  ['todo', ' '],
])('update_task takes the status `%s`', async (status, sign) => {
  await client.call('update_task', { path: 'Tasks', expectedText: 'Bread', status });
  expect(text('Tasks.md')).toContain(`\n- [${sign}] Bread`);
});

test.each([
  ['bread', 'line 4 is near: - [ ] Bread'],
  ['read article on WAL', 'line 5 is near: - [ ] read article on WAL #later'],
  ['- [ ] Braed', 'line 4 is near: - [ ] Bread'],
])('a task that is named `%s` is offered', async (expectedText, candidate) => {
  const { structured } = await client.call('update_task', { path: 'Tasks', expectedText, status: 'done' });
  expect(field(structured, 'error', 'code')).toBe('target_not_found');
  expect(field(structured, 'error', 'candidates')).toEqual([candidate]);
  expect(text('Tasks.md')).toBe(tasks);
});

test('of a recurring task the one that is open is offered', async () => {
  lectern.folder.write('Twice.md', '- [ ] Water plants\n- [x] Water plants\n');
  await lectern.host.metadataSettled();
  const args = { path: 'Twice', expectedText: 'water plants', status: 'done' };
  const { structured } = await client.call('update_task', args);
  expect(field(structured, 'error', 'candidates')).toEqual(['line 1 is near: - [ ] Water plants']);
});

test.each([
  [5, ['- [ ] read article on WAL #later']],
  [6, undefined],
])('a task by its line %s alone is offered with its text', async (line, candidates) => {
  const { structured } = await client.call('update_task', { path: 'Tasks', line, status: 'done' });
  expect(field(structured, 'error', 'code')).toBe('invalid_argument');
  expect(field(structured, 'error', 'message')).toBe('`expectedText` is missing.');
  expect(field(structured, 'error', 'candidates')).toEqual(candidates);
  expect(text('Tasks.md')).toBe(tasks);
});
