import { field } from '../../../support/json';
import { RunningLectern } from '../../../support/lectern';
import { listWith } from '../../../support/matchers';
import type { TestClient } from '../../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Bread.md':
        '---\ntags: [food/baking]\nstatus: open\nrating: 4\naliases: [Loaf]\n---\n# Sourdough\nFlour, water and a café crème.\n- [ ] feed starter\n- [x] buy flour\n',
      'work/Plan.md':
        '---\nstatus: done\nrating: 2\ndue: 2026-03-01\n---\nThe plan mentions flour once. Ticket ABC-123.\n',
      'work/Idea.md': 'No properties. [[Bread]] 東京の地図 straße\n',
      'broken.md': '---\nstatus: [\n---\nflour flour flour\n',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function call(tool: string, args: Record<string, unknown> = {}): Promise<Record<string, unknown>> {
  return (await client.call(tool, args)).structured;
}

async function found(args: Record<string, unknown>): Promise<unknown[]> {
  return [(await call('search', args))['results']].flat().map(result => field(result, 'path'));
}

describe('search', () => {
  test('finds all words in any order and field, best first', async () => {
    expect(await found({ query: 'flour sourdough', allWords: true })).toEqual(['Bread.md']);
    expect(await found({ query: 'flour -plan -starter' })).toEqual(['broken.md']);
    expect(await found({ query: 'loaf' })).toEqual(['Bread.md']);
    expect((await found({ query: 'flour' }))[0]).toBe('broken.md');
  });

  test('ignores case and diacritics, and finds words in any script', async () => {
    expect(await found({ query: 'CAFE creme' })).toEqual(['Bread.md']);
    expect(await found({ query: '東京' })).toEqual(['work/Idea.md']);
    expect(await found({ query: 'strasse' })).toEqual(['work/Idea.md']);
  });

  test('shows lines with field, heading and ranges', async () => {
    const { results } = await call('search', { query: 'café' });
    expect(field(results, 0)).toMatchObject({
      path: 'Bread.md',
      title: 'Bread',
      matches: [{ line: 8, field: 'body', heading: 'Sourdough' }],
    });
    const text = String(field(results, 0, 'matches', 0, 'text'));
    const [start, end] = [
      field(results, 0, 'matches', 0, 'ranges', 0, 0),
      field(results, 0, 'matches', 0, 'ranges', 0, 1),
    ];
    expect(text.slice(Number(start), Number(end))).toBe('café');
  });

  test('supports phrases, patterns, wildcards and typing errors', async () => {
    expect(await found({ query: 'mentions flour', mode: 'phrase' })).toEqual(['work/Plan.md']);
    expect(await found({ query: '[A-Z]{3}-\\d+', mode: 'regex', caseSensitive: true })).toEqual([
      'work/Plan.md',
    ]);
    expect(await found({ query: 'sour*gh', mode: 'wildcard' })).toEqual(['Bread.md']);
    expect(await found({ query: 'suordough', mode: 'fuzzy' })).toEqual(['Bread.md']);
  });

  test('filters in the query and beside it', async () => {
    expect(await found({ query: 'flour tag:food' })).toEqual(['Bread.md']);
    expect(await found({ query: 'flour path:work' })).toEqual(['work/Plan.md']);
    expect(await found({ query: 'flour', path: 'work' })).toEqual(['work/Plan.md']);
    expect(await found({ query: 'flour', tag: '#FOOD', excludes: ['*.tmp'] })).toEqual(['Bread.md']);
  });

  test('returns similar words when nothing is found', async () => {
    const answer = await call('search', { query: 'sourdogh', exact: true });
    expect(answer).toMatchObject({
      totalCount: 0,
      results: [],
      suggestions: listWith(['sourdough']),
    });
  });

  test.each([
    [{ query: '' }, 'invalid_argument'],
    [{ query: '(a', mode: 'regex' }, 'invalid_query'],
    [{ query: '(a)\\1', mode: 'regex' }, 'invalid_query'],
    [{ query: 'x', path: 'nowhere' }, 'not_found'],
  ])('refuses %j', async (args, code) => {
    expect(field(await call('search', args), 'error', 'code')).toBe(code);
  });

  test('sees a note that another program wrote', async () => {
    lectern.folder.write('fresh.md', 'quicksilver');
    await lectern.host.settled();
    expect(await found({ query: 'quicksilver' })).toEqual(['fresh.md']);
  });
});

describe('query_notes', () => {
  const paths = async (args: Record<string, unknown>): Promise<unknown[]> =>
    [(await call('query_notes', args))['rows']].flat().map(row => field(row, 'path'));

  test('selects, sorts and filters by JsonLogic', async () => {
    expect(
      await call('query_notes', {
        filter: { '>': [{ var: 'frontmatter.rating' }, 1] },
        select: ['title', 'frontmatter.rating', 'tasks.open'],
        sort: 'frontmatter.rating',
      }),
    ).toMatchObject({
      totalCount: 2,
      rows: [
        { path: 'work/Plan.md', title: 'Plan', 'frontmatter.rating': 2, 'tasks.open': 0 },
        { path: 'Bread.md', title: 'Bread', 'frontmatter.rating': 4, 'tasks.open': 1 },
      ],
    });
    expect(await paths({ filter: { in: ['food/baking', { var: 'tags' }] } })).toEqual(['Bread.md']);
    expect(await paths({ filter: { '<': [{ var: 'frontmatter.due' }, { date: ['2026-04-01'] }] } })).toEqual([
      'work/Plan.md',
    ]);
    expect(await paths({ filter: { glob: ['work/**', { var: 'path' }] } })).toEqual([
      'work/Idea.md',
      'work/Plan.md',
    ]);
    expect(await paths({ where: ['status=done'] })).toEqual(['work/Plan.md']);
    expect(
      await call('query_notes', {
        path: 'work',
        where: ['!status'],
        select: ['links', 'wordCount', 'folder', 'name'],
      }),
    ).toMatchObject({
      rows: [{ path: 'work/Idea.md', links: ['Bread.md'], folder: 'work', name: 'Idea' }],
    });
  });

  test('groups by a field', async () => {
    const { groups, totalCount } = await call('query_notes', {
      groupBy: 'frontmatter.status',
      excludes: ['fresh.md'],
    });
    expect(totalCount).toBe(3);
    expect([groups].flat().map(group => [field(group, 'key'), field(group, 'count')])).toEqual([
      ['done', 1],
      ['open', 1],
      [null, 2],
    ]);
  });

  test('pages in the order of the sort', async () => {
    const query = { sort: 'frontmatter.rating', order: 'desc', limit: 1, select: [], where: ['rating'] };
    const first = await call('query_notes', query);
    const second = await call('query_notes', { ...query, cursor: first['nextCursor'] });
    expect([field(first, 'rows', 0, 'path'), field(second, 'rows', 0, 'path'), second['hasMore']]).toEqual([
      'Bread.md',
      'work/Plan.md',
      false,
    ]);
  });

  test.each([
    [{ filter: { nonsense: [] } }, 'invalid_query'],
    [{ filter: { method: ['', 'constructor'] } }, 'invalid_query'],
    [{ select: ['size.colour'] }, 'invalid_argument'],
    [{ where: ['=x'] }, 'invalid_query'],
  ])('refuses %j', async (args, code) => {
    expect(field(await call('query_notes', args), 'error', 'code')).toBe(code);
  });

  test('has access to nothing but data', async () => {
    for (const path of ['constructor.constructor', '__proto__', 'toString', 'frontmatter.constructor'])
      expect(await paths({ filter: { var: path } })).toEqual([]);
  });
});

describe('list_properties', () => {
  test('lists properties with their types, or the values of one', async () => {
    expect(await call('list_properties')).toMatchObject({
      properties: listWith([
        { name: 'rating', types: ['number'], count: 2 },
        { name: 'due', types: ['date'], count: 1 },
        { name: 'tags', types: ['list'], count: 1 },
      ]),
    });
    expect(await call('list_properties', { property: 'status' })).toMatchObject({
      values: [
        { value: 'done', count: 1, files: ['work/Plan.md'] },
        { value: 'open', count: 1, files: ['Bread.md'] },
      ],
    });
  });
});
