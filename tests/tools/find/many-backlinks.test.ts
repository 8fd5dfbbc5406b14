/** Of a file that many notes link to, only those are looked at that the page shows. */
import { field } from '../../support/json';
import { codeOf } from '../../support/clients';
import { RuledVault } from '../../rules/vault-with-rules';

const notes = Array.from({ length: 40 }, (_, index): [string, string] => [
  `${index % 3 === 0 ? 'Ä' : 'b'}/note ${index}.md`,
  `---\nup: "[[Hub]]"\n---\n[[Hub]] ${index % 4 === 0 ? '![[Hub#H|x]] [h](../Hub.md)' : '[[note 1]]'}\n`,
]);
const files = {
  ...Object.fromEntries(notes),
  'Hub.md': '# H\n[[note 1]] [[#H]]\n',
  'Board.canvas': '{"nodes":[{"id":"1","type":"file","file":"Hub.md"}]}',
  'Closed/c.md': 'nothing\n',
};

let vault: RuledVault;
beforeAll(async () => {
  vault = await RuledVault.start(files, { narrowed: { deny: ['Closed'] } });
  await vault.lectern.host.metadataSettled();
});
afterAll(() => vault.close());

type Rows = readonly unknown[];

async function pages(
  as: string,
  args: Record<string, unknown>,
): Promise<{ rows: Rows; totals: Set<unknown> }> {
  const rows: unknown[] = [];
  const totals = new Set<unknown>();
  for (let cursor: unknown; ;) {
    const { structured } = await vault
      .as(as)
      .call('get_links', { path: 'Hub', ...args, ...(cursor === undefined ? {} : { cursor }) });
    rows.push(...[structured['outgoing'] ?? []].flat(), ...[structured['incoming'] ?? []].flat());
    totals.add(structured['totalCount']);
    cursor = structured['nextCursor'];
    if (structured['hasMore'] !== true) return { rows, totals };
  }
}

test.each([
  [1, 'in'],
  [2, 'in'],
  [7, 'in'],
  [7, 'both'],
  [1000, 'both'],
])('pages of %i links, direction %s, are the whole list, each link once', async (limit, direction) => {
  const whole = await pages('narrowed', { limit: 1000, direction });
  const paged = await pages('owner', { limit, direction });
  expect(paged.rows).toEqual(whole.rows);
  expect([...paged.totals]).toEqual([paged.rows.length]);
  expect(paged.rows.length).toBeGreaterThan(100);
});

test('a cursor holds when the notes before and behind it change', async () => {
  const owner = vault.as('owner');
  const query = { path: 'Hub', direction: 'in', limit: 20 };
  const first = (await owner.call('get_links', query)).structured;
  const whole = await pages('narrowed', { limit: 1000, direction: 'in' });
  const change = await owner.call('create_note', { path: 'Ä/note 00.md', content: '[[Hub]]\n' });
  await vault.lectern.host.metadataSettled();
  const next = (await owner.call('get_links', { ...query, cursor: first['nextCursor'] })).structured;
  expect(next['incoming']).toEqual(whole.rows.slice(20, 40));
  expect(next['totalCount']).toBe(whole.rows.length + 1);
  expect(codeOf(await owner.call('undo_change', { changeId: field(change.structured, 'changeId') }))).toBe(
    'ok',
  );
});
