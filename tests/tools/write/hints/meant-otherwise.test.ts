/** Writes that do what was asked say what may be meant instead, by what the caller sees. */
import type { TestClient } from '../../../support/clients';
import { RunningLectern } from '../../../support/lectern';

let lectern: RunningLectern;
let client: TestClient;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'Plugins/Backlinks.md': 'x\n',
      'Sync and publish/Plans.md': 'x\n',
      'Work/one.md': '---\naliases: one\ndone: true\ncount: 5\ndue: 2026-01-01\n---\ntext #idea\n',
      'Secret/Gardens/Roses.md': 'x\n',
      'pic.png': 'x',
    },
    settings: {
      tokens: [
        { name: 'narrow', value: 'lct_narrow-token-for-some-folders', rights: 'full', deny: ['Secret'] },
      ],
    },
  });
  client = await lectern.connect('2026', 'lct_narrow-token-for-some-folders');
});
afterAll(() => lectern.close());

type Call = readonly [tool: string, args: Record<string, unknown>, hint: string];

const path = 'Work/one.md';
const note = { content: 'x', dryRun: true };
const asked: readonly Call[] = [
  [
    'create_note',
    { path: 'Plugins', ...note },
    '"Plugins" is a folder: for a note in it write "Plugins/Name.md".',
  ],
  ['create_note', { path: 'Plugin', ...note }, 'Near names: Plugins.'],
  ['create_note', { path: 'Backlinks', ...note }, 'The name already exists: Plugins/Backlinks.md.'],
  ['create_note', { path: 'Backlink', ...note }, 'Near names: Plugins/Backlinks.md.'],
  ['create_note', { path: 'Plugin/x.md', ...note }, 'The folder "Plugin" is new; near folders: Plugins.'],
  ['create_note', { path: 'Work/A#B', ...note }, 'cannot point to a name with "#"'],
  ['create_notes', { notes: [{ path: 'Plugin/x.md' }], dryRun: true }, 'The folder "Plugin" is new'],
  [
    'create_folder',
    { path: 'Sync/', dryRun: true },
    'The folder "Sync" is new; near folders: Sync and publish.',
  ],
  ['update_note', { path: 'Plugins/Backlink', mode: 'append', ...note }, 'Near names: Plugins/Backlinks.md.'],
  ['update_note', { path: 'Plugin', mode: 'append', ...note }, 'Near names: Plugins.'],
  [
    'move',
    { path, newPath: 'Plugin', dryRun: true },
    'No folder is called "Plugin", so this is a new name; near folders: Plugins.',
  ],
  ['move', { path, newPath: 'Archive', dryRun: true }, 'end `newPath` with "/"'],
  [
    'move',
    { path, newPath: 'Sync/', dryRun: true },
    'The folder "Sync" is new; near folders: Sync and publish.',
  ],
  ['move', { path: 'pic.png', newPath: 'pic.md', dryRun: true }, 'The ending changed from ".png" to ".md"'],
  [
    'update_frontmatter',
    { path, set: { aliases: ['two'] }, dryRun: true },
    '`replace: true` sets the list alone.',
  ],
  [
    'update_frontmatter',
    { path, set: { done: 'true' }, dryRun: true },
    'for a checkbox pass true or false without quotes.',
  ],
  ['update_frontmatter', { path, set: { Done: 'yes' }, dryRun: true }, 'for a checkbox pass true or false'],
  ['update_frontmatter', { path, set: { count: '7' }, dryRun: true }, 'pass a number without quotes.'],
  [
    'update_frontmatter',
    { path, set: { 'frontmatter.done': false }, dryRun: true },
    'the property `done` is named without what is before the dot.',
  ],
  ['update_frontmatter', { path, set: { tags: ['#x y'] }, dryRun: true }, 'without "#"'],
  ['update_frontmatter', { path, set: { tags: ['a b'] }, dryRun: true }, 'has a space'],
  ['update_frontmatter', { path, set: { due: 'tomorrow' }, dryRun: true }, ': pass "20'],
  ['update_frontmatter', { path, set: { due: 'next friday' }, dryRun: true }, ': pass "20'],
  ['update_frontmatter', { path, set: { begin: '@tomorrow' }, dryRun: true }, ': pass "20'],
  ['replace_in_notes', { find: 'te.t', replace: 'x' }, 'No note here has a match.'],
  ['replace_in_notes', { find: 't.*t', replace: 'x' }, 'With `regex: true` there are matches'],
  ['replace_in_notes', { find: 'a\\nb', replace: 'x', regex: true }, 'line by line'],
  ['replace_in_notes', { find: '#ideas', replace: 'x' }, 'use `rename_tag`'],
];

test.each(asked)('%s %j has the hint: %s', async (tool, args, hint) => {
  const { structured, text, isError } = await client.call(tool, args);
  expect(isError).toBe(false);
  expect([structured['hints']].flat().join(' ')).toContain(hint);
  expect(text).toContain(`Hint: `);
});

const plain: readonly (readonly [string, Record<string, unknown>])[] = [
  ['create_note', { path: 'Work/two.md', ...note }],
  ['create_note', { path: 'Roses', ...note }],
  ['create_note', { path: 'Gardens', ...note }],
  ['create_note', { path: 'Garden/x.md', ...note }],
  ['create_note', { path: 'Plugs/x.md', ...note }],
  ['update_note', { path: '@daily', mode: 'append', ...note }],
  ['move', { path, newPath: 'Plugins', dryRun: true }],
  ['move', { path, newPath: 'Work/three.md', dryRun: true }],
  [
    'update_frontmatter',
    { path, set: { due: '2026-02-01', done: false, count: 7, tags: ['x'] }, dryRun: true },
  ],
  ['update_frontmatter', { path, set: { aliases: ['two'] }, replace: true, dryRun: true }],
];

test.each(plain)('%s %j has no hint', async (tool, args) => {
  const { structured, isError } = await client.call(tool, args);
  expect([isError, structured['hints']]).toEqual([false, undefined]);
});

test.each(['Work/x.txt', 'Work/x.canvas'])('a note is not moved to %s', async newPath => {
  const { structured } = await client.call('move', { path, newPath });
  expect(structured['error']).toMatchObject({
    code: 'unsupported_file',
    message: 'A note keeps its ending ".md".',
    hint: 'If the dot is part of the name of the note, add ".md".',
  });
});
