/** Null, and an empty text that means nothing, is an argument that was left out. */
import { type Answer, codeOf, type TestClient } from '../support/clients';
import { contentsOf } from '../support/files/vault-contents';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const files = {
  'a.md': 'hello\n',
  'b.md': '---\nstatus: open\ndue: 2026-01-01\n---\n# Log\n\nold\n',
  'tasks.md': '- [ ] Call Ana\n- [ ] Rake leaves 📅 2026-11-24\n',
  'Board.canvas':
    '{"nodes":[{"id":"a1","type":"text","text":"Plan","x":0,"y":0,"width":250,"height":60}],"edges":[]}',
};
let lectern: RunningLectern;
let client: TestClient;
const start = async (): Promise<void> => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
};
const stop = (): Promise<void> => lectern.close();

const call = (tool: string, args: Record<string, unknown>): Promise<Answer> => client.call(tool, args);
const text = (path: string): string | undefined => contentsOf(lectern.folder.path)[path];

const same: [tool: string, plain: Record<string, unknown>, ...others: Record<string, unknown>[]][] = [
  [
    'read_note',
    { path: 'a.md' },
    { heading: null, block: null, startLine: null, endLine: null },
    { heading: '', block: '', startLine: '', format: '', withContent: '' },
    { start_line: null, folder: null, anything: null },
  ],
  [
    'search',
    { query: 'hello' },
    { mode: null, path: null, limit: null },
    { mode: '', cursor: '', modifiedSince: '', heading: '' },
    { tag: '', includes: '', limit: '' },
    { includes: [null], excludes: [''], limit: 'null' },
  ],
  ['list', {}, { where: '', fields: null, recursive: '', minSize: '' }, { path: null, where: [''] }],
  ['query_notes', { where: ['status=open'] }, { filter: '', select: '', groupBy: '', sort: null }],
  ['list_tasks', {}, { dueBefore: '', text: '', priority: null, recurring: '' }],
  ['get_context', { path: 'a.md' }, { query: '', maxChars: null }],
  ['suggest_links', { path: 'a.md' }, { text: '', limit: '' }],
  ['list_properties', {}, { property: '', path: '' }],
  ['query_base', { source: 'views: [{type: table, name: T}]' }, { path: '', block: null, view: '' }],
];

describe('readers', () => {
  beforeAll(start);
  afterAll(stop);

  test.each(same)('%s %j answers the same without', async (tool, plain, ...others) => {
    const expected = await call(tool, plain);
    expect(expected.isError).toBe(false);
    for (const other of others) expect(await call(tool, { ...other, ...plain })).toEqual(expected);
  });

  test('a required argument that is null is missing', async () => {
    const { structured } = await call('read_note', { path: null });
    expect(field(structured, 'error', 'code')).toBe('invalid_argument');
    expect(field(structured, 'error', 'message')).toMatch(/`path`/u);
  });
});

describe('writers', () => {
  beforeEach(start);
  afterEach(stop);

  test('take null and empty texts in the items of lists', async () => {
    const edits = [{ oldText: 'hello', newText: 'bye', replaceAll: null, startLine: null, endLine: '' }];
    expect(codeOf(await call('edit_note', { path: 'a.md', edits, ifMatch: null, diffLines: '' }))).toBe('ok');
    expect(text('a.md')).toBe('bye\n');
    const changes = [
      { path: 'a.md', ifMatch: '', edits: [{ oldText: 'bye', newText: '', startLine: null }] },
    ];
    expect(codeOf(await call('edit_notes', { changes, dryRun: null }))).toBe('ok');
    expect(text('a.md')).toBe('\n');
    const notes = [
      { path: 'c.md', content: null, properties: null },
      { path: 'd.md', content: '' },
    ];
    expect(codeOf(await call('create_notes', { notes }))).toBe('ok');
    expect([text('c.md'), text('d.md')]).toEqual(['', '']);
  });

  test('take null for members of a task', async () => {
    const change = {
      path: 'tasks.md',
      line: 1,
      expectedText: 'Call Ana',
      status: 'done',
      due: null,
      start: '',
    };
    expect(codeOf(await call('update_task', { ...change, changes: null }))).toBe('ok');
    expect(text('tasks.md')?.startsWith('- [x] Call Ana')).toBe(true);
    const other = {
      path: 'tasks.md',
      line: 2,
      expectedText: 'Rake leaves',
      due: '',
      priority: 'high',
      text: null,
    };
    expect(codeOf(await call('update_task', { changes: [other] }))).toBe('ok');
    expect(text('tasks.md')).toContain('2026-11-24');
  });

  test('take null beside the fields of a canvas, and remove a field that is null', async () => {
    const operations = [
      { action: 'add_node', id: null, fields: { type: 'text', text: 'New' } },
      { action: 'update_node', id: 'a1', fields: { color: null, text: '' } },
    ];
    expect(codeOf(await call('edit_canvas', { path: 'Board.canvas', operations, ifMatch: null }))).toBe('ok');
    expect(text('Board.canvas')).toContain('"id":"a1","type":"text","text":""');
  });

  test('keep null and empty texts as values of properties', async () => {
    await call('update_frontmatter', { path: 'b.md', set: { status: null, due: '' }, remove: null });
    expect(text('b.md')).toBe('---\nstatus:\ndue: ""\n---\n# Log\n\nold\n');
    await call('create_note', { path: 'e.md', content: '', properties: { a: null, b: '' }, template: '' });
    expect(text('e.md')).toBe('---\na:\nb: ""\n---\n');
  });

  const patch = { path: 'b.md', operation: 'replace' };
  test.each<[string, Record<string, unknown>, string]>([
    [
      'null beside `content` is none',
      { targetType: 'heading', target: 'Log', content: 'new', value: null },
      files['b.md'].replace('old', () => 'new'),
    ],
    [
      'an empty value beside `content` is none',
      { targetType: 'heading', target: 'Log', content: 'new', value: '' },
      files['b.md'].replace('old', () => 'new'),
    ],
    [
      'a null `content` beside a value is none',
      { targetType: 'frontmatter', target: 'status', content: null, value: 3 },
      files['b.md'].replace('open', () => '3'),
    ],
    [
      'an empty `content` beside a value is none',
      { targetType: 'frontmatter', target: 'status', content: '', value: 3 },
      files['b.md'].replace('open', () => '3'),
    ],
    [
      'null alone empties a property',
      { targetType: 'frontmatter', target: 'status', value: null },
      files['b.md'].replace(' open', () => ''),
    ],
    [
      'an empty text empties a section',
      { targetType: 'heading', target: 'Log', content: '' },
      '---\nstatus: open\ndue: 2026-01-01\n---\n# Log\n',
    ],
  ])('of patch_note: %s', async (_what, args, expected) => {
    expect(codeOf(await call('patch_note', { ...patch, ...args, occurrence: null, ifMatch: '' }))).toBe('ok');
    expect(text('b.md')).toBe(expected);
  });

  test('keep an empty replacement', async () => {
    const found = { find: 'hello', replace: '', tag: '', path: null, maxFiles: '' };
    expect(codeOf(await call('replace_in_notes', { ...found, confirm: null, expectedCount: '' }))).toBe('ok');
    expect(text('a.md')).toBe('hello\n');
    expect(codeOf(await call('replace_in_notes', { ...found, confirm: 1 }))).toBe('ok');
    expect(text('a.md')).toBe('\n');
  });
});
