import { eventually } from '../support/time/waiting';
import { VaultWithPlugin } from './vault-with-plugin';

const files = {
  'Projects/One.md':
    '---\nstatus: open\ndue: 2026-03-01\nowner: "[[Mara]]"\nlength: 2 days\nparent: "[[Two#Plan]]"\n---\n# Work\n## Soon\n- [ ] call [[Mara]] [due:: 2026-03-02]\n    - [x] find the number\n- [ ] write ^write\n',
  'Projects/Two.md': '---\nstatus: done\ndue: 2026-02-01\n---\n- [x] ship\n',
  'Mara.md': '---\nborn: 1980\n---\nKnows [[Projects/One]].\n',
};

let vault: VaultWithPlugin;
beforeAll(async () => {
  vault = await VaultWithPlugin.open('dataview', { files });
  // Dataview reads the vault in the background.
  await eventually(async () => (await ask('LIST'))['totalCount'] === 3, 20_000);
});
afterAll(() => vault.close());

const ask = (query: string, more: Record<string, unknown> = {}): Promise<Record<string, unknown>> =>
  vault.call('query_dataview', { query, ...more });

test('TABLE has links as paths, dates and durations as ISO texts', async () => {
  expect(await ask('TABLE status, due, owner, length, parent FROM "Projects" SORT due')).toMatchObject({
    headers: ['File', 'status', 'due', 'owner', 'length', 'parent'],
    rows: [
      ['Projects/Two.md', 'done', '2026-02-01', null, null, null],
      ['Projects/One.md', 'open', '2026-03-01', 'Mara.md', 'P2D', 'Projects/Two.md#Plan'],
    ],
    totalCount: 2,
  });
});

test('LIST has the notes, or a value for each', async () => {
  expect(await ask('LIST FROM [[Mara]]')).toMatchObject({ rows: ['Projects/One.md'] });
  expect((await ask('LIST status FROM "Projects" SORT due'))['rows']).toEqual([
    { key: 'Projects/Two.md', value: 'done' },
    { key: 'Projects/One.md', value: 'open' },
  ]);
});

test('TASK has the tasks of all notes, with links to headings and blocks as texts', async () => {
  const { rows, totalCount } = await ask('TASK FROM "Projects" WHERE !completed');
  expect(totalCount).toBe(2);
  expect(rows).toMatchObject([
    {
      ...{ path: 'Projects/One.md', line: 10, status: ' ', due: '2026-03-02' },
      ...{ link: 'Projects/One.md#Soon', section: 'Projects/One.md#Soon', outlinks: ['Mara'] },
      children: [{ line: 11, completed: true }],
    },
    { line: 12, link: 'Projects/One.md#^write', section: 'Projects/One.md#Soon' },
  ]);
});

test('CALENDAR has the notes by their dates', async () => {
  expect(await ask('CALENDAR due FROM "Projects" SORT due')).toMatchObject({
    rows: [
      { date: '2026-02-01', link: 'Projects/Two.md' },
      { date: '2026-03-01', link: 'Projects/One.md' },
    ],
  });
});

test('a note that Lectern writes is found a moment later', async () => {
  await vault.call('create_note', { path: 'Projects/Three', content: '- [ ] new' });
  await eventually(async () => (await ask('TASK FROM "Projects/Three"'))['totalCount'] === 1);
});

test('a query that does not parse is refused', async () => {
  expect(await ask('TABLE FROM FROM')).toMatchObject({ error: { code: 'invalid_query' } });
});
