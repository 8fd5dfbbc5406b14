import type { TestClient } from '../../support/clients';
import { RunningLectern } from '../../support/lectern';

const narrow = 'lct_narrow-token-for-some-folders';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'A.md': '---\nowner: "[[Mara Okafor|Mara]]"\nteam: ["[[Ana]]", "[[People/Ana.md]]"]\n---\n',
      'B.md': '---\nowner: "[[People/Mara Okafor]]"\nteam: "[[ana]]"\n---\n',
      'C.md': '---\nowner: "[[Mara Okafor#Work]]"\n---\n',
      'D.md': '---\nowner: Mara Okafor\n---\n',
      'People/Mara Okafor.md': '# Work\n',
      'People/Ana.md': '',
    },
    settings: { tokens: [{ name: 'narrow', value: narrow, rights: 'read', deny: ['People'] }] },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function groups(field: string, caller = client): Promise<unknown> {
  const { structured } = await caller.call('query_notes', { groupBy: field, where: [field] });
  return [structured['groups']].flat();
}

describe('links that are written in two ways to one place', () => {
  test('are one group', async () => {
    expect(await groups('frontmatter.owner')).toMatchObject([
      { key: '[[Mara Okafor#Work]]', count: 1 },
      { key: '[[Mara Okafor|Mara]]', count: 2 },
      { key: 'Mara Okafor', count: 1 },
    ]);
  });

  test('in the list of one note count once', async () => {
    expect(await groups('frontmatter.team')).toMatchObject([{ key: '[[Ana]]', count: 2 }]);
  });

  test('are one value of a property', async () => {
    const { structured } = await client.call('list_properties', { property: 'owner' });
    expect(structured['values']).toMatchObject([
      { value: '[[Mara Okafor|Mara]]', count: 2, files: ['A.md', 'B.md'] },
      { value: '[[Mara Okafor#Work]]', count: 1 },
      { value: 'Mara Okafor', count: 1 },
    ]);
  });

  test('do not reveal a note that the caller does not see', async () => {
    const other = await lectern.connect('2026', narrow);
    expect(await groups('frontmatter.owner', other)).toMatchObject([
      { key: '[[Mara Okafor#Work]]', count: 1 },
      { key: '[[Mara Okafor|Mara]]', count: 1 },
      { key: '[[People/Mara Okafor]]', count: 1 },
      { key: 'Mara Okafor', count: 1 },
    ]);
  });
});
