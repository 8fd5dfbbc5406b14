import { field } from '../../../support/json';
import { RunningLectern } from '../../../support/lectern';
import type { TestClient } from '../../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Bread.md': 'theme and crust #published\n',
      'Idea.md': 'four\n',
      'People/Mara Okafor.md': 'Mara likes a snippet.\n',
      'Pictures/Lamp.png': '\u0000',
      'Pictures/Plan.pdf': '\u0000',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call(tool, args)).structured;
}

async function paths(query: string): Promise<string[]> {
  const { results } = await call('search', { query });
  return [results]
    .flat()
    .map(hit => String(field(hit, 'path')))
    .sort();
}

const otherFiles: readonly (readonly [query: string, paths: readonly string[]])[] = [
  ['file:lamp', ['Pictures/Lamp.png']],
  ['path:Pictures -file:lamp', ['Pictures/Plan.pdf']],
  ['-file:.md', ['Pictures/Lamp.png', 'Pictures/Plan.pdf']],
  ['-path:People -file:png', ['Bread.md', 'Idea.md', 'Pictures/Plan.pdf']],
  ['-(path:Pictures OR file:Idea)', ['Bread.md', 'People/Mara Okafor.md']],
  ['-(path:Pictures file:lamp)', ['Bread.md', 'Idea.md', 'People/Mara Okafor.md', 'Pictures/Plan.pdf']],
  ['theme -path:People', ['Bread.md']],
  ['-theme -path:People', ['Idea.md', 'Pictures/Lamp.png', 'Pictures/Plan.pdf']],
  ['four OR -file:.md', ['Idea.md', 'Pictures/Lamp.png', 'Pictures/Plan.pdf']],
  ['-four', ['Bread.md', 'People/Mara Okafor.md']],
];

describe('a search', () => {
  test.each(otherFiles)('by names of files finds other files, too: %s', async (query, found) => {
    expect(await paths(query)).toEqual(found);
  });

  test('finds either of two words', async () => {
    const found = await call('search', { query: 'theme OR snippet' });
    expect(
      [found['results']]
        .flat()
        .map(hit => field(hit, 'path'))
        .sort(),
    ).toEqual(['Bread.md', 'People/Mara Okafor.md']);
    expect(await call('search', { query: 'crust theme OR snippet' })).toMatchObject({ totalCount: 2 });
    expect(await call('search', { query: 'crust (theme OR snippet)' })).toMatchObject({ totalCount: 1 });
    expect(await call('search', { query: '"theme and" OR four' })).toMatchObject({ totalCount: 2 });
  });

  test.each([
    ['theme title:bread', '`title:` at character 7 of `query` is not an operator.', '`file:`'],
    ['status:done', '`status:` at character 1 of `query` is not an operator.', '`[status:done]`'],
    ['[[Sync]]', '`[[Sync]]` at character 1 of `query` is a link, not an operator.', '`get_links`'],
    ['theme (crust OR', '`OR` at character 14 of `query` needs something on both sides.', 'quotes'],
    ['theme OR (crust', '`(` at character 10 of `query` is not closed.', 'quotes'],
    ['theme OR crust)', '`)` at character 15 of `query` closes nothing.', 'quotes'],
    ['line:(theme path:x)', '`path:x` at character 13 of `query` is about the whole note', '`line:`'],
    ['a /x(?=y)/', 'At character 3 of `query`: `x(?=y)` uses look-around at character 2', 'RE2'],
  ])('that cannot be read says where: %s', async (query, message, way) => {
    const { error } = await call('search', { query });
    expect(error).toMatchObject({ code: 'invalid_query' });
    expect(String(field(error, 'message'))).toContain(message);
    expect(String(field(error, 'hint'))).toContain(way);
  });

  test.each([
    '"[status]"',
    '"/a.*b/"',
    '- [ ] task',
    'and/or',
    '/usr/local/bin',
    'note: theme',
    '"OR"',
    'a -> b',
  ])('for %s looks for the text', async query => {
    expect(await call('search', { query })).not.toHaveProperty('error');
  });
});
