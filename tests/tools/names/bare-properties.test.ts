/** Properties without `frontmatter.` before their name, wherever a field is named. */
import { codeOf, type TestClient } from '../../support/clients';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';

const files = {
  'A.md': '---\nstatus: open\nRating: 5\nauthor: { name: Ann }\nid: 9007199254740993\nsize: large\n---\na\n',
  'B.md': '---\nSTATUS: done\nrating: 3\nid: 9007199254740992\n---\nb\n',
  'C.md': 'c\n',
};

let lectern: RunningLectern;
let client: TestClient;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const ask = async (args: Record<string, unknown>): Promise<Record<string, unknown>> =>
  (await client.call('query_notes', args)).structured;

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
  const answer = await client.call('query_notes', args);
  expect(answer.isError).toBe(false);
  expect(field(answer.structured, 'hints', 0)).toMatch(/"stauts".*status/iu);
});

test.each([{ select: ['tasks.late'] }, { select: ['path.x'] }, { groupBy: ' ' }])(
  'what is neither a property nor a part of a field is refused: %j',
  async args => {
    expect(codeOf(await client.call('query_notes', args))).toBe('invalid_argument');
  },
);

test('neighbours beyond 2^53 are different values of a property', async () => {
  const { structured } = await client.call('list_properties', { property: 'ID' });
  expect(structured['values']).toEqual([
    { value: '9007199254740992', count: 1, files: ['B.md'] },
    { value: '9007199254740993', count: 1, files: ['A.md'] },
  ]);
});

test('moments of files are told to the minute', async () => {
  const { text } = await client.call('query_notes', { select: ['modified', 'created'], limit: 1 });
  expect(text).toMatch(/A\.md · \d{4}-\d\d-\d\d \d\d:\d\d · \d{4}-\d\d-\d\d \d\d:\d\d$/mu);
});
