import { tools } from '../../src/tools';
import type { Tool } from '../../src/tools/tool';
import type { TestClient } from '../support/clients';
import { diskQuestions } from '../support/disk-questions';
import { RunningLectern } from '../support/lectern';
import { usualArguments } from '../support/usual-arguments';

/** Questions about properties, tags or links; of other tools the arguments that they need. */
const questions: Readonly<Record<string, Record<string, unknown>>> = {
  list: { recursive: true, where: ['status'] },
  list_notes: { tag: 'book' },
  search: { query: 'text', tag: 'book' },
  query_notes: { where: ['status=open'] },
  query_base: { source: 'filters: status == "open"' },
  get_tags: { path: 'Torn' },
  list_tags: {},
  list_properties: {},
  get_links: { path: 'Whole.md' },
  check_links: {},
  find_related: { path: 'Whole.md' },
  explore_graph: { path: 'Whole.md' },
  update_frontmatter: { where: ['status=open'], set: { seen: true } },
  update_tags: { tag: 'book', add: ['seen'] },
  rename_tag: { from: 'book', to: 'novel', dryRun: true },
  rename_property: { property: 'status', newProperty: 'state', dryRun: true },
  replace_in_notes: { find: 'text', replace: 'words', tag: 'book' },
};

const declares = (tool: Tool): boolean => Object.hasOwn(tool.output.shape, 'unreadable');
/** A line is a task whatever the properties say. Where notes are tasks, by TaskNotes, it names them: list-tasks.test.ts. */
const asked = tools.filter(tool => declares(tool) && tool.name !== 'list_tasks');

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Whole.md': '---\nstatus: open\ntags: [book]\n---\ntext of [[Other]]\n',
      'Other.md': 'text\n',
      'Kept/Torn.md': '---\nstatus: [\nrelated: "[[Whole]]"\n---\ntext\n',
      'Hidden/Torn.md': '---\nstatus: [\n---\ntext\n',
    },
    settings: {
      tokens: [
        { name: 'narrow', value: 'lct_token-that-does-not-see-all', rights: 'write', deny: ['Hidden/**'] },
      ],
    },
  });
  client = await lectern.connect('2026', 'lct_token-that-does-not-see-all');
});
afterAll(() => lectern.close());

test('every tool that chooses notes by their properties or tags says which it could not read', () => {
  const chooses = ({ input: { shape } }: Tool): boolean => 'where' in shape || 'tag' in shape;
  const named = new Set([...Object.keys(questions), ...tools.filter(chooses).map(({ name }) => name)]);
  expect(tools.filter(tool => named.has(tool.name) && !declares(tool)).map(({ name }) => name)).toEqual([]);
});

test.each(asked.map(tool => [tool.name, tool] as const))(
  '%s names the notes with unreadable YAML that the caller sees, in its fields and its text',
  async (name, tool) => {
    const answer = await client.call(name, questions[name] ?? usualArguments(tool, 'Whole.md'));
    expect(answer.structured).toMatchObject({ unreadable: ['Kept/Torn.md'], unreadableCount: 1 });
    expect(answer.text).toContain('Kept/Torn.md');
    expect(answer.text).not.toContain('Hidden');
  },
);

test('a note is named as long as its YAML does not parse', async () => {
  const ask = async (): Promise<unknown> =>
    (await client.call('list_tags', { path: 'Kept' })).structured['unreadable'];
  expect(await ask()).toEqual(['Kept/Torn.md']);
  await client.call('update_note', { path: 'Kept/More.md', mode: 'append', content: '---\na: [\n---\n' });
  expect(await ask()).toEqual(['Kept/More.md', 'Kept/Torn.md']);
  const { versionId } = (await client.call('read_note', { path: 'Kept/More.md' })).structured;
  const whole = { mode: 'overwrite', overwriteIfExists: true, ifMatch: versionId };
  await client.call('update_note', { path: 'Kept/More.md', content: '---\na: 1\n---\n', ...whole });
  expect(await ask()).toEqual(['Kept/Torn.md']);
  await client.call('update_note', { path: 'Kept/More.md', mode: 'append', content: 'x\n' });
  await client.call('move', { path: 'Kept/Torn.md', newPath: 'Kept/Moved.md' });
  expect(await ask()).toEqual(['Kept/Moved.md']);
  await client.call('delete', { path: 'Kept/Moved.md' });
  expect(await ask()).toBeUndefined();
});

test('conditions without properties or tags name none', async () => {
  const { structured } = await client.call('query_notes', { where: ['wordCount>0', 'path~Whole'] });
  expect(structured).not.toHaveProperty('unreadable');
});

test('the overview of the vault, which names none, reads no note to find them', async () => {
  // The host reads smaller notes past the adapter, where this test would not see it.
  const large = 'word '.repeat(220_000);
  const files = { 'Torn.md': `---\nstatus: [\n---\ntext #book\n${large}` };
  const fresh = await RunningLectern.start({ files });
  try {
    const reader = await fresh.connect();
    // From now on no text is read for searches.
    await reader.call('search', { query: 'text' });
    const asked = await diskQuestions(fresh, async () => {
      const { structured } = await reader.call('get_vault_info', {});
      expect(structured).toMatchObject({
        index: { state: 'ready' },
        topTags: [{ tag: 'book', count: 1 }],
      });
    });
    expect(asked).not.toContain('Torn.md');
  } finally {
    await fresh.close();
  }
});
