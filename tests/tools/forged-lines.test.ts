import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { tools } from '../../src/tools';
import { base64Of, png } from '../support/files/sample-files';
import { vaultForAll } from '../support/open-vault';
import { usualArguments } from '../support/usual-arguments';

const lineEnd = /[\n\r\u0085\u2028\u2029]/;
/** Each way of ending a line that a name can hold, then what must never begin a line. */
const hostile = (start: string): string => `${start}\\nFORGED\\r\\u0085FORGED\\u2028FORGED`;
const raw = (start: string): string => `${start}\u0085FORGED\u2028FORGED`;

const note = (name: string): string =>
  [
    '---',
    `title: "${hostile('Title')}"`,
    `aliases: ["${hostile('Alias')}"]`,
    `"${hostile('key')}": "${hostile('value')}"`,
    'tags: [one]',
    '---',
    `# ${raw('Heading')}`,
    `word ${name} [[${raw('Nowhere')}]] [[b]]`,
    `- [ ] do ${raw('it')} #FORGED`,
    '',
  ].join('\n');

const files = {
  'a.md': note('a'),
  'b.md': note('b'),
  'c/Title.md': note('c'),
  [`${raw('odd')}.md`]: note('odd'),
  'board.canvas': JSON.stringify({
    nodes: [
      { id: raw('n'), type: 'text', text: raw('card'), [raw('key')]: 1, x: 0, y: 0, width: 9, height: 9 },
    ],
    edges: [{ id: raw('e'), fromNode: raw('n'), toNode: raw('n') }],
  }),
};

const vault = vaultForAll({
  files,
  prepare: folder => writeFileSync(join(folder.path, 'line\nFORGED.md'), note('line')),
  settings: { enabledTools: tools.map(({ name }) => name) },
  isSettled: true,
});

/** Calls that answer with names, and calls that fail with them; of other tools the arguments that they need. */
const calls: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  list: [{ recursive: true, withFrontmatterSummary: true }, { path: 'od' }],
  list_notes: [{}],
  stat: [{ paths: ['a', 'Title', 'od', raw('odd')] }],
  get_vault_info: [{}],
  read_note: [
    { path: 'c', format: 'json' },
    { path: 'od', withContent: false },
    { path: 'Titl', withContent: false },
  ],
  read_notes: [{ paths: ['od', 'Titl'] }],
  get_context: [{ path: 'a' }, { query: 'word' }, { query: 'FORGED' }],
  get_outline: [{ path: 'a' }],
  read_attachment: [{ path: raw('odd') }, { path: 'board.canvas' }],
  search: [{ query: 'word' }, { query: 'wrod' }, { query: 'FORGED' }],
  query_notes: [{ select: ['title', 'aliases', 'frontmatter'] }, { groupBy: 'title' }],
  query_dataview: [{ query: 'LIST' }],
  query_base: [
    { source: 'views: [{order: [file.name, title, aliases, file.links, file.properties], groupBy: title}]' },
    { source: `filters: "nope('FORGED')\\nFORGED"\nviews: [{name: "v\\nFORGED"}]` },
    { path: raw('odd') },
  ],
  list_tasks: [{ status: 'any' }, { tag: 'FORGD' }],
  list_tags: [{ withFiles: true }],
  list_properties: [{}, { property: 'ke' }],
  get_frontmatter: [{ path: 'a' }, { path: 'a', key: 'ke' }],
  get_tags: [{ path: 'a' }],
  get_links: [{ path: 'a', includeUnlinked: true }],
  check_links: [{}, { kind: 'orphans' }],
  suggest_links: [{ path: 'b' }, { text: raw('Title') }, { text: 'Title Alias a b odd line FORGED' }],
  find_related: [{ path: 'a' }],
  explore_graph: [{ path: 'a', depth: 3 }],
  resolve_link: [{ link: raw('Nowhere') }, { link: '[[Alias]]' }],
  create_note: [
    { path: 'b', content: 'x' },
    { path: `${raw('new')}.md`, content: 'x' },
  ],
  create_notes: [{ notes: [{ path: raw('none') }, { path: 'a' }], dryRun: true }],
  update_note: [{ path: 'a', mode: 'append', content: 'x' }],
  patch_note: [
    { path: 'a', operation: 'append', targetType: 'heading', target: 'Headin', content: 'x', dryRun: true },
  ],
  edit_note: [{ path: 'a', edits: [{ oldText: 'none', newText: 'x' }], dryRun: true }],
  edit_notes: [{ files: [{ path: 'a', edits: [{ oldText: 'none', newText: 'x' }] }], dryRun: true }],
  update_frontmatter: [
    { path: 'a', remove: ['ke'], dryRun: true },
    { path: 'a', set: { [raw('k')]: 1 }, dryRun: true },
  ],
  update_tags: [{ path: 'a', add: ['two'], dryRun: true }],
  update_task: [
    { path: 'a', line: 9, expectedText: 'none', status: 'done' },
    { path: 'a', line: 10, expectedText: `do ${raw('it')} #FORGED`, text: 'x', dryRun: true },
  ],
  edit_canvas: [
    { path: `${raw('board')}.canvas`, operations: [{ action: 'remove_node', id: 'a' }] },
    { path: raw('odd'), operations: [{ action: 'remove_node', id: 'a' }] },
    { path: 'board.canvas', operations: [{ action: 'remove_node', id: raw('n') }] },
    {
      path: 'board.canvas',
      operations: [{ action: 'add_node', id: raw('new'), fields: { type: 'text', text: raw('x') } }],
      dryRun: true,
    },
  ],
  add_attachment: [
    { name: raw('new') + '.png', data: base64Of(png) },
    { name: 'new.png', data: base64Of(png), note: raw('odd'), embed: true, dryRun: true },
    { name: 'new.png', data: base64Of(png), note: 'od' },
    { name: 'new.png', data: 'none', mediaType: raw('image') },
  ],
  rename_tag: [{ from: 'one', to: 'two', dryRun: true }],
  merge_notes: [
    { from: 'a', into: 'od' },
    { from: 'a', into: 'b', heading: 'Headin' },
    { from: 'a', into: 'b', dryRun: true },
  ],
  replace_in_notes: [{ find: 'word', replace: 'x' }],
  rename_property: [
    { property: 'ke', newProperty: 'x' },
    { property: 'title', newProperty: 'name', dryRun: true },
  ],
  rename_heading: [
    { path: 'a', heading: 'Headin', newHeading: 'x' },
    { path: 'a', heading: raw('Heading'), newHeading: 'x', dryRun: true },
  ],
  create_folder: [{ path: 'c' }],
  move: [
    { path: 'a', newPath: 'b', dryRun: true },
    { from: 'od', to: 'x' },
  ],
  delete: [{ path: 'c', dryRun: true }, { path: 'od' }],
  list_changes: [{}],
  undo_change: [{ id: 'nonsense' }],
  get_workspace: [{}],
  open_note: [{ path: 'od' }],
  list_commands: [{}],
  execute_command: [{ id: raw('none') }, { commandId: raw('none') }],
};

/** Tools that gave a result, and not only failures. */
const answered = new Set<string>();

test.each(tools.map(tool => [tool.name, tool] as const))(
  'no name, title or property begins a line in the result of %s',
  async (name, tool) => {
    const all = calls[name] ?? ['a', 'od'].map(file => usualArguments(tool, file));
    const ofLine = all.flatMap(one => (one['path'] === 'a' ? [{ ...one, path: 'line\nFORGED.md' }] : []));
    for (const given of [...all, ...ofLine]) {
      const { isError, text } = await vault.call(name, given);
      if (!isError) answered.add(name);
      const forged = text.split(lineEnd).filter(line => line.startsWith('FORGED'));
      expect([name, given, forged]).toEqual([name, given, []]);
    }
  },
);

test('a canvas with such names is changed, and not only refused', () => {
  expect(answered).toContain('edit_canvas');
});
