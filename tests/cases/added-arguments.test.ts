/** Arguments that programs add to every call, and others that a tool does not have. */
import { type Answer, codeOf, type TestClient } from '../support/clients';
import { contentsOf } from '../support/files/vault-contents';
import { RunningLectern } from '../support/lectern';

const files = {
  'a.md': '# Head\n\nhello #idea\n',
  'tasks.md': '- [ ] Call Ana\n',
  'Board.canvas': '{"nodes":[],"edges":[]}',
};
let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const call = (tool: string, args: Record<string, unknown>): Promise<Answer> => client.call(tool, args);
const hintsOf = ({ structured }: Answer): string => JSON.stringify(structured['hints']);

const ofN8n = {
  ...{ toolCallId: 'call_1', sessionId: 's', action: 'sendMessage', chatInput: 'x' },
  tool: 'read_note',
};
const added: Record<string, unknown>[] = [
  ofN8n,
  { tool_call_id: 'call_1', session_id: 's' },
  { task_progress: '- [x] read' },
  { random_string: 'x' },
  { explanation: 'Because I need it.', requestId: 5, request_id: '7', _meta: { a: 1 } },
  { __tool_use_purpose: 'To read it.' },
];

test.each([
  ['read_note', { path: 'a.md' }],
  ['get_vault_info', {}],
  ['list', {}],
  ['search', { query: 'hello' }],
  ['query_notes', { where: ['tags=idea'] }],
  ['list_tasks', { path: 'tasks.md' }],
])('%s %j is answered as if nothing was added', async (tool, args) => {
  const plain = await call(tool, args);
  expect(plain.isError).toBe(false);
  for (const extra of added) expect(await call(tool, { ...args, ...extra })).toEqual(plain);
});

test.each([
  ['create_note', { path: 'b.md', content: 'x' }],
  ['edit_note', { path: 'a.md', edits: [{ oldText: 'hello', newText: 'bye' }] }],
  ['update_task', { path: 'tasks.md', line: 1, expectedText: 'Call Ana', status: 'done' }],
  [
    'edit_canvas',
    { path: 'Board.canvas', operations: [{ action: 'add_node', fields: { type: 'text', text: 'x' } }] },
  ],
  ['delete', { path: 'a.md' }],
])('%s %j is carried out in spite of them', async (tool, args) => {
  const before = contentsOf(lectern.folder.path);
  const all = Object.fromEntries(added.flatMap(extra => Object.entries(extra)));
  const answer = await call(tool, { ...args, ...all });
  expect(codeOf(answer)).toBe('ok');
  expect(contentsOf(lectern.folder.path)).not.toEqual(before);
  await call('undo_change', { changeId: answer.structured['changeId'] });
});

test('an `action` is the own one of an operation, and in no item of another list', async () => {
  const operations = [{ action: 'add_node', fields: { type: 'text', text: 'x' } }];
  expect(codeOf(await call('edit_canvas', { path: 'Board.canvas', operations, action: 'sendMessage' }))).toBe(
    'ok',
  );
  const edits = [{ oldText: 'hello', newText: 'bye', action: 'replace' }];
  expect(codeOf(await call('edit_note', { path: 'a.md', edits }))).toBe('invalid_argument');
});

test.each([
  ['read_note', { path: 'a.md' }, { verbose: true }],
  ['get_vault_info', {}, { region: 'eu', verbose: false }],
  ['search', { query: 'hello' }, { temperature: 0.2, language: 'en' }],
  ['list_notes', {}, { owner: 'ana' }],
  ['get_outline', { path: 'a.md' }, { language: 'en' }],
  ['list_tags', {}, { constructor: 1 }],
])('%s %j leaves out %j, and says so', async (tool, args, unknown) => {
  const plain = await call(tool, args);
  const answer = await call(tool, { ...args, ...unknown });
  expect(answer.structured).toMatchObject(plain.structured);
  for (const name of Object.keys(unknown)) {
    expect(hintsOf(answer)).toContain(`\`${name}\``);
    expect(answer.text).toContain(`\`${name}\``);
  }
});

test('as many hints as there are unknown arguments are not given', async () => {
  const unknown = Object.fromEntries(Array.from({ length: 500 }, (_item, index) => [`zz${index}`, 1]));
  expect((await call('read_note', { path: 'a.md', ...unknown })).text.length).toBeLessThan(2000);
});

test.each([
  ['delete', { path: 'a.md', simulated: true }],
  ['create_note', { path: 'b.md', content: 'x', folderColor: 'red' }],
  ['update_tags', { path: 'a.md', add: ['x'], everywhere: true }],
  ['move', { path: 'a.md', newPath: 'b.md', overwrite_all: true }],
  ['edit_note', { path: 'a.md', edits: [{ oldText: 'hello', newText: 'bye', fuzzy: true }] }],
  ['undo_change', { changeId: 'x', onlyPreview: true }],
])('%s %j writes nothing, and names what it does not know', async (tool, args) => {
  const before = contentsOf(lectern.folder.path);
  const answer = await call(tool, args);
  expect(codeOf(answer)).toBe('invalid_argument');
  expect(answer.text).toMatch(
    /`(?:edits\[0\]\.)?(?:simulated|folderColor|everywhere|overwrite_all|fuzzy|onlyPreview)`/u,
  );
  expect(contentsOf(lectern.folder.path)).toEqual(before);
});
