import { field } from '../../support/json';
import { textWith } from '../../support/matchers';
import { vaultForAll } from '../../support/open-vault';

const books = `filters:
  and:
    - file.hasTag("book")
    - '!file.name.contains("Template")'
formulas:
  total: price * copies
  label: 'title + " " + formula.total.toFixed(2)'
properties:
  formula.total: {displayName: Total}
views:
  - type: table
    name: All
    order: [file.name, author, formula.total, formula.label, due, missing]
    sort: [{property: price, direction: DESC}]
    summaries: {formula.total: Sum, note.author: Unique}
  - type: table
    name: By shelf
    groupBy: {property: shelf, direction: ASC}
    order: [file.name]
    summaries: {note.price: Average}
  - type: cards
    name: Of the author
    filters: list(author).contains(this)
  - type: table
    name: Cheapest
    sort: [{property: price}]
    limit: 1
`;

const files = {
  'Books.base': books,
  'Books/Dune.md':
    '---\ntags: [book/novel]\nauthor: "[[Frank Herbert|Herbert]]"\nprice: 12.5\ncopies: 2\ntitle: Dune\nshelf: B\ndue: 2026-12-01\n---\n',
  'Books/Emma.md':
    '---\ntags: [book]\nauthor: "[[Jane Austen]]"\nprice: 9\ncopies: 3\ntitle: Emma\nshelf: A\n---\n',
  'Books/Sanditon.md': '---\ntags: [book]\nauthor: "[[Jane Austen]]"\nprice: 20\ntitle: Sanditon\n---\n',
  'Books/Template.md': '---\ntags: [book]\n---\n',
  'People/Jane Austen.md': 'Wrote [[Emma]].\n',
  'People/Frank Herbert.md': '',
  'Board.md': [
    '# Board',
    '```base',
    'filters: file.inFolder("People")',
    '```',
    '> [!note]',
    '> ```base',
    '> filters: file.hasLink(this)',
    '> ```',
    '',
  ].join('\n'),
  'Links.md': '[[Board]]\n',
  'Broken.base': 'views: [\n',
  'pic.png': 'x',
};

const vault = vaultForAll({ files });

async function query(args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return await vault.ask('query_base', args);
}

function pathsOf(answer: Record<string, unknown>): unknown[] {
  return [answer['rows']].flat().map(row => field(row, 'path'));
}

test('a file is a base by its extension, and block 0 is the whole of it', async () => {
  expect(await query({ path: 'Books.base', block: 0 })).toEqual(await query({ path: 'Books.base' }));
  const { error } = await query({ path: 'Books.base', block: 1 });
  expect(error).toMatchObject({ code: 'invalid_argument', message: textWith('`block`') });
});

test('query_base returns the rows of the first view with its formulas, sorting and summaries', async () => {
  const { structured, text } = await vault.call('query_base', { path: 'Books.base' });
  expect(structured).toEqual({
    view: 'All',
    columns: [
      { id: 'file.name', name: 'name' },
      { id: 'note.author', name: 'author' },
      { id: 'formula.total', name: 'Total' },
      { id: 'formula.label', name: 'label' },
      { id: 'note.due', name: 'due' },
      { id: 'note.missing', name: 'missing' },
    ],
    rows: [
      {
        path: 'Books/Sanditon.md',
        values: {
          'file.name': 'Sanditon',
          'note.author': '[[Jane Austen]]',
          'formula.total': null,
          'formula.label': 'Sanditon ',
          'note.due': null,
          'note.missing': null,
        },
      },
      {
        path: 'Books/Dune.md',
        values: {
          'file.name': 'Dune',
          'note.author': '[[Frank Herbert|Herbert]]',
          'formula.total': 25,
          'formula.label': 'Dune 25.00',
          'note.due': '2026-12-01',
          'note.missing': null,
        },
      },
      {
        path: 'Books/Emma.md',
        values: {
          'file.name': 'Emma',
          'note.author': '[[Jane Austen]]',
          'formula.total': 27,
          'formula.label': 'Emma 27.00',
          'note.due': null,
          'note.missing': null,
        },
      },
    ],
    summaries: { 'formula.total': 52, 'note.author': 2 },
    totalCount: 3,
    hasMore: false,
    warnings: [],
  });
  expect(text).toBe(
    [
      'All: 3 rows',
      'path · name · author · Total · label · due · missing',
      'Books/Sanditon.md · Sanditon · [[Jane Austen]] · null · "Sanditon " · null · null',
      'Books/Dune.md · Dune · [[Frank Herbert|Herbert]] · 25 · Dune 25.00 · 2026-12-01 · null',
      'Books/Emma.md · Emma · [[Jane Austen]] · 27 · Emma 27.00 · null · null',
      'Summaries · formula.total = 52 · note.author = 2',
    ].join('\n'),
  );
});

test('groups the rows of a view, those without a value last, with the summaries of each group', async () => {
  const answer = await query({ path: 'Books', view: 'By shelf' });
  expect(answer['groups']).toEqual([
    { key: 'A', count: 1, summaries: { 'note.price': 9 } },
    { key: 'B', count: 1, summaries: { 'note.price': 12.5 } },
    { key: null, count: 1, summaries: { 'note.price': 20 } },
  ]);
  expect(answer['rows']).toEqual([
    { path: 'Books/Emma.md', group: 'A', values: { 'file.name': 'Emma' } },
    { path: 'Books/Dune.md', group: 'B', values: { 'file.name': 'Dune' } },
    { path: 'Books/Sanditon.md', group: null, values: { 'file.name': 'Sanditon' } },
  ]);
  const { text } = await vault.call('query_base', { path: 'Books', view: 'By shelf' });
  expect(text.split('\n').slice(-4, -2)).toEqual(['path · [group] · name', 'Books/Emma.md · [A] · Emma']);
});

test('query_base takes `this` for the given note, and says when a base needs it', async () => {
  const of = await query({ path: 'Books', view: 'Of the author', this: 'Jane Austen', format: 'paths' });
  expect(of).toMatchObject({ paths: ['Books/Emma.md', 'Books/Sanditon.md'], warnings: [] });
  expect(of).not.toHaveProperty('rows');
  expect(await query({ path: 'Books', view: 'Of the author' })).toMatchObject({
    rows: [],
    warnings: [expect.stringContaining('Pass `this`')],
  });
});

test('query_base shows no more rows than the view does, and says how many it leaves out', async () => {
  expect(await query({ path: 'Books', view: 'cheapest' })).toMatchObject({
    view: 'Cheapest',
    rows: [{ path: 'Books/Emma.md' }],
    totalCount: 1,
    hints: ["2 more rows not shown because of the view's limit."],
  });
});

test('query_base reads the blocks of a note, in which `this` is the note', async () => {
  expect(pathsOf(await query({ path: 'Board' }))).toEqual([
    'People/Frank Herbert.md',
    'People/Jane Austen.md',
  ]);
  expect(pathsOf(await query({ path: 'Board', block: 1 }))).toEqual(['Links.md']);
});

test('query_base returns the rows page by page', async () => {
  const source = 'filters: file.inFolder("Books")\nviews: [{sort: [{property: file.name, direction: DESC}]}]';
  const first = await query({ source, limit: 2 });
  expect(pathsOf(first)).toEqual(['Books/Template.md', 'Books/Sanditon.md']);
  expect(first).toMatchObject({ totalCount: 4, hasMore: true });
  const rest = await query({ source, limit: 2, cursor: first['nextCursor'] });
  expect(pathsOf(rest)).toEqual(['Books/Emma.md', 'Books/Dune.md']);
  expect(rest).toMatchObject({ hasMore: false });
});

test('query_base counts attachments as rows, and what it links to and from', async () => {
  expect(pathsOf(await query({ source: 'filters: file.ext == "png"' }))).toEqual(['pic.png']);
  const source =
    'filters: file.name == "Emma"\nviews: [{order: [file.backlinks, formula.n]}]\nformulas: {n: file.backlinks.length}';
  expect(await query({ source })).toMatchObject({
    rows: [{ values: { 'file.backlinks': ['[[People/Jane Austen.md|Jane Austen]]'], 'formula.n': 1 } }],
  });
});

test.each([
  ['{file.backlinks: Filled}', { 'file.backlinks': 3 }],
  ['{author: linking}', { 'note.author': 1 }],
  ['{author: linked}', { 'note.author': 2 }],
])(
  'the summaries %s know the links of files, though no column and no filter does',
  async (summaries, result) => {
    const source = `filters: file.hasTag("book") || file.inFolder("People")
summaries:
  linking: values.filter(value.asFile().hasLink("Emma")).unique().length
  linked: values.map(value.asFile().backlinks.length).max()
views: [{order: [file.name], summaries: ${summaries}}]`;
    expect(await query({ source })).toMatchObject({ summaries: result });
  },
);

test.each([
  ['{author: own}', [textWith('`this`')]],
  ['{author: Unique}', []],
])('the summaries %s decide whether to ask for `this`', async (summaries, warnings) => {
  const source = `summaries: {own: values.contains(this)}\nviews: [{order: [file.name], summaries: ${summaries}}]`;
  expect(await query({ source })).toMatchObject({ warnings });
});

test.each(['file["backlinks"]', `this['file']["backlinks"]`, '[file].map(value["backlinks"])[0]'])(
  'the links to a file are known to %s, as to a field after a dot',
  async formula => {
    const source = `filters: file.name == "Emma"
formulas: {n: ${JSON.stringify(`${formula}.length`)}}
views: [{order: [formula.n]}]`;
    expect(await query({ source, this: 'Emma' })).toMatchObject({ rows: [{ values: { 'formula.n': 1 } }] });
  },
);

test('query_base reports an error in an expression, and returns the results of the others', async () => {
  const source = `filters:
  or: ['not(empty(status))', 'file.name == "Emma"']
formulas: {a: nope(), b: '1 +', c: 'formula.c + 1', d: '"x".nope()', e: 'number("x")'}
views: [{order: [formula.a, formula.b, formula.c, formula.d, formula.e]}]`;
  const answer = await query({ source });
  expect(answer['rows']).toEqual([]);
  expect(answer['warnings']).toEqual([
    'formulas.a: Cannot find function "nope" in \`nope()\`.',
    'formulas.b: Unable to parse formula: at character 4 of \`1 +\`, it ends too early.',
    'formulas.d: Cannot find function "nope" on any type in \`"x".nope()\`.',
    'filters.or[0]: Cannot find function "not" in \`not(empty(status))\`.',
    'filters.or[0]: Cannot find function "empty" in \`not(empty(status))\`.',
    'formulas.c: It depends on its own value.',
    'filters: \`not(empty(status))\` keeps 11 rows out: Cannot find function "not".',
  ]);
  const second = await query({
    source: source.replace(/filters:\n.*\n/u, () => 'filters: file.name == "Emma"\n'),
  });
  expect(second['rows']).toEqual([
    {
      path: 'Books/Emma.md',
      values: {
        'formula.a': { error: 'Cannot find function "nope"' },
        'formula.b': null,
        'formula.c': { error: 'Formula "c" needs its own value' },
        'formula.d': { error: 'Cannot find function "nope" on type String' },
        'formula.e': { error: 'Unable to parse "x" as a number.' },
      },
    },
  ]);
});

test.each([
  [{}, 'invalid_argument'],
  [{ path: 'Books', source: 'x' }, 'invalid_argument'],
  [{ source: 'filters: true', block: 0 }, 'invalid_argument'],
  [{ path: '../x' }, 'invalid_path'],
  [{ path: 'Nowhere' }, 'not_found'],
  [{ path: 'Books', view: 'None' }, 'target_not_found'],
  [{ path: 'Links' }, 'target_not_found'],
  [{ path: 'Board', block: 2 }, 'target_not_found'],
  [{ path: 'pic.png' }, 'unsupported_file'],
  [{ path: 'Broken' }, 'invalid_query'],
  [{ source: 'just words' }, 'invalid_query'],
  [{ path: 'Books', cursor: 'x' }, 'invalid_cursor'],
])('query_base refuses %j as %s', async (args, code) => {
  expect(field(await query(args), 'error', 'code')).toBe(code);
});

describe('texts among numbers', () => {
  const costs = vaultForAll({
    files: {
      'A.md': '---\namount: 1,250.50\nkind: x\n---\n',
      'B.md': '---\namount: 2000\nkind: x\n---\n',
      'C.md': '---\namount:\nkind: y\n---\n',
      'D.md': '---\namount: n/a\nkind: y\n---\n',
    },
  });
  const view = { type: 'table', name: 'T', order: ['amount'], summaries: { amount: 'Sum' } };

  test.each<[string, unknown, RegExp]>([
    ['a comparison', { filters: 'amount > 1000', views: [view] }, /2 rows/u],
    ['a sum', { filters: 'kind == "x"', views: [view] }, /amount.*1 text/u],
    ['sums of groups', { views: [{ ...view, groupBy: { property: 'kind' } }] }, /amount.*2 texts/u],
    ['no number', { views: [{ ...view, summaries: { amount: 'Filled' } }] }, /^$/u],
    ['texts alone', { filters: 'kind < "z"', views: [{ ...view, summaries: {} }] }, /^$/u],
  ])('are counted where %s leaves them out', async (_case, base, said) => {
    const answer = await costs.ask('query_base', { source: JSON.stringify(base) });
    expect([answer['warnings'], answer['hints'] ?? []].flat().join(' ')).toMatch(said);
  });
});

describe('the hints of a base', () => {
  const vault = vaultForAll({ files });

  test.each([
    ['filters: name == "Dune"', '`file.name`'],
    ['filters: modified > "2020"', '`file.mtime`'],
    ['filters: ext == "md"', '`file.ext`'],
    ['filters: backlinks.length > 9', '`file.backlinks`'],
    ['filters: wordCount > 9', 'no field `wordCount`'],
    ['filters: shelf == nowhere', '"nowhere"'],
    ['formulas: {x: 1 + 1}\nviews: [{order: [x]}]', '"formula.x"'],
  ])('say for %s what to write', async (source, said) => {
    const { hints } = await vault.ask('query_base', { source, limit: 1 });
    expect([hints].flat().join(' ')).toContain(said);
    expect([hints].flat().join(' ')).not.toMatch(/`(?:name|modified|backlinks)`|\.pdf/u);
  });

  test.each([{ path: 'Books.base#By shelf' }, { path: '[[Books.base#By shelf]]' }])(
    'a link to a view is that view: %j',
    async args => {
      expect(await vault.ask('query_base', args)).toMatchObject({ view: 'By shelf' });
      expect(await vault.ask('query_base', { ...args, view: 'All' })).toMatchObject({ view: 'All' });
    },
  );

  test('name the tools for bases where a note is meant', async () => {
    const { error } = await vault.ask('read_note', { path: 'Books.base' });
    expect(JSON.stringify(error)).toContain('`query_base`');
  });
});

describe('files that the user excludes', () => {
  const settings = { userIgnoreFilters: ['/^Arch.*\\.md$/', 'Old/'] };
  const vault = vaultForAll({
    files: {
      'Archive/A.md': '',
      'Old/B.md': '',
      'C.md': '',
      '.obsidian/app.json': JSON.stringify(settings),
    },
  });

  test('are no rows', async () => {
    expect(pathsOf(await vault.ask('query_base', { source: 'filters: true' }))).toEqual(['C.md']);
  });
});

describe('checkboxes', () => {
  const box = (value: string): string => `---\ndone: ${value}\nmixed: ${value}\n---\n`;
  const vault = vaultForAll({
    files: {
      'A.md': box('true'),
      'B.md': box(''),
      'C.md': box('false'),
      'D.md': '',
      'E.md': '---\nmixed: 1\n---\n',
    },
  });

  test.each([
    ['sort: [{property: done}]', 'BCDEA'],
    ['sort: [{property: done, direction: DESC}]', 'ABCDE'],
    ['sort: [{property: done}, {property: file.name, direction: DESC}]', 'EDCBA'],
    ['sort: [{property: mixed}]', 'CAEBD'],
    ['groupBy: {property: done, direction: ASC}', 'BDECA'],
    ['filters: "!done", sort: [{property: done}, {property: file.name}]', 'BCDE'],
  ])('%s: an empty one is beside those that are not checked', async (sorting, order) => {
    const answer = await vault.ask('query_base', { source: `views: [{${sorting}}]`, format: 'paths' });
    expect([answer['paths']].flat().join('').replaceAll('.md', '')).toBe(order);
  });

  test('a list of them is sorted like a column', async () => {
    const source =
      'filters: file.name == "A"\nformulas: {x: "[true, missing, false].sort()"}\nviews: [{order: [formula.x]}]';
    expect(await vault.ask('query_base', { source })).toMatchObject({
      rows: [{ values: { 'formula.x': [null, false, true] } }],
    });
  });
});

describe('a link to the note that contains it', () => {
  const vault = vaultForAll({
    files: {
      'd.md': '---\nself: "[[#H]]"\n---\n# H\n[[#H]] [[e]]',
      'e.md': '---\nself: "[[#H]]"\n---\n# H\n',
      'f.md': '',
    },
  });

  test.each([
    ['self.asFile().name', ['d', 'e', null]],
    ['file.links.map(value.asFile().name)', [['d', 'd', 'e'], ['e'], []]],
    ['self.linksTo(file("e"))', [true, true, null]],
    ['self.linksTo(file("d"))', [true, false, null]],
    ['self == file', [true, true, false]],
    ['self == link("e")', [false, true, false]],
    ['self == link("d#H")', [true, false, false]],
    ['file.hasLink("#H")', [true, true, false]],
    ['file.hasLink(file)', [true, true, false]],
    ['file("")', [null, null, null]],
    ['link("").asFile()', [null, null, null]],
  ])('%s', async (formula, expected) => {
    const base = { formulas: { x: formula }, views: [{ order: ['formula.x'] }] };
    const answer = await vault.ask('query_base', { source: JSON.stringify(base) });
    expect([answer['rows']].flat().map(row => field(row, 'values', 'formula.x'))).toEqual(expected);
  });
});
