import { type SlicedTools, slicedTools } from './sliced-tools';
import { codeOf, hintsOf } from '../../support/clients';
import { field } from '../../support/json';
import { narrowToken, pagesOf, vaultForAll, withNarrow } from '../../support/open-vault';

/** Near names are said wherever a name is missing. */
describe('near names', () => {
  const count = 400;
  const [near, far] = ['Lags 1070', 'Qqqq 7777'];
  let lectern: SlicedTools;

  beforeAll(async () => {
    const paths = Array.from(
      { length: count },
      (_item, index) => `Logs ${1000 + index}/Log ${1000 + index}.md`,
    );
    lectern = await slicedTools(Object.fromEntries(paths.map(path => [path, 'x\n'])));
    // The first calls make what is kept of the vault.
    for (let call = 0; call < 20; call += 1) await lectern.call('list', { path: near });
    for (let call = 0; call < 4; call += 1) await lectern.call('query_notes', { where: [`links=${near}`] });
  });
  afterAll(() => lectern.close());

  type Arguments = (name: string) => Record<string, unknown>;

  test.each<[string, string, Arguments, string]>([
    [
      'a condition on a folder',
      'query_notes',
      name => ({ where: [`folder=${name}`] }),
      'similar folders: \\"Logs',
    ],
    ['a condition on links', 'query_notes', name => ({ where: [`links=${name}`] }), 'Log 1070.md'],
    ['a condition on backlinks', 'query_notes', name => ({ where: [`backlinks=${name}`] }), 'Log 1070.md'],
    ['a glob', 'list_notes', name => ({ includes: [`${name}/**`] }), 'similar folders: \\"Logs'],
    ['a folder to move', 'move', name => ({ path: `${name}/`, newPath: 'Diary/' }), 'Logs 1070'],
    ['a folder to list', 'list', name => ({ path: `${name}/` }), 'Logs 1070'],
    ['a link', 'resolve_link', name => ({ link: name }), 'Log 1070.md'],
    ['a note', 'read_note', name => ({ path: name }), 'Logs 1070/'],
    ['one of many notes', 'read_notes', name => ({ paths: [name] }), 'Logs 1070/'],
  ])('a near name is said for %s', async (...row) => {
    const [, tool, argsFor, expected] = row;
    expect((await lectern.call(tool, argsFor(near))).said).toContain(expected);
    expect((await lectern.call(tool, argsFor(far))).said).not.toContain(expected);
  });

  test('of the missing paths of one call, the first twenty are answered with near ones', async () => {
    const paths = Array.from({ length: 22 }, (_item, index) => `Lug ${1000 + index}`);
    const { said } = await lectern.call('read_notes', { paths });
    expect(said).toContain('Log 1019.md');
    expect(said).toContain('Lug 1021');
    expect(said).not.toContain('Log 1021.md');
  });

  test('a name that is there is looked up once beforehand, and once by the tool', async () => {
    const path = 'Logs 1070/Log 1070.md';
    await lectern.call('read_note', { path: 'Log 1070' });
    const before = lectern.looksAt(path);
    await lectern.call('read_note', { path: 'Log 1070' });
    expect(lectern.looksAt(path) - before).toBe(2);
  });
});

/** Fields of notes as they are named, compared, counted and told. */
describe('properties without `frontmatter.` before their name', () => {
  const files = {
    'A.md':
      '---\nstatus: open\nRating: 5\nauthor: { name: Ann }\nid: 9007199254740993\nsize: large\n---\na\n',
    'B.md': '---\nSTATUS: done\nrating: 3\nid: 9007199254740992\n---\nb\n',
    'C.md': 'c\n',
  };

  const vault = vaultForAll({ files });

  const ask = async (args: Record<string, unknown>): Promise<Record<string, unknown>> =>
    await vault.ask('query_notes', args);

  test.each([
    [
      { select: ['Status', 'RATING', 'author.name'] },
      [
        { path: 'A.md', Status: 'open', RATING: 5, 'author.name': 'Ann' },
        { path: 'B.md', Status: 'done', RATING: 3, 'author.name': null },
        { path: 'C.md', Status: null, RATING: null, 'author.name': null },
      ],
    ],
    [{ sort: 'rating' }, [{ path: 'B.md' }, { path: 'A.md' }, { path: 'C.md' }]],
    [{ sort: 'Rating', order: 'desc' }, [{ path: 'A.md' }, { path: 'B.md' }, { path: 'C.md' }]],
    [{ filter: { '==': [{ var: 'status' }, 'done'] } }, [{ path: 'B.md' }]],
    [{ filter: { '>': [{ var: 'RATING' }, 4] } }, [{ path: 'A.md' }]],
    [{ filter: { '!': { var: 'rating' } } }, [{ path: 'C.md' }]],
    [{ filter: { '==': [{ var: 'Author.Name' }, 'Ann'] } }, [{ path: 'A.md' }]],
    [{ where: ['STATUS=open'], select: ['id'] }, [{ path: 'A.md', id: '9007199254740993' }]],
  ])('query_notes %j takes them in any letter case', async (args, rows) => {
    expect((await ask(args))['rows']).toEqual(rows);
  });

  test('groups and totals take them', async () => {
    const { groups } = await ask({ groupBy: 'Status', aggregate: ['count', 'max(rating)'] });
    expect(groups).toMatchObject([
      { key: 'done', aggregates: { count: 1, 'max(rating)': 3 } },
      { key: 'open', aggregates: { count: 1, 'max(rating)': 5 } },
      { key: null, aggregates: { count: 1, 'max(rating)': null } },
    ]);
  });

  test('a built-in field keeps its name, and `frontmatter.` names the property beside it', async () => {
    const { rows } = await ask({ select: ['size', 'frontmatter.size'], where: ['status=open'] });
    expect(rows).toEqual([
      { path: 'A.md', size: Buffer.byteLength(files['A.md']), 'frontmatter.size': 'large' },
    ]);
  });

  test.each([
    { select: ['stauts'] },
    { groupBy: 'stauts' },
    { sort: 'stauts' },
    { filter: { '!!': { var: 'stauts' } } },
  ])('a name that no note has is told as a hint: %j', async args => {
    const answer = await vault.call('query_notes', args);
    expect(answer.isError).toBe(false);
    expect(field(answer.structured, 'hints', 0)).toMatch(/"stauts".*status/iu);
  });

  test.each([{ select: ['tasks.late'] }, { select: ['path.x'] }, { groupBy: ' ' }])(
    'what is neither a property nor a part of a field is refused: %j',
    async args => {
      expect(codeOf(await vault.call('query_notes', args))).toBe('invalid_argument');
    },
  );

  test('neighbours beyond 2^53 are different values of a property', async () => {
    const structured = await vault.ask('list_properties', { property: 'ID' });
    expect(structured['values']).toEqual([
      { value: '9007199254740992', count: 1, files: ['B.md'] },
      { value: '9007199254740993', count: 1, files: ['A.md'] },
    ]);
  });

  test('a dot in the name of a property, and one between the names of nested ones', async () => {
    for (const [name, yaml] of Object.entries({
      a: 'lit.k: 5',
      b: 'lit.k: 3',
      c: 'lit: { k: 4 }',
      d: 'x: 1',
    }))
      await vault.call('create_note', { path: `Dots/${name}`, content: `---\n${yaml}\n---\n` });
    const within = async (args: Record<string, unknown>): Promise<unknown> => {
      const { rows, groups, aggregates } = await ask({ path: 'Dots', where: ['lit.k'], ...args });
      return [groups ?? rows].flat().map(row => field(row, 'key') ?? [field(row, 'path'), aggregates]);
    };
    const values = ['b', 'c', 'a'].map(name => [`Dots/${name}.md`, undefined]);
    expect(await within({ sort: 'lit.k' })).toEqual(values);
    expect(await within({ groupBy: 'lit.k' })).toEqual([3, 4, 5]);
    expect(await within({ aggregate: ['sum(lit.k)'], limit: 1 })).toEqual([
      ['Dots/a.md', { 'sum(lit.k)': 12 }],
    ]);
    expect(await within({ where: [], filter: { '>=': [{ var: 'LIT.k' }, 4] } })).toHaveLength(2);
    expect(await ask({ path: 'Dots', select: ['lit.k'] })).toMatchObject({
      rows: [5, 3, 4, null].map(value => ({ 'lit.k': value })),
    });
  });

  test('a name in either Unicode form is one property', async () => {
    for (const [index, name] of ['Prix é', 'prix e\u0301'].entries())
      await vault.call('create_note', { path: `Forms/${index}`, content: `---\n${name}: 1\n---\n` });
    const { properties } = await vault.ask('list_properties', { path: 'Forms' });
    expect(properties).toMatchObject([{ count: 2, spellings: ['Prix é', 'prix e\u0301'] }]);
  });

  test('moments of files are told to the minute', async () => {
    const { text } = await vault.call('query_notes', { select: ['modified', 'created'], limit: 1 });
    expect(text).toMatch(/A\.md(?: · \d{4}-\d\d-\d\d \d\d:\d\d UTC){2}$/mu);
  });

  test('asked for by name, tags are those of the text too; in groups one in any letter case', async () => {
    const of = async (fields: string[]): Promise<unknown> => {
      const { items } = await vault.ask('list', { path: 'Tagged', withFrontmatterSummary: true, fields });
      return [items].flat().map(item => field(item, 'frontmatterSummary'));
    };
    await vault.call('create_note', { path: 'Tagged/1', content: '---\nTAGS: [Red]\nsize: 1\n---\n#blue\n' });
    await vault.call('create_note', { path: 'Tagged/2', content: 'plain #red\n' });
    await vault.call('create_note', { path: 'Tagged/3', content: 'none\n' });
    expect(await of(['tags'])).toEqual([{ TAGS: ['Red', 'blue'] }, { tags: ['red'] }, undefined]);
    expect(await of(['Size', 'Tags'])).toEqual([
      { size: 1, TAGS: ['Red', 'blue'] },
      { tags: ['red'] },
      undefined,
    ]);
    const { groups } = await ask({ path: 'Tagged', groupBy: 'tags', aggregate: ['count'] });
    expect(groups).toMatchObject([
      { key: 'blue', count: 1 },
      { key: 'Red', count: 2 },
      { key: null, count: 1 },
    ]);
  });
});

describe('the name of a property in the other Unicode form', () => {
  const vault = vaultForAll({ files: { 'A.md': `---\n${'größe'.normalize('NFD')}: 1\n---\n` } });

  test('is that of the property in `search` and in `fields`', async () => {
    expect(await vault.ask('search', { query: '[größe:1]' })).toMatchObject({ totalCount: 1 });
    const { items } = await vault.ask('list', { withFrontmatterSummary: true, fields: ['größe'] });
    expect(JSON.stringify(items).normalize('NFC')).toContain('"größe":1');
  });
});

describe('comparisons', () => {
  const vault = vaultForAll({
    files: {
      'Rated.md': '---\nrating: n/a\n---\n',
      'Good.md': '---\nrating: 5\n---\n',
      'Text.md': "---\nrating: '10'\n---\n",
      'Novel.md': '---\nrating:\ntags: [book/novel]\ncreated: 2025-01-05\n---\n',
    },
  });
  const found = async (args: Record<string, unknown>): Promise<unknown[]> =>
    [(await vault.ask('query_notes', args))['rows']].flat().map(row => field(row, 'path'));

  test.each([
    ['rating is not null', ['Good.md', 'Rated.md', 'Text.md']],
    ['rating is empty', ['Novel.md']],
    ['rating is not 5', ['Novel.md', 'Rated.md', 'Text.md']],
    ['rating in [4, 5]', ['Good.md']],
    ['tags in [book/novel, x]', ['Novel.md']],
    ['name not in (Good, "Novel")', ['Rated.md', 'Text.md']],
    ['name contains oo', ['Good.md']],
  ])('%j is refused with what finds what is meant', async (condition, paths) => {
    const { error } = await vault.ask('query_notes', { where: [condition] });
    const hint = String(field(error, 'hint'));
    const filter = /\{.*\}/u.exec(hint)?.[0];
    const where = /"(.*)"/u.exec(hint)?.[1];
    expect(await found(filter === undefined ? { where: [where] } : { filter })).toEqual(paths);
  });

  test.each([
    ['rating!=null', ['Good.md', 'Rated.md', 'Text.md']],
    ['rating=null', ['Novel.md']],
    ['rating="null"', []],
  ])('%j asks for a value, or none', async (condition, paths) => {
    expect(await found({ where: [condition] })).toEqual(paths);
  });

  test('a date that a note gives itself comes before that of its file, wherever it is named', async () => {
    const named = { where: ['created<2025-02-01'], select: ['created'], sort: 'created' };
    expect(await vault.ask('query_notes', named)).toMatchObject({
      rows: [{ path: 'Novel.md', created: '2025-01-05' }],
    });
    expect(await found({ filter: { '<': [{ var: 'created' }, '2025-02-01'] } })).toEqual(['Novel.md']);
    expect((await found({ sort: 'created' }))[0]).toBe('Novel.md');
  });

  test('a rating above a number is never another text than a number, which is sorted as one', async () => {
    const best = { where: ['rating>4'], sort: 'rating', order: 'desc' };
    expect(await found(best)).toEqual(['Text.md', 'Good.md']);
    expect(await found({ ...best, where: [] })).toEqual(['Text.md', 'Good.md', 'Rated.md', 'Novel.md']);
  });

  describe('a filter that compares a built-in field with a constant', () => {
    test.each([
      [{ '<': [{ var: 'modified' }, 'bananas'] }, 'compares `modified`, a date, with "bananas"'],
      [{ '>=': ['today', { var: 'Created' }] }, 'compares `created`, a date, with "today"'],
      [{ and: [{ '!=': [{ var: 'wordCount' }, 'abc'] }] }, 'compares `wordCount`, a number, with "abc"'],
      [{ '>': [{ var: 'tasks' }, 0] }, 'compares `tasks`, which is an object'],
    ])('%j is refused', async (filter, problem) => {
      const { error } = await vault.ask('query_notes', { filter });
      expect(error).toMatchObject({ code: 'invalid_query' });
      expect(field(error, 'message')).toContain(problem);
    });

    test.each([
      { '==': [{ var: 'wordCount' }, null] },
      { '>': [{ var: 'size' }, '10'] },
      { '<': ['2020', { var: 'modified' }, '2999-01'] },
      { '==': [{ var: 'frontmatter.size' }, 'large'] },
    ])('%j is read', async filter => {
      expect(await vault.ask('query_notes', { filter })).not.toHaveProperty('error');
    });
  });
});

describe('values that a comparison cannot read', () => {
  const vault = vaultForAll({
    files: {
      'Costs/Hotel.md': '---\namount: 1,250.50\ndue: soon\n---\n',
      'Costs/Train.md': '---\namount: 2000\ndue: 2026-01-01\n---\n',
      'Costs/Taxi.md': '---\namount: 20\ndue:\n---\n',
      'Costs/Bus.md': '---\namount: n/a\ntags: [bus]\n---\n',
      'Other.md': '---\namount: many\nsize: [1, two]\n---\n',
    },
    ...withNarrow({ rights: 'full', deny: ['Other.md'] }),
  });
  const costs = 'Costs';

  test.each<[string, Record<string, unknown>, readonly string[]]>([
    ['query_notes', { where: ['amount>1000'], path: costs }, ['Costs/Hotel.md', 'Costs/Bus.md']],
    ['query_notes', { where: ['amount>1000', 'amount<3000', 'tags=bus'] }, ['Costs/Bus.md']],
    ['query_notes', { where: ['amount<=5', '!tags'], path: costs }, ['Costs/Hotel.md']],
    ['query_notes', { where: ['due<2026-06-01'] }, ['Costs/Hotel.md']],
    ['query_notes', { where: ['frontmatter.size>5'] }, ['Other.md']],
    ['list_notes', { where: ['amount>1000'], tag: 'bus' }, ['Costs/Bus.md']],
    ['list', { where: ['amount>1000'], path: costs }, ['Costs/Hotel.md', 'Costs/Bus.md']],
    ['update_tags', { add: ['x'], where: ['amount>1000', 'due=soon'], dryRun: true }, ['Costs/Hotel.md']],
  ])('%s %j names the notes that it leaves out', async (tool, args, paths) => {
    const answer = await vault.call(tool, args);
    expect(hintsOf(answer)).toContain(`${paths.length} note`);
    for (const path of paths) expect(hintsOf(answer)).toContain(path);
  });

  test('a note that the token does not see is not counted', async () => {
    const answer = await vault.as(narrowToken).call('query_notes', { where: ['amount>1000'] });
    expect(hintsOf(answer)).toContain('2 notes');
    expect(hintsOf(answer)).not.toContain('Other');
  });

  test.each([['amount=20'], ['amount>1000', 'tags=none'], ['due'], ['wordCount>3']])(
    'where %j leaves none out for its kind',
    async (...where) => {
      expect(hintsOf(await vault.call('query_notes', { where }))).not.toContain('left out');
    },
  );
});

describe('numbers that two tools tell', () => {
  const files = {
    'A.md': '- [ ] one\n- [?] two\n- [!] three\n- [x] four\n- [/] five\n- [-] six\n',
    'B.md': '- [ ] one\n\n```\n- [ ] none\n```\n\n%%\n- [ ] none\n%%\n[[A]] [[C]] [[D]]\n',
    'C.md': '[[A]] [[B]]\n',
    'D.md': '[[A]]\n',
    'Z.md': '[[B]] [[Y]]\n',
    'Y.md': 'No link.\n',
  };

  const vault = vaultForAll({ files });

  const pathsIn = (answer: Record<string, unknown>): unknown[] =>
    [answer['rows']].flat().map(row => field(row, 'path'));
  const pathsBy = async (sort: string, args: Record<string, unknown> = {}): Promise<unknown[]> =>
    pathsIn(await vault.ask('query_notes', { sort, ...args }));

  test.each([
    ['open', 'A.md'],
    ['open', 'B.md'],
    ['done', 'A.md'],
  ])('`tasks.%s` of a note are those that `list_tasks` lists of %s', async (status, path) => {
    const { structured: listed } = await vault.call('list_tasks', { path, status });
    const name = `tasks.${status}`;
    const structured = await vault.ask('query_notes', { where: [`path=${path}`], select: [name] });
    expect(field(structured, 'rows')).toEqual([{ path, [name]: field(listed, 'totalCount') }]);
    const { structured: kept } = await vault.call('query_notes', {
      where: [`${name}=${String(field(listed, 'totalCount'))}`],
    });
    expect(JSON.stringify(field(kept, 'rows'))).toContain(path);
  });

  test('notes sort by the number of their backlinks, and of their links', async () => {
    expect(await pathsBy('backlinks', { order: 'desc' })).toEqual([
      'A.md',
      'B.md',
      'C.md',
      'D.md',
      'Y.md',
      'Z.md',
    ]);
    expect(await pathsBy('backlinks', { order: 'asc' })).toEqual([
      'Z.md',
      'C.md',
      'D.md',
      'Y.md',
      'B.md',
      'A.md',
    ]);
    expect(await pathsBy('links', { order: 'desc' })).toEqual([
      'B.md',
      'C.md',
      'Z.md',
      'D.md',
      'A.md',
      'Y.md',
    ]);
  });

  test('and so they do on pages', async () => {
    const pages = await pagesOf(vault, 'query_notes', { sort: 'backlinks', order: 'desc', limit: 2 });
    const paths = pages.flatMap(pathsIn);
    expect(paths).toEqual(await pathsBy('backlinks', { order: 'desc' }));
  });
});

describe('integers beyond 2^53', () => {
  const id = '12345678901234567890';

  const vault = vaultForAll({
    files: {
      'n.md': `---\nid: ${id}\nnested: { deep: [-9007199254740993] }\ntags: [a]\n---\nx\n`,
      'safe.md': '---\nid: 9007199254740991\nratio: 1.5\n---\n',
    },
  });

  test('are told as text, others as numbers', async () => {
    const exact = { id, nested: { deep: ['-9007199254740993'] } };
    expect(await vault.ask('get_frontmatter', { path: 'n' })).toMatchObject({ frontmatter: exact });
    expect(await vault.ask('read_note', { path: 'n', format: 'json' })).toMatchObject({ frontmatter: exact });
    const rows = await vault.ask('query_notes', { where: [`id=${id}`], select: ['frontmatter'] });
    expect(rows).toMatchObject({ rows: [{ path: 'n.md', frontmatter: exact }] });
    const listed = await vault.ask('list', { fields: ['id', 'tags'] });
    expect(JSON.stringify(listed['items'])).toContain(`"${id}"`);
    expect(await vault.ask('get_frontmatter', { path: 'safe' })).toMatchObject({
      frontmatter: { id: 9007199254740991, ratio: 1.5 },
    });
  });

  test('are told by a base too, which compares them as the app does', async () => {
    const source = 'filters: id\nviews:\n  - type: table\n    name: A\n    order: [id, ids, ratio, nested]';
    await (
      await vault.lectern.connect()
    ).call('create_note', { path: 'list', content: `---\nid: 1\nids: [${id}, 1]\n---\n` });
    const { rows } = await vault.ask('query_base', { source });
    await vault.ask('delete', { path: 'list' });
    expect(rows).toMatchObject([
      { path: 'list.md', values: { 'note.ids': [id, 1] } },
      { path: 'n.md', values: { 'note.id': id, 'note.nested': { deep: ['-9007199254740993'] } } },
      { path: 'safe.md', values: { 'note.id': 9007199254740991, 'note.ratio': 1.5 } },
    ]);
  });

  test.each([
    [`id=${id}`, 1],
    ['id=12345678901234567891', 0],
    ['id=12345678901234567000', 0],
    ['id>12345678901234567889', 1],
    ['id<12345678901234567891', 2],
    ['id>12345678901234567890', 0],
    ['id>=9007199254740991', 2],
  ])('%s finds %i notes', async (condition, count) => {
    expect(await vault.ask('query_notes', { where: [condition] })).toMatchObject({ totalCount: count });
    expect(await vault.ask('list', { where: [condition] })).toMatchObject({ totalCount: count });
  });

  test.each([
    ['==', id, 1],
    ['==', Number(id), 0],
    ['!=', Number(id), 1],
    ['>', '12345678901234567889', 1],
    ['>=', id, 1],
    ['<', Number('12345678901234569000'), 1],
  ])('`filter` {%j:[id,%j]} finds %i notes', async (operator, value, count) => {
    const filter = { [operator]: [{ var: 'id' }, value] };
    expect(await vault.ask('query_notes', { filter, path: '', where: ['tags=a'] })).toMatchObject({
      totalCount: count,
    });
  });

  test('stay in the file when another property is written', async () => {
    await vault.call('update_frontmatter', { path: 'n', set: { other: 1 } });
    expect(vault.text('n.md')).toContain(`id: ${id}\n`);
  });

  test('are written with every digit, or refused', async () => {
    const patch = { path: 'w', targetType: 'frontmatter', operation: 'replace' };
    await vault.call('create_note', { path: 'w', content: 'x' });
    await vault.call('patch_note', { ...patch, target: 'ids', value: `[${id}, 0.1234567890123456789, 1]` });
    await vault.call('update_frontmatter', { path: 'w', set: `{"n":${id},"s":"${id}"}` });
    const structured = await vault.ask('get_frontmatter', { path: 'w' });
    expect(structured['frontmatter']).toEqual({ ids: [id, 0.12345678901234568, 1], n: id, s: id });
    const refused = await vault.call('update_frontmatter', { path: 'w', set: { m: Number(id) } });
    expect(codeOf(refused)).toBe('invalid_argument');
  });

  test('are no number that a hint asks for', async () => {
    await vault.call('create_note', { path: 'h', content: '---\nn: 5\n---\n' });
    const structured = await vault.ask('update_frontmatter', { path: 'h', set: { n: id } });
    expect(JSON.stringify(structured['hints'])).not.toContain('pass a number');
  });

  test('are compared by bases as the app does, whatever was asked before', async () => {
    const base = {
      source: 'filters: id == 12345678901234567890\nviews: [{type: table, name: All, order: [id]}]',
    };
    const before = await vault.ask('query_base', base);
    await vault.ask('query_notes', { where: [`id=${id}`] });
    expect(await vault.ask('query_base', base)).toEqual(before);
  });
});
