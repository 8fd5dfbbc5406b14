/** Arguments in the names and forms that models and other servers write. */
import { type Answer, codeOf } from '../../support/clients';
import { vaultForAll, vaultForEach } from '../../support/open-vault';
import { field } from '../../support/json';

describe('under other names', () => {
  const files = {
    'a.md': 'hello there\n',
    'Work/Plan.md': '# Plan\n\nhello #idea\n',
    'Board.canvas': '{"nodes":[],"edges":[]}',
  };

  const candidatesOf = ({ structured }: Answer): unknown => field(structured, 'error', 'candidates');

  const reads: [tool: string, own: Record<string, unknown>, ...others: Record<string, unknown>[]][] = [
    [
      'read_note',
      { path: 'a.md' },
      { file: 'a.md' },
      { file_path: 'a.md' },
      { filename: 'a.md' },
      { note: 'a.md' },
    ],
    ['read_note', { path: 'a.md', startLine: 1 }, { filepath: 'a.md', start_line: '1' }],
    ['read_note', { path: 'Work/Plan.md', heading: 'Plan' }, { path: 'Work/Plan.md', section: 'Plan' }],
    ['get_links', { path: 'a.md' }, { note: 'a.md' }, { file_name: 'a.md' }],
    [
      'search',
      { query: 'hello', path: 'Work' },
      { q: 'hello', folder: 'Work' },
      { pattern: 'hello', dir: 'Work' },
    ],
    [
      'search',
      { query: 'hello', limit: 1 },
      { query: 'hello', max_results: 1 },
      { query: 'hello', top_k: '1' },
    ],
    [
      'list',
      { path: 'Work', limit: 5 },
      { directory: 'Work', count: 5 },
      { folder_path: 'Work', maxResults: 5 },
    ],
    ['list_notes', { path: 'Work' }, { folder: 'Work' }, { folder: 'Work', path: 'Work' }],
    ['list_tasks', { path: 'Work' }, { folder: 'Work' }, { file: 'Work' }],
    ['check_links', { path: 'Work' }, { dir: 'Work' }],
    ['list_tags', { path: 'Work' }, { directory: 'Work' }],
    [
      'query_notes',
      { where: ['tags=idea'], groupBy: 'folder' },
      { where: ['tags=idea'], group_by: 'folder' },
    ],
    [
      'query_base',
      { source: 'filters: file.hasTag("idea")\nviews: [{order: [file.name], limit: 3}]' },
      { source: { filters: 'file.hasTag("idea")', views: [{ order: ['file.name'], limit: 3 }] } },
    ],
  ];

  describe('readers', () => {
    const vault = vaultForAll({ files });
    const { call } = vault;
    const text = (path: string): string | undefined => vault.contents()[path];

    test.each(reads)('%s %j answers the same under other names', async (tool, own, ...others) => {
      const expected = await call(tool, own);
      expect(expected.isError).toBe(false);
      for (const other of others) expect(await call(tool, other)).toEqual(expected);
    });

    test('a page that is asked for in fewer rows than fit is one under other names too', async () => {
      const answer = await call('list', { folder: '', max_results: 1 });
      expect(answer.structured['items']).toHaveLength(1);
    });

    test('an argument of its own keeps its name', async () => {
      const tagged = await call('rename_tag', { from: 'idea', to: 'thought', dry_run: true });
      expect(tagged.isError).toBe(false);
      const named = await call('add_attachment', {
        name: 'x.txt',
        data: 'eA==',
        note: 'a.md',
        embed: true,
        dryRun: true,
      });
      expect(named.structured['note']).toBe('a.md');
      const suggested = await call('suggest_links', { text: 'see Plan' });
      expect(JSON.stringify(suggested.structured)).toContain('Work/Plan.md');
    });

    test.each<[tool: string, args: Record<string, unknown>]>([
      ['read_note', { path: 'a.md', file: 'Work/Plan.md' }],
      ['read_note', { file: 'a.md', note: 'Work/Plan.md' }],
      ['search', { query: 'a', q: 'b' }],
      ['list', { limit: 5, max_results: 6 }],
      ['delete', { path: 'a.md', file_path: 'Work/Plan.md' }],
      ['update_note', { path: 'a.md', mode: 'append', content: 'x', text: 'y' }],
      ['edit_note', { path: 'a.md', dryRun: true, dry_run: false, old_string: 'hello', new_string: 'x' }],
      ['edit_notes', { changes: [{ path: 'a.md', edits: [{ oldText: 'a', search: 'b', newText: 'x' }] }] }],
    ])('%s %j is refused, since an argument is given twice', async (tool, args) => {
      const before = vault.contents();
      const answer = await call(tool, args);
      expect(codeOf(answer)).toBe('invalid_argument');
      expect(vault.contents()).toEqual(before);
    });

    test.each([
      ['list_tasks', { folde: 'Work' }, 'path'],
      ['search', { query: 'x', limt: 5 }, 'limit'],
      ['list', { modifed_since: 'today' }, 'modifiedSince'],
      ['list_tasks', { due: 'today' }, 'dueBefore'],
      ['edit_note', { path: 'a.md', edits: [{ oldText: 'hello', newText: 'x' }], dryrun: true }, 'dryRun'],
      ['delete', { path: 'a.md', DryRun: true }, 'dryRun'],
    ])('%s %j is refused with the argument that is misspelt', async (tool, args, expected) => {
      const answer = await call(tool, args);
      expect(codeOf(answer)).toBe('invalid_argument');
      expect(candidatesOf(answer)).toContain(expected);
      expect(text('a.md')).toBe(files['a.md']);
    });
  });

  describe('edit_note', () => {
    const vault = vaultForEach({ files });
    const { call } = vault;
    const text = (path: string): string | undefined => vault.contents()[path];

    const edited = 'bye there\n';

    test.each<Record<string, unknown>>([
      { file_path: 'a.md', old_string: 'hello', new_string: 'bye' },
      { path: 'a.md', oldText: 'hello', newText: 'bye' },
      { path: 'a.md', old_str: 'hello', new_str: 'bye', replace_all: 'true' },
      { path: 'a.md', search: 'hello', replacement: 'bye', edits: null },
      { path: 'a.md', edits: [{ oldString: 'hello', newString: 'bye' }] },
      { path: 'a.md', edits: { old_text: 'hello', new_text: 'bye' } },
      { path: 'a.md', edits: '[{"search":"hello","new_str":"bye"}]' },
      { path: 'a.md', oldText: 'hello', newText: 'bye', edits: [{ oldText: 'hello', newText: 'bye' }] },
      { path: 'a.md', oldText: '', new_string: '', edits: [{ oldText: 'hello', newText: 'bye' }] },
    ])('takes %j', async args => {
      expect(codeOf(await call('edit_note', args))).toBe('ok');
      expect(text('a.md')).toBe(edited);
    });

    test('does nothing in a dry run that is asked for in snake case', async () => {
      const args = { path: 'a.md', old_string: 'hello', new_string: 'bye', dry_run: true };
      expect((await call('edit_note', args)).structured['dryRun']).toBe(true);
      expect(text('a.md')).toBe(files['a.md']);
    });

    test.each<[args: Record<string, unknown>, expected: string]>([
      [{ oldText: ' there', newText: '' }, 'hello\n'],
      [{ old_string: 'hello ', new_string: '' }, 'there\n'],
      [{ old_str: 'hello ', replace: '', replace_all: 'true' }, 'there\n'],
      [{ old_string: 'hello ', new_string: '', startLine: '', endLine: null }, 'there\n'],
    ])('deletes the old text of %j', async (args, expected) => {
      expect(codeOf(await call('edit_note', { path: 'a.md', ...args }))).toBe('ok');
      expect(text('a.md')).toBe(expected);
    });

    test('deletes from several notes, and lines', async () => {
      const changes = [
        { path: 'a.md', old_string: ' there', new_string: '' },
        { path: 'Work/Plan.md', oldText: '# Plan', newText: '' },
      ];
      expect(codeOf(await call('edit_notes', { changes }))).toBe('ok');
      expect([text('a.md'), text('Work/Plan.md')]).toEqual(['hello\n', '\n\nhello #idea\n']);
    });

    test('refuses two different edits', async () => {
      const args = {
        path: 'a.md',
        oldText: 'there',
        newText: 'x',
        edits: [{ oldText: 'hello', newText: 'bye' }],
      };
      expect(codeOf(await call('edit_note', args))).toBe('invalid_argument');
      expect(text('a.md')).toBe(files['a.md']);
    });
  });

  describe('writers', () => {
    const vault = vaultForEach({ files });
    const { call } = vault;
    const text = (path: string): string | undefined => vault.contents()[path];

    test('take other names in the items of lists', async () => {
      const changes = [
        { file: 'a.md', edits: [{ old_string: 'hello', new_string: 'bye', replace_all: false }] },
      ];
      expect(codeOf(await call('edit_notes', { changes }))).toBe('ok');
      const one = [{ file_path: 'a.md', old_string: 'bye', new_string: 'hi' }];
      expect(codeOf(await call('edit_notes', { changes: one }))).toBe('ok');
      expect(text('a.md')).toBe('hi there\n');
      const notes = [
        { filename: 'New/b.md', body: 'one\n' },
        { file: 'c.md', text: 'two\n' },
      ];
      expect(codeOf(await call('create_notes', { notes }))).toBe('ok');
      expect([text('New/b.md'), text('c.md')]).toEqual(['one\n', 'two\n']);
    });

    test.each<[tool: string, args: Record<string, unknown>, path: string, expected: string | undefined]>([
      ['create_note', { filename: 'd.md', body: 'text\n' }, 'd.md', 'text\n'],
      ['update_note', { file: 'a.md', mode: 'append', text: 'more' }, 'a.md', 'hello there\nmore\n'],
      [
        'patch_note',
        { note: 'Work/Plan', operation: 'replace', target_type: 'heading', target: 'Plan', body: 'x' },
        'Work/Plan.md',
        '# Plan\n\nx\n',
      ],
      ['move', { file: 'a.md', to: 'Work/a.md' }, 'Work/a.md', files['a.md']],
      ['move', { path: 'a.md', destination: 'Work/b.md' }, 'Work/b.md', files['a.md']],
      ['move', { path: 'a.md', newName: 'c.md' }, 'c.md', files['a.md']],
      ['move', { path: 'a.md', folder: 'Work' }, 'Work/a.md', files['a.md']],
      ['move', { path: 'Work/Plan.md', directory: '/' }, 'Plan.md', files['Work/Plan.md']],
      ['move', { path: 'Work/Plan.md', newName: 'Way.md' }, 'Work/Way.md', files['Work/Plan.md']],
      ['move', { folder: 'Work', new_path: 'Old' }, 'Old/Plan.md', files['Work/Plan.md']],
      ['delete', { file_path: 'a.md' }, 'a.md', undefined],
      ['create_folder', { folder: 'Empty' }, 'Empty', undefined],
    ])('%s %j is carried out', async (tool, args, path, expected) => {
      expect(codeOf(await call(tool, args))).toBe('ok');
      expect(text(path)).toBe(expected);
    });
  });
});

describe('in other forms, each of which can mean one thing only', () => {
  const files = {
    'a.md': 'hello there\n',
    'Work/Plan.md':
      '---\nstatus: open\nrating: 4\nnumber: "3"\nflag: "true"\n---\n# Log\n\nhello #idea\n\nlast ^b1\n',
    'Work/Other.md': '---\nrating: 5\nstatus: done\ntags: [x]\n---\n#idea/sub\n',
    'tasks.md': '- [ ] Call Ana #home\n- [ ] Late 📅 2020-01-01\n- [x] Paid ✅ 2020-01-01\n',
  };

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
      { sort: ['-rating'], select: 'path,rating' },
      { sort: { rating: 'desc' }, select: 'path,rating' },
      { sort: { rating: -1 }, select: 'path,rating' },
      { sort: [{ field: 'rating', direction: 'DESC' }], select: 'path,rating' },
      { sort: '[{"field":"rating","order":"desc"}]', select: 'path,rating' },
      { sort: ['rating'], order: ['desc'], select: 'path,rating' },
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
    [
      'query_notes',
      { where: ['rating>3', 'status!=done'] },
      { where: { rating: '>3', status: '!=done' } },
      { where: { rating: { $gt: 3 }, status: { $ne: 'done' } } },
      { where: [{ rating: { $gte: 3.5, $lt: 9 } }, { status: '!= done' }] },
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
      { path: 'Work' },
      { path: 'Work', tags: [''] },
      { path: 'Work', tag: ' ' },
      { path: 'Work', tag: '#' },
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
    ['read_note', { path: 'a.md' }, { path: ['a.md'] }],
    ['list_tasks', { dueBefore: 'yesterday' }, { overdue: true }, { overdue: 'true', status: 'open' }],
  ];

  describe('readers', () => {
    const vault = vaultForAll({ files });
    const { call } = vault;

    test.each(reads)('%s %j answers the same in other forms', async (tool, own, ...others) => {
      const expected = await call(tool, own);
      expect(codeOf(expected)).toBe('ok');
      for (const other of others)
        expect({ other, ...(await call(tool, other)) }).toEqual({ other, ...expected });
    });

    test.each<[tool: string, args: Record<string, unknown>, hint: string]>([
      ['query_notes', { sort: '-rating', order: 'asc' }, 'sort'],
      ['query_notes', { sort: ['-rating', 'status'] }, 'sort'],
      ['query_notes', { sort: { rating: 'desc', status: 'asc' } }, 'sort'],
      ['query_notes', { tags: ['a', 'b'] }, 'where'],
      ['list', { tags: 'a, b' }, 'where'],
      ['list_notes', { tag: 'a', tags: ['b'] }, 'where'],
      ['query_notes', { where: { rating: '=4' } }, 'where'],
      ['query_notes', { where: { rating: { $in: [4] } } }, 'where'],
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
    const vault = vaultForEach({ files });
    const { call } = vault;
    const text = (path: string): string | undefined => vault.contents()[path];

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
      [
        'update_tags',
        { path: 'a.md', action: 'add', tags: ['a'] },
        'a.md',
        '---\ntags:\n  - a\n---\nhello there\n',
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
      [{ target: 'number', value: 5 }, 'number: "3"', 'number: 5'],
      [{ target: 'number', value: '5' }, 'number: "3"', 'number: "5"'],
      [{ target: 'number', content: '5' }, 'number: "3"', 'number: "5"'],
      [{ target: 'flag', value: false }, 'flag: "true"', 'flag: false'],
      [{ target: 'flag', value: 'false' }, 'flag: "true"', 'flag: "false"'],
      [{ target: 'rating', value: 5 }, 'rating: 4', 'rating: 5'],
      [{ target: 'rating', value: '5' }, 'rating: 4', 'rating: 5'],
      [{ target: 'rating', content: '5' }, 'rating: 4', 'rating: 5'],
      [{ target: 'rating', content: 'five' }, 'rating: 4', 'rating: five'],
      [{ target: 'status', value: 5 }, 'status: open', 'status: 5'],
      [{ target: 'status', content: '[1]' }, 'status: open', 'status: "[1]"'],
    ])('patch_note %j takes a text as the kind of value that the property has', async (given, from, to) => {
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
      const before = vault.contents();
      expect(codeOf(await call(tool, args))).toBe('invalid_argument');
      expect(vault.contents()).toEqual(before);
    });
  });
});
