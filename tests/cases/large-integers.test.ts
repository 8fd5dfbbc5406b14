/** Integers beyond 2^53: every digit is told, and neighbours are different. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { RunningLectern } from '../support/lectern';

const id = '12345678901234567890';
let lectern: RunningLectern;
beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'n.md': `---\nid: ${id}\nnested: { deep: [-9007199254740993] }\ntags: [a]\n---\nx\n`,
      'safe.md': '---\nid: 9007199254740991\nratio: 1.5\n---\n',
    },
  });
});
afterAll(() => lectern.close());

const ask = async (tool: string, args: Record<string, unknown>): Promise<Record<string, unknown>> =>
  (await (await lectern.connect()).call(tool, args)).structured;

test('are told as text, others as numbers', async () => {
  const exact = { id, nested: { deep: ['-9007199254740993'] } };
  expect(await ask('get_frontmatter', { path: 'n' })).toMatchObject({ frontmatter: exact });
  expect(await ask('read_note', { path: 'n', format: 'json' })).toMatchObject({ frontmatter: exact });
  const rows = await ask('query_notes', { where: [`id=${id}`], select: ['frontmatter'] });
  expect(rows).toMatchObject({ rows: [{ path: 'n.md', frontmatter: exact }] });
  const listed = await ask('list', { fields: ['id', 'tags'] });
  expect(JSON.stringify(listed['items'])).toContain(`"${id}"`);
  expect(await ask('get_frontmatter', { path: 'safe' })).toMatchObject({
    frontmatter: { id: 9007199254740991, ratio: 1.5 },
  });
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
  expect(await ask('query_notes', { where: [condition] })).toMatchObject({ totalCount: count });
  expect(await ask('list', { where: [condition] })).toMatchObject({ totalCount: count });
});

test('stay in the file when another property is written', async () => {
  const client = await lectern.connect();
  await client.call('update_frontmatter', { path: 'n', set: { other: 1 } });
  expect(readFileSync(join(lectern.folder.path, 'n.md'), 'utf8')).toContain(`id: ${id}\n`);
});
