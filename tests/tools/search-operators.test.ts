import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';
import type { TestClient } from '../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Bread.md': 'theme and crust #published\n',
      'Idea.md': 'four\n',
      'People/Mara Okafor.md': 'Mara likes a snippet.\n',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call(tool, args)).structured;
}

describe('a search', () => {
  test('finds either of two words', async () => {
    const found = await call('search', { query: 'theme OR snippet' });
    expect(
      [found['results']]
        .flat()
        .map(hit => field(hit, 'path'))
        .sort(),
    ).toEqual(['Bread.md', 'People/Mara Okafor.md']);
    expect(await call('search', { query: 'crust theme OR snippet' })).toMatchObject({ totalCount: 1 });
    expect(await call('search', { query: '"theme and" OR four' })).toMatchObject({ totalCount: 2 });
  });

  test.each([
    ['[permalink:plugins/canvas]', '`where'],
    ['[status]', 'query_notes'],
    ['/a.*b/', 'regex'],
    ['line:(a b)', 'regex'],
    ['block:x', 'regex'],
    ['section:(a)', 'regex'],
    ['task-todo:x', 'tasks.open'],
    ['task:x', 'tasks.open'],
    ['match-case:X', 'caseSensitive'],
    ['[[Sync]]', 'get_links'],
    ['(a OR b)', 'OR'],
    ['theme OR tag:x', 'filter'],
    ['theme OR -x', 'filter'],
  ])('with %s is refused with the way to it', async (query, way) => {
    const { error } = await call('search', { query });
    expect(error).toMatchObject({ code: 'invalid_query' });
    expect(String(field(error, 'hint'))).toContain(way);
  });

  test.each(['"[status]"', '"/a.*b/"', '- [ ] task', 'and/or', '/usr/local/bin', 'note: theme', 'OR'])(
    'for %s looks for the text',
    async query => {
      expect(await call('search', { query })).not.toHaveProperty('error');
    },
  );
});
