import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import type { TestClient } from '../../support/clients';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  const leaves = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
  lectern = await RunningLectern.start({
    files: {
      ...Object.fromEntries(leaves.map(name => [`${name}.md`, 'See [[Settings]].\n'] as const)),
      'Settings.md': 'All of it.\n',
      'Rye.md': '---\ntags: [bread]\n---\n[[Settings]] [[Oven]] [[gone|x]]\n',
      'Oven.md': 'Hot.\n',
      'Spelt.md': '---\ntags: [bread]\n---\nText.\n',
      'AGENTS.md': '# Rules\n\nWrite "short" notes.\n',
    },
  });
  client = await lectern.connect();
});
afterAll(() => lectern.close());

async function related(args: Record<string, unknown>): Promise<unknown[]> {
  const { structured } = await client.call('find_related', args);
  return [structured['related']].flat().map(row => field(row, 'path'));
}

test('a note that everything links to does not relate two notes', async () => {
  const found = await related({ path: 'Rye' });
  expect(found).toEqual(expect.arrayContaining(['Oven.md', 'Spelt.md']));
  expect(found).not.toContain('Settings.md');
  expect(found).not.toContain('a.md');
});

test('linked notes are left out on request, and an empty result gives a reason', async () => {
  expect(await related({ path: 'Rye', excludeLinked: true })).toEqual(['Spelt.md']);
  const { structured, text } = await client.call('find_related', { path: 'AGENTS', excludeLinked: true });
  expect(structured).toMatchObject({ related: [], hints: [/by links alone/] });
  expect(text).toContain('by links alone');
});

test('links, broken links and the vault are returned as lines', async () => {
  const { text: links } = await client.call('get_links', { path: 'Rye' });
  expect(links).toContain('4 → gone (broken): [[Settings]] [[Oven]] [[gone|x]]');
  expect(links).toContain('Links to it: none');
  const { text: broken } = await client.call('check_links', {});
  expect(broken).toContain('Rye.md\n4: [[gone]]');
  const { text: vault } = await client.call('get_vault_info', {});
  expect(vault).toMatch(/^Vault .*: 12 notes, 0 other files, 0 folders, \d+ B\n/);
  expect(vault).toContain('Tags: #bread 2');
  expect(vault.endsWith('Guide of the owner (AGENTS.md):\n\n# Rules\n\nWrite "short" notes.\n')).toBe(true);
});
