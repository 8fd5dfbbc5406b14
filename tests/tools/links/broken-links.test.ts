import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;
let narrow: TestClient;

const lecternToken = 'lct_test-token-for-broken-links';

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Links.md': '[[Winter reading list]]\n[[The Centre]]\n[[Leaf onne]]\n[[Zzyzx]]\n[[Secret recipe]]\n',
      'Reading circle.md': 'a\n',
      'Reading in winter.md': 'a\n',
      'Hub.md': '---\naliases: [the centre]\n---\na\n',
      'Old name.md': 'a\n',
      'Leaf one.md': 'a\n',
      'Hidden/Recipe.md': '---\naliases: [Secret recipe]\n---\na\n',
      'Fine/A.md': '[[Hub]]\n',
      'Empty/x.txt': 'a',
      'Properties/P.md':
        '---\nstatus: new\nup: "[[Nowhere]]"\nrelated:\n  - "[[Hub]]"\n  - "[[Nobody]]"\n---\n[[Nothing]]\n',
    },
    settings: {
      tokens: [
        { name: 'all', value: lecternToken, rights: 'full' },
        { name: 'narrow', value: 'lct_narrow-token-for-broken-links', rights: 'read', deny: ['Hidden/**'] },
      ],
    },
  });
  client = await lectern.connect('2026', lecternToken);
  narrow = await lectern.connect('2026', 'lct_narrow-token-for-broken-links');
  await client.call('move', { path: 'Old name', newPath: 'Other title' });
  await client.call('create_note', { path: 'Later', content: 'see [[Old name]]\n' });
});
afterAll(() => lectern.close());

async function suggestions(asker: TestClient, link: string): Promise<unknown> {
  const { items } = (await asker.call('check_links', {})).structured;
  return field(
    [items].flat().find(item => field(item, 'link') === link),
    'suggestions',
  );
}

test.each([
  ['Winter reading list', ['Reading in winter.md', 'Reading circle.md']],
  ['The Centre', ['Hub.md']],
  ['Leaf onne', ['Leaf one.md']],
  ['Old name', ['Other title.md']],
  ['Secret recipe', ['Hidden/Recipe.md']],
  ['Zzyzx', []],
])('a broken link [[%s]] has suggestions of notes', async (link, expected) => {
  expect(await suggestions(client, link)).toEqual(expected);
});

test('a broken link in a property has its real line', async () => {
  for (const asker of [client, narrow]) {
    const { items } = (await asker.call('check_links', { path: 'Properties' })).structured;
    expect([items].flat().map(item => [field(item, 'link'), field(item, 'line')])).toEqual([
      ['Nowhere', 3],
      ['Nobody', 6],
      ['Nothing', 8],
    ]);
  }
});

test('the pages of a check together are the complete list, each link once', async () => {
  const whole = (await client.call('check_links', {})).structured;
  const items: unknown[] = [];
  let cursor: unknown;
  do {
    const asked = cursor === undefined ? { limit: 2 } : { limit: 2, cursor };
    const { structured } = await client.call('check_links', asked);
    expect(structured['totalCount']).toBe(whole['totalCount']);
    items.push(...[structured['items']].flat());
    cursor = structured['nextCursor'];
  } while (cursor !== undefined);
  expect(items).toEqual(whole['items']);
});

test('hidden notes are never suggested', async () => {
  expect(await suggestions(narrow, 'Secret recipe')).toEqual([]);
});

test.each([
  [{ path: 'Fine' }, 'The note '],
  [{ path: 'Empty' }, 'There are no notes in this folder.'],
])('%j finds nothing and says so', async (args, hint) => {
  const { structured, text } = await client.call('check_links', args);
  expect([structured['hints']].flat().join()).toContain(hint);
  expect(text).toContain(hint);
});

test('broken links of canvases and bases are found too, in the given folder', async () => {
  const own = await RunningLectern.start({
    files: {
      'a.md': '[[b]]',
      'F/board.canvas':
        '{"nodes":[{"type":"file","file":"gone.md"},\n{"type":"text","text":"[[a]] [[lost]]"},{"type":"file","file":"a.md"}]}',
      'F/table.base': 'filters:\n  file.hasLink("nobody")\n',
    },
  });
  const asked = await own.connect();
  const { structured } = await asked.call('check_links', { path: 'F' });
  expect(structured['items']).toMatchObject([
    { source: 'F/board.canvas', line: 1, link: 'gone.md' },
    { source: 'F/board.canvas', line: 2, link: 'lost' },
    { source: 'F/table.base', line: 2, link: 'nobody' },
  ]);
  await own.close();
});
