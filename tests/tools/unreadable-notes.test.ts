import { tools } from '../../src/tools';
import { describeTool } from '../../src/tools/json-schema';
import type { TestClient } from '../support/clients';
import { diskQuestions } from '../support/disk-questions';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

/** A question about properties, tags or links for each tool that looks at many notes. */
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
  rename_tag: { from: 'book', to: 'novel', dryRun: true },
  rename_property: { property: 'status', newProperty: 'state', dryRun: true },
  replace_in_notes: { find: 'text', replace: 'words', tag: 'book' },
};

/** Those that look at named files only, or answer no question about notes. */
const others = [
  ...[
    'stat',
    'get_vault_info',
    'read_note',
    'read_notes',
    'get_outline',
    'read_attachment',
    'query_dataview',
  ],
  ...['get_frontmatter', 'resolve_link', 'create_note', 'create_notes', 'update_note'],
  ...['patch_note', 'edit_note', 'edit_notes', 'update_frontmatter', 'update_tags', 'create_folder', 'move'],
  ...['delete', 'list_changes', 'undo_change', 'get_workspace', 'open_note', 'list_commands'],
  ...['execute_command', 'edit_canvas', 'add_attachment', 'get_context', 'suggest_links', 'update_task'],
  // A line is a task whatever the properties say. Where notes are tasks, by TaskNotes, it names them: list-tasks.test.ts.
  'list_tasks',
  ...['merge_notes', 'rename_heading'],
];

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

test('every tool is either tested here or reads only the given notes', () => {
  expect([...Object.keys(questions), ...others].sort()).toEqual(tools.map(({ name }) => name).sort());
});

describe.each(Object.entries(questions))('%s', (name, args) => {
  test('names the notes with unreadable YAML that the caller sees, in its fields and its text', async () => {
    const { structured, text } = await client.call(name, args);
    expect(structured).toMatchObject({ unreadable: ['Kept/Torn.md'], unreadableCount: 1 });
    expect(text).toContain('Kept/Torn.md');
    expect(text).not.toContain('Hidden');
  });

  test('declares these fields', () => {
    const described = tools.filter(tool => tool.name === name).map(tool => describeTool(tool).outputSchema);
    expect(field(described[0], 'properties')).toHaveProperty('unreadable');
  });
});

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
