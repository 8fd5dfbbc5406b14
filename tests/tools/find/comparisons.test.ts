import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: { 'Rated.md': '---\nrating: n/a\n---\n', 'Good.md': '---\nrating: 5\n---\n' },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function call(tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> {
  return (await client.call(tool, args)).structured;
}

test('a rating above a number is never a text', async () => {
  expect(await call('query_notes', { where: ['rating>4'] })).toMatchObject({ rows: [{ path: 'Good.md' }] });
});

describe('a filter that compares a built-in field with a constant', () => {
  test.each([
    [{ '<': [{ var: 'modified' }, 'bananas'] }, 'compares `modified`, a date, with "bananas"'],
    [{ '>=': ['today', { var: 'Created' }] }, 'compares `created`, a date, with "today"'],
    [{ and: [{ '!=': [{ var: 'wordCount' }, 'abc'] }] }, 'compares `wordCount`, a number, with "abc"'],
    [{ '>': [{ var: 'tasks' }, 0] }, 'compares `tasks`, which is an object'],
  ])('%j is refused', async (filter, problem) => {
    const { error } = await call('query_notes', { filter });
    expect(error).toMatchObject({ code: 'invalid_query' });
    expect(field(error, 'message')).toContain(problem);
  });

  test.each([
    { '==': [{ var: 'wordCount' }, null] },
    { '>': [{ var: 'size' }, '10'] },
    { '<': ['2020', { var: 'modified' }, '2999-01'] },
    { '==': [{ var: 'frontmatter.size' }, 'large'] },
  ])('%j is read', async filter => {
    expect(await call('query_notes', { filter })).not.toHaveProperty('error');
  });
});
