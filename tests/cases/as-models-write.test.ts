/** Arguments in the forms that models and other servers write them, each of which can mean one thing only. */
import { type Answer, codeOf, type TestClient } from '../support/clients';
import { contentsOf } from '../support/files/vault-contents';
import { RunningLectern } from '../support/lectern';

const files = {
  'a.md': 'hello there\n',
  'Work/Plan.md':
    '---\nstatus: open\nrating: 4\nnumber: "3"\nflag: "true"\n---\n# Log\n\nhello #idea\n\nlast ^b1\n',
  'Work/Other.md': '---\nrating: 5\nstatus: done\ntags: [x]\n---\n#idea/sub\n',
  'tasks.md': '- [ ] Call Ana #home\n- [ ] Late 📅 2020-01-01\n- [x] Paid ✅ 2020-01-01\n',
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

const reads: [tool: string, own: Record<string, unknown>, ...others: Record<string, unknown>[]][] = [
  [
    'query_notes',
    { sort: 'rating', order: 'desc', select: ['path', 'rating'] },
    { sort: '-rating', select: 'path, rating' },
    { sort: 'rating desc', select: ['path', 'rating'] },
    { sort: 'rating:descending', select: '["path","rating"]' },
    { sort: 'rating', order: 'descending', select: 'path,rating' },
    { sort: '-rating', order: 'DESC', select: 'path,rating' },
    { sort_by: 'rating', order: 'Desc', select: 'path,rating,' },
  ],
  ['query_notes', { sort: 'rating' }, { sort: '+rating' }, { sort: 'rating', order: 'ascending' }],
  ['list', { path: 'Work', sort: 'name', order: 'desc' }, { path: 'Work', sort: '-name' }],
  ['list', { path: 'Work', fields: ['status', 'rating'] }, { path: 'Work', fields: 'status, rating' }],
  ['list_notes', { sort: 'title', order: 'desc' }, { order: 'descending' }, { sort: 'title DESC' }],
  ['query_notes', { aggregate: ['count', 'sum(rating)'] }, { aggregate: 'count, sum(rating)' }],
  [
    'query_notes',
    { where: ['status=open', 'rating=4'] },
    { where: { status: 'open', rating: 4 } },
    { where: '{"status":"open","rating":4}' },
    { where: [{ status: 'open' }, 'rating=4'] },
    { where: ['status=open', { rating: 4 }] },
  ],
  ['list', { path: 'Work', where: ['status=done'] }, { path: 'Work', where: { status: 'done' } }],
  ['list_notes', { where: ['number=3'] }, { where: { number: '3' } }],
  ['query_notes', {}, { where: {} }],
  [
    'query_notes',
    { tag: 'idea' },
    { tags: ['idea'] },
    { tags: 'idea' },
    { tags: '["idea"]' },
    { tags: '#idea' },
  ],
  ['list_notes', { tag: 'idea' }, { tags: ['#idea'] }],
  ['search', { query: 'hello', tag: 'idea' }, { query: 'hello', tags: ['idea'] }],
  [
    'list',
    { recursive: true, where: ['tags=idea'] },
    { recursive: true, tags: ['idea'] },
    { recursive: true, tag: '#idea' },
  ],
  [
    'list',
    { recursive: true, where: ['status=open', 'tags=idea'] },
    { recursive: true, where: 'status=open', tag: 'idea' },
  ],
  ['list_tasks', { tag: 'home' }, { tags: ['home'] }, { tags: '#home' }],
  ['list_tasks', { text: 'call' }, { query: 'call' }, { q: 'call' }, { search: 'call', text: null }],
  [
    'list_tasks',
    { status: 'done' },
    { done: true },
    { completed: 'true' },
    { is_completed: true },
    { checked: true },
  ],
  ['list_tasks', {}, { done: false }, { isDone: false, status: 'open' }, { completed: null }],
  ['list_tasks', { dueBefore: 'yesterday' }, { overdue: true }, { overdue: 'true', status: 'open' }],
];

describe('readers', () => {
  beforeAll(start);
  afterAll(stop);

  test.each(reads)('%s %j answers the same in other forms', async (tool, own, ...others) => {
    const expected = await call(tool, own);
    expect(codeOf(expected)).toBe('ok');
    for (const other of others)
      expect({ other, ...(await call(tool, other)) }).toEqual({ other, ...expected });
  });

  test.each<[tool: string, args: Record<string, unknown>, hint: string]>([
    ['query_notes', { sort: '-rating', order: 'asc' }, 'sort'],
    ['query_notes', { tags: ['a', 'b'] }, 'where'],
    ['list', { tags: 'a, b' }, 'where'],
    ['list_notes', { tag: 'a', tags: ['b'] }, 'where'],
    ['query_notes', { where: { rating: '>4' } }, 'where'],
    ['query_notes', { where: { rating: { $gt: 4 } } }, 'where'],
    ['query_notes', { where: { 'a>b': 'c' } }, 'where'],
    ['query_notes', { where: { status: ['open', 'done'] } }, 'where'],
    ['list_tasks', { done: true, status: 'open' }, 'status'],
    ['list_tasks', { query: 'a', text: 'b' }, 'text'],
    ['list_tasks', { overdue: false }, 'dueBefore'],
    ['list_tasks', { overdue: true, dueBefore: 'today' }, 'dueBefore'],
    ['list_tasks', { tags: ['a', 'b'] }, 'tag'],
  ])('%s %j may mean two things, and is refused', async (tool, args, hint) => {
    const answer = await call(tool, args);
    expect(codeOf(answer)).toBe('invalid_argument');
    expect(answer.text).toContain(`\`${hint}`);
  });
});

describe('writers', () => {
  beforeEach(start);
  afterEach(stop);

  const plan = files['Work/Plan.md'];
  const changed = (from: string, to: string): string => plan.replace(from, () => to);

  test.each<[tool: string, args: Record<string, unknown>, path: string, expected: string]>([
    ['create_note', { title: 'New', folder: 'Work', content: 'x\n' }, 'Work/New.md', 'x\n'],
    ['create_note', { title: 'New', folder: 'Work/', content: 'x\n' }, 'Work/New.md', 'x\n'],
    ['create_note', { title: 'New', content: 'x\n', folder: null, tags: null }, 'New.md', 'x\n'],
    ['create_note', { filename: 'New.md', directory: 'Fresh', text: 'x\n' }, 'Fresh/New.md', 'x\n'],
    ['create_note', { path: 'n.md', folder: '', title: '', content: 'x\n' }, 'n.md', 'x\n'],
    ['create_note', { path: 'n.md', tags: '#a, b' }, 'n.md', '---\ntags:\n  - a\n  - b\n---\n'],
    ['create_note', { path: 'n.md', tags: ['a', 'b'] }, 'n.md', '---\ntags:\n  - a\n  - b\n---\n'],
    ['create_note', { path: 'n.md', tags: 'a' }, 'n.md', '---\ntags: a\n---\n'],
    [
      'create_note',
      { path: 'n.md', properties: { Tags: '#a #b' } },
      'n.md',
      '---\nTags:\n  - a\n  - b\n---\n',
    ],
    [
      'create_note',
      { path: 'n.md', frontmatter: { k: 1 }, tags: ['a'], aliases: ['A'] },
      'n.md',
      '---\nk: 1\ntags:\n  - a\naliases:\n  - A\n---\n',
    ],
    [
      'create_notes',
      { notes: [{ title: 'One', folder: 'Work', tags: '#a,#b' }] },
      'Work/One.md',
      '---\ntags:\n  - a\n  - b\n---\n',
    ],
    ['update_tags', { path: 'a.md', add: '#a, b' }, 'a.md', '---\ntags:\n  - a\n  - b\n---\nhello there\n'],
    [
      'update_tags',
      { paths: ['a.md'], add: ['#a #b'] },
      'a.md',
      '---\ntags:\n  - a\n  - b\n---\nhello there\n',
    ],
    [
      'update_tags',
      { path: 'a.md', operation: 'add', tags: '#a,b' },
      'a.md',
      '---\ntags:\n  - a\n  - b\n---\nhello there\n',
    ],
    [
      'update_frontmatter',
      { path: 'Other', set: { tags: '#a, b' } },
      'Work/Other.md',
      files['Work/Other.md'].replace('[x]', () => '[x, a, b]'),
    ],
    [
      'update_frontmatter',
      { paths: ['Other'], set: { tags: 'a, b' }, replace: true },
      'Work/Other.md',
      files['Work/Other.md'].replace('[x]', () => '[a, b]'),
    ],
    [
      'patch_note',
      { path: 'Other', operation: 'append', property: 'tags', value: '#a, b' },
      'Work/Other.md',
      files['Work/Other.md'].replace('[x]', () => '[x, a, b]'),
    ],
    [
      'patch_note',
      { path: 'Plan', operation: 'prepend', heading: 'Log', content: 'x' },
      'Work/Plan.md',
      changed('# Log\n\n', '# Log\nx\n\n'),
    ],
    [
      'patch_note',
      { path: 'Plan', operation: 'prepend', section: 'Log', targetType: 'heading', content: 'x' },
      'Work/Plan.md',
      changed('# Log\n\n', '# Log\nx\n\n'),
    ],
    [
      'patch_note',
      { path: 'Plan', operation: 'replace', block: 'b1', content: 'x' },
      'Work/Plan.md',
      changed('last', 'x'),
    ],
    [
      'patch_note',
      { path: 'Plan', operation: 'replace', block_id: '^b1', target: null, content: 'x' },
      'Work/Plan.md',
      changed('last', 'x'),
    ],
    [
      'patch_note',
      { path: 'Plan', operation: 'replace', property: 'status', value: 'done' },
      'Work/Plan.md',
      changed('open', 'done'),
    ],
    ['edit_note', { path: 'a', find: 'hello', replace: 'bye' }, 'a.md', 'bye there\n'],
    ['edit_note', { path: 'a', edits: [{ find: 'hello', replace: 'bye' }] }, 'a.md', 'bye there\n'],
    ['edit_notes', { changes: [{ path: 'a', find: 'hello', replace: 'bye' }] }, 'a.md', 'bye there\n'],
  ])('%s %j is carried out', async (tool, args, path, expected) => {
    expect(codeOf(await call(tool, args))).toBe('ok');
    expect(text(path)).toBe(expected);
  });

  test.each<[given: Record<string, unknown>, from: string, to: string]>([
    [{ target: 'number', value: 5 }, 'number: "3"', 'number: "5"'],
    [{ target: 'number', value: '5' }, 'number: "3"', 'number: "5"'],
    [{ target: 'number', content: '5' }, 'number: "3"', 'number: "5"'],
    [{ target: 'flag', value: false }, 'flag: "true"', 'flag: "false"'],
    [{ target: 'rating', value: 5 }, 'rating: 4', 'rating: 5'],
    [{ target: 'rating', value: '5' }, 'rating: 4', 'rating: 5'],
    [{ target: 'rating', content: '5' }, 'rating: 4', 'rating: 5'],
    [{ target: 'rating', content: 'five' }, 'rating: 4', 'rating: five'],
    [{ target: 'status', value: 5 }, 'status: open', 'status: 5'],
    [{ target: 'status', content: '[1]' }, 'status: open', 'status: "[1]"'],
  ])('patch_note %j keeps the kind of value that the property has', async (given, from, to) => {
    const args = { path: 'Plan', operation: 'replace', targetType: 'frontmatter', ...given };
    expect(codeOf(await call('patch_note', args))).toBe('ok');
    expect(text('Work/Plan.md')).toBe(changed(from, to));
  });

  test.each<[tool: string, args: Record<string, unknown>]>([
    ['create_note', { path: 'Work/n.md', folder: 'Other' }],
    ['create_note', { path: 'n.md', title: 'Other' }],
    ['create_note', { title: 'a/b', content: 'x' }],
    ['create_note', { path: 'n.md', tags: ['a'], properties: { tags: ['b'] } }],
    ['patch_note', { path: 'Plan', operation: 'append', heading: 'Log', block: 'b1', content: 'x' }],
    ['patch_note', { path: 'Plan', operation: 'append', heading: 'Log', target: 'Other', content: 'x' }],
    ['patch_note', { path: 'Plan', operation: 'append', block: 'b1', targetType: 'heading', content: 'x' }],
    ['update_tags', { path: 'a.md', tags: ['a'] }],
    ['update_frontmatter', { path: 'a.md', tags: ['a'], set: { k: 1 } }],
    ['update_tags', { path: 'a.md', add: 'two words' }],
  ])('%s %j may mean two things, and is refused', async (tool, args) => {
    const before = contentsOf(lectern.folder.path);
    expect(codeOf(await call(tool, args))).toBe('invalid_argument');
    expect(contentsOf(lectern.folder.path)).toEqual(before);
  });
});
