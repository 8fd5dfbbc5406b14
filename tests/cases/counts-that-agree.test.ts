/** Numbers that two tools tell are the same, and what is counted sorts by its number. */
import * as z from 'zod';
import { field } from '../support/json';
import type { TestClient } from '../support/clients';
import { RunningLectern } from '../support/lectern';

const files = {
  'A.md': '- [ ] one\n- [?] two\n- [!] three\n- [x] four\n- [/] five\n- [-] six\n',
  'B.md': '- [ ] one\n\n```\n- [ ] none\n```\n\n%%\n- [ ] none\n%%\n[[A]] [[C]] [[D]]\n',
  'C.md': '[[A]] [[B]]\n',
  'D.md': '[[A]]\n',
  'Z.md': '[[B]] [[Y]]\n',
  'Y.md': 'No link.\n',
};

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const pathsBy = async (sort: string, args: Record<string, unknown> = {}): Promise<string[]> => {
  const { structured } = await client.call('query_notes', { sort, ...args });
  return z
    .array(z.object({ path: z.string() }))
    .parse(structured['rows'])
    .map(({ path }) => path);
};

test.each([
  ['open', 'A.md'],
  ['open', 'B.md'],
  ['done', 'A.md'],
])('`tasks.%s` of a note are those that `list_tasks` lists of %s', async (status, path) => {
  const { structured: listed } = await client.call('list_tasks', { path, status });
  const name = `tasks.${status}`;
  const { structured } = await client.call('query_notes', { where: [`path=${path}`], select: [name] });
  expect(field(structured, 'rows')).toEqual([{ path, [name]: field(listed, 'totalCount') }]);
  const { structured: kept } = await client.call('query_notes', {
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
  expect(await pathsBy('links', { order: 'desc' })).toEqual(['B.md', 'C.md', 'Z.md', 'D.md', 'A.md', 'Y.md']);
});

test('and so they do on pages', async () => {
  const paths: string[] = [];
  let cursor: unknown;
  do {
    const args = { sort: 'backlinks', order: 'desc', limit: 2, ...(cursor === undefined ? {} : { cursor }) };
    const { structured } = await client.call('query_notes', args);
    paths.push(
      ...z
        .array(z.object({ path: z.string() }))
        .parse(structured['rows'])
        .map(({ path }) => path),
    );
    cursor = structured['nextCursor'];
  } while (cursor !== undefined);
  expect(paths).toEqual(await pathsBy('backlinks', { order: 'desc' }));
});
