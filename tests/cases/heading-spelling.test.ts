/** A heading is found as it stands in the file: with closing marks, and with doubled blanks. */
import { codeOf } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const note = '##  Two  blanks\nx\n## Closed ##\ny\n### Nested #\n- [ ] task\n## C#\nz\n';

let lectern: RunningLectern;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { 'n.md': note } });
});
afterAll(() => lectern.close());

test.each([
  ['Two blanks', 'x'],
  ['Two  blanks', 'x'],
  ['## Two   blanks', 'x'],
  ['two\tblanks', 'x'],
  ['## Closed ##', 'y'],
  ['Closed', 'y'],
  ['closed ###', 'y'],
  ['Closed ##::Nested #', 'task'],
  ['### nested ###', 'task'],
  ['C#', 'z'],
  ['## C#', 'z'],
])('%j', async (heading, line) => {
  const client = await lectern.connect();
  const read = await client.call('read_note', { path: 'n', heading });
  expect([codeOf(read), read.text.includes(line)]).toEqual(['ok', true]);
  const patch = { path: 'n', operation: 'append', targetType: 'heading', target: heading, content: 'more' };
  expect(codeOf(await client.call('patch_note', { ...patch, dryRun: true }))).toBe('ok');
  const renamed = await client.call('rename_heading', {
    path: 'n',
    heading,
    newHeading: 'New',
    dryRun: true,
  });
  expect(codeOf(renamed)).toBe('ok');
});

test.each(['Nested', '### Nested #', 'nested ##'])('tasks and searches below %j', async heading => {
  const client = await lectern.connect();
  expect((await client.call('list_tasks', { heading })).structured['totalCount']).toBe(1);
  expect((await client.call('search', { query: 'task', heading })).structured['totalCount']).toBe(1);
});

test('what is no heading is still not found', async () => {
  const client = await lectern.connect();
  for (const heading of ['C', 'Twoblanks', 'Closed ## x'])
    expect(codeOf(await client.call('read_note', { path: 'n', heading }))).toBe('target_not_found');
});
