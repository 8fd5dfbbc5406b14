/** Integers beyond 2^53: every digit is told, and neighbours are different. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../support/clients';
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

test('are told by a base too, which compares them as the app does', async () => {
  const source = 'filters: id\nviews:\n  - type: table\n    name: A\n    order: [id, ids, ratio, nested]';
  await (
    await lectern.connect()
  ).call('create_note', { path: 'list', content: `---\nid: 1\nids: [${id}, 1]\n---\n` });
  const { rows } = await ask('query_base', { source });
  await ask('delete', { path: 'list' });
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
  expect(await ask('query_notes', { where: [condition] })).toMatchObject({ totalCount: count });
  expect(await ask('list', { where: [condition] })).toMatchObject({ totalCount: count });
});

test('stay in the file when another property is written', async () => {
  const client = await lectern.connect();
  await client.call('update_frontmatter', { path: 'n', set: { other: 1 } });
  expect(readFileSync(join(lectern.folder.path, 'n.md'), 'utf8')).toContain(`id: ${id}\n`);
});

test('are written with every digit, or refused', async () => {
  const client = await lectern.connect();
  const patch = { path: 'w', targetType: 'frontmatter', operation: 'replace' };
  await client.call('create_note', { path: 'w', content: 'x' });
  await client.call('patch_note', { ...patch, target: 'ids', value: `[${id}, 0.1234567890123456789, 1]` });
  await client.call('update_frontmatter', { path: 'w', set: `{"n":${id},"s":"${id}"}` });
  const { structured } = await client.call('get_frontmatter', { path: 'w' });
  expect(structured['frontmatter']).toEqual({ ids: [id, 0.12345678901234568, 1], n: id, s: id });
  const refused = await client.call('update_frontmatter', { path: 'w', set: { m: Number(id) } });
  expect(codeOf(refused)).toBe('invalid_argument');
});

test('are no number that a hint asks for', async () => {
  const client = await lectern.connect();
  await client.call('create_note', { path: 'h', content: '---\nn: 5\n---\n' });
  const { structured } = await client.call('update_frontmatter', { path: 'h', set: { n: id } });
  expect(JSON.stringify(structured['hints'])).not.toContain('pass a number');
});

test('are compared by bases as the app does, whatever was asked before', async () => {
  const base = {
    source: 'filters: id == 12345678901234567890\nviews: [{type: table, name: All, order: [id]}]',
  };
  const before = await ask('query_base', base);
  await ask('query_notes', { where: [`id=${id}`] });
  expect(await ask('query_base', base)).toEqual(before);
});
