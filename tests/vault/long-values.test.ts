import { RunningLectern } from '../support/lectern';
import { field } from '../support/json';

const long = 'z'.repeat(30_000);
const files = Object.fromEntries(
  ['c', 'a', 'b'].map(name => [
    `${name}.md`,
    `---\nsummary: ${long}${name}\nall: [${long}${name}, x]\n---\n`,
  ]),
);

it.each([
  [{ sort: 'frontmatter.summary' }, 'rows'],
  [{ sort: 'frontmatter.summary', order: 'desc' }, 'rows'],
  [{ sort: 'frontmatter.all' }, 'rows'],
  [{ groupBy: 'frontmatter.summary' }, 'groups'],
])('a query by long values %j goes on with its cursor', async (args, key) => {
  const lectern = await RunningLectern.start({ files });
  try {
    const client = await lectern.connect();
    const seen: unknown[] = [];
    let cursor: unknown;
    do {
      const { structured } = await client.call('query_notes', {
        ...args,
        limit: 1,
        ...(cursor === undefined ? {} : { cursor }),
      });
      expect(structured).not.toHaveProperty('error');
      for (const row of [structured[key]].flat())
        seen.push(field(row, ...(key === 'rows' ? ['path'] : ['key'])));
      cursor = structured['nextCursor'];
    } while (cursor !== undefined && seen.length < 5);
    expect(new Set(seen).size).toBe(3);
    expect(seen).toHaveLength(3);
  } finally {
    await lectern.close();
  }
});

it('a list of long values goes on with its cursor', async () => {
  const values = ['a', 'A', 'á', 'b'].map(end => `${long}${end}`);
  const lectern = await RunningLectern.start({
    files: Object.fromEntries(
      values.map((value, at) => [`${at}.md`, `---\nsummary: ${value}\n? ${value}\n: 1\n---\n`]),
    ),
  });
  try {
    const client = await lectern.connect();
    for (const args of [{ property: 'summary' }, {}]) {
      const seen: unknown[] = [];
      let cursor: unknown;
      do {
        const more = cursor === undefined ? {} : { cursor };
        const { structured } = await client.call('list_properties', { ...args, limit: 1, ...more });
        expect(structured).not.toHaveProperty('error');
        seen.push(...[structured['values'] ?? structured['properties']].flat());
        cursor = structured['nextCursor'];
      } while (cursor !== undefined && seen.length < 9);
      // Of the four long names, two differ in letter case only and are one property.
      expect(seen).toHaveLength(4);
      expect(new Set(seen.map(row => JSON.stringify(row))).size).toBe(seen.length);
    }
  } finally {
    await lectern.close();
  }
});
