import { field } from '../../support/json';
import { RunningLectern, testToken } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

const narrow = 'lct_token-that-does-not-see-secrets';
let lectern: RunningLectern;
let client: TestClient;

const note = (index: number): string =>
  `---\ntitle: Title ${index}\nstatus: s${index % 3}\ntags: [t${index % 5}]\n---\nWords of ${index}.\n`;

beforeAll(async () => {
  const notes = Array.from({ length: 90 }, (_note, index): [string, string] => [
    `F${index % 7}/Note ${index}.md`,
    note(index),
  ]);
  lectern = await RunningLectern.start({
    files: {
      ...Object.fromEntries(notes),
      'Secret/a.md': 'a',
      'Secret/b.md': 'b',
      'F1/Secret/c.md': 'c',
      'Untitled/Note.md': 'no title',
    },
    settings: {
      tokens: [
        { name: 'test', value: testToken, rights: 'full' },
        { name: 'narrow', value: narrow, rights: 'full', deny: ['Secret', 'F1/Secret'] },
      ],
    },
    tokens: [],
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

const lists = [
  ['list', { recursive: true, limit: 1000 }, { sort: 'name' }],
  ['list', { recursive: true, limit: 1000, withFrontmatterSummary: true }, { sort: 'name' }],
  ['list', { recursive: true, limit: 1000, fields: ['status'] }, { sort: 'name' }],
  ['list', { recursive: true, limit: 1000, fields: ['title'] }, { sort: 'name' }],
  ['list_notes', { limit: 1000 }, { sort: 'path' }],
  ['list_notes', { limit: 1000, includeTags: false }, { sort: 'path' }],
] as const;

/** The rows of an answer and its lines, in an order that does not depend on the answer's. */
async function answered(
  one: TestClient,
  tool: string,
  args: Record<string, unknown>,
): Promise<{ rows: unknown[]; lines: string[] }> {
  const { structured, text } = await one.call(tool, args);
  const rows = [structured['items'] ?? structured['notes']].flat();
  const byPath = (a: unknown, b: unknown): number =>
    String(field(a, 'path')) < String(field(b, 'path')) ? -1 : 1;
  return { rows: rows.sort(byPath), lines: text.split('\n').sort() };
}

/** In any order a list has the same rows. */
async function expectFresh(one = client): Promise<void> {
  for (const [tool, args, otherOrder] of lists)
    expect(await answered(one, tool, args)).toEqual(await answered(one, tool, { ...args, ...otherOrder }));
}

describe('a list that was requested before', () => {
  beforeEach(() => expectFresh());

  it.each([
    ['a text', 'update_note', { path: 'F1/Note 1.md', content: 'Some more words.', mode: 'append' }],
    ['a property', 'update_frontmatter', { path: 'F2/Note 2.md', set: { status: 'changed' } }],
    ['a title', 'update_frontmatter', { path: 'F2/Note 9.md', set: { title: 'Other' } }],
    ['a new note', 'create_note', { path: 'F3/Another.md', content: 'It is new.' }],
    ['a new folder', 'create_folder', { path: 'F3/Folder' }],
    ['a note that is gone', 'delete', { path: 'F4/Note 4.md' }],
    ['a name', 'move', { path: 'F5/Note 5.md', newPath: 'F5/Named anew.md' }],
    ['the folder of many notes', 'move', { path: 'F6', newPath: 'F0/Moved' }],
  ])('shows %s', async (_what, tool, args) => {
    const { isError } = await client.call(tool, args);
    expect(isError).toBe(false);
    await expectFresh();
  });

  it('contains and counts only what each caller may see', async () => {
    const other = await lectern.connect('2026', narrow);
    await expectFresh(other);
    await expectFresh();
    const counts = async (one: TestClient): Promise<unknown> => {
      const { structured } = await one.call('list', lists[0][1]);
      return [structured['items']].flat().find(item => field(item, 'path') === 'F1');
    };
    const [all, some] = [await counts(client), await counts(other)];
    expect(Number(field(all, 'childrenCount')) - Number(field(some, 'childrenCount'))).toBe(1);
    expect(JSON.stringify(await answered(other, 'list', lists[0][1]))).not.toContain('Secret');
  });
});
