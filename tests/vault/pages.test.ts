/** Pages that go on with a cursor have every row once, whatever stands in the notes. */
import type { TestClient } from '../support/clients';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

const long = 'z'.repeat(30_000);
const values = ['a', 'A', 'á', 'b'].map(end => `${long}${end}`);
const sources = ['b.md', 'a.md', 'Z/z.md', 'C.md', 'A2/x.md', 'm/n.md', 'B1.md'];
let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  const files: Record<string, string> = { 'Lantern.md': 'Light.\n' };
  for (const name of ['c', 'a', 'b'])
    files[`Queried/${name}.md`] = `---\nsummary: ${long}${name}\nall: [${long}${name}, x]\n---\n`;
  for (const [at, value] of values.entries())
    files[`Listed/${at}.md`] = `---\nsummary: ${value}\n? ${value}\n: 1\n---\n`;
  lectern = await RunningLectern.start({ files });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

/** The rows of all pages, or of a few too many. */
async function rowsOf(
  tool: string,
  args: Record<string, unknown>,
  key: string,
  most: number,
): Promise<unknown[]> {
  const rows: unknown[] = [];
  let cursor: unknown;
  do {
    const { structured } = await client.call(tool, {
      ...args,
      ...(cursor === undefined ? {} : { cursor }),
    });
    expect(structured).not.toHaveProperty('error');
    rows.push(...[structured[key] ?? []].flat());
    cursor = structured['nextCursor'];
  } while (cursor !== undefined && rows.length < most);
  return rows;
}

it.each([
  [{ sort: 'frontmatter.summary' }, 'rows'],
  [{ sort: 'frontmatter.summary', order: 'desc' }, 'rows'],
  [{ sort: 'frontmatter.all' }, 'rows'],
  [{ groupBy: 'frontmatter.summary' }, 'groups'],
])('a query by long values %j goes on with its cursor', async (args, key) => {
  const rows = await rowsOf('query_notes', { ...args, path: 'Queried', limit: 1 }, key, 5);
  const seen = rows.map(row => field(row, key === 'rows' ? 'path' : 'key'));
  expect(new Set(seen).size).toBe(3);
  expect(seen).toHaveLength(3);
});

it.each([
  [{ property: 'summary' }, 'values'],
  [{}, 'properties'],
])('a list of long values %j goes on with its cursor', async (args, key) => {
  const seen = await rowsOf('list_properties', { ...args, path: 'Listed', limit: 1 }, key, 9);
  // Of the four long names, two differ in letter case only and are one property.
  expect(seen).toHaveLength(4);
  expect(new Set(seen.map(row => JSON.stringify(row))).size).toBe(seen.length);
});

it('mentions come in pages without doubles or gaps, whatever order the vault lists its notes in', async () => {
  const { vault } = lectern.host.app;
  for (const path of sources) {
    const [folder] = path.split('/');
    if (folder !== undefined && folder !== path) await vault.createFolder(folder);
    await vault.create(path, 'The lantern.\n');
  }
  const args = { path: 'Lantern', includeUnlinked: true, limit: 2 };
  const seen = (await rowsOf('get_links', args, 'unlinked', 20)).map(row => String(field(row, 'source')));
  expect(seen.toSorted()).toEqual(sources.toSorted());
});
