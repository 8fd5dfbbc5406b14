import { sha256 } from '../../../src/platform';
import { base64Of, png } from '../../support/files/sample-files';
import { field } from '../../support/json';
import { type Call, each, owner, reader, scribe, type Story } from '../call';

const dryRun = true;
const wrong = sha256('another text');

/** The version of the note that the first call read. */
const withVersion =
  (given: Readonly<Record<string, unknown>>): Call['given'] =>
  ([first]) => ({ ...given, ifMatch: first?.['versionId'] });

const created: Call[] = [
  ...owner(
    'create_note',
    { path: 'New/Deep/One.md', content: '# One\n\ntext' },
    { path: 'Two', content: 'no extension' },
    {
      path: 'Three.md',
      properties: { tags: ['a', 'b'], n: 1, when: '2026-10-16', 'a: b': null },
      content: 'x\n',
    },
    { path: 'Library/Books/Dune.md', template: 'Book', properties: { author: 'Frank Herbert', year: 1965 } },
    { path: 'Home.md', content: 'x', ifExists: 'rename' },
    { path: 'Four.md', content: '---\na: 1\n---\nbody', properties: { b: 2 }, dryRun },
    { path: 'Bases/New.base', content: 'views:\n  - type: table\n    name: T\n' },
    { path: 'Home.md', content: 'x' },
    { path: 'home.md', content: 'x' },
    { path: 'a:b?.md', content: 'x' },
    { path: '../out.md', content: 'x' },
    { path: '.obsidian/x.md', content: 'x' },
    { path: 'x.png', content: 'x' },
    { path: 'Five.md', template: 'Bok' },
    { path: 'Six.md', content: '---\na: [\n---\n', properties: { b: 1 } },
    { path: 'Seven.md', content: 5 },
    { content: 'x' },
    { path: 'Generated/Fields/North/Far/x.md', content: 'x' },
    { path: 'Eight.md', text: 'x' },
  ),
  ...reader('create_note', { path: 'x.md', content: 'x' }),
  ...scribe('create_note', { path: 'Projects/New.md', content: 'x' }, { path: 'Light/New.md', content: 'x' }),
  ...scribe('create_note', { path: 'Letters/New.md', content: 'x' }, { path: '@daily', content: 'x' }),
];

const updated: Call[] = [
  ...owner(
    'update_note',
    { path: 'Bannocks', mode: 'append', content: 'A last line.' },
    { path: 'Bannocks', mode: 'prepend', content: 'A first line.' },
    { path: 'Bannocks', mode: 'overwrite', content: 'All new', overwriteIfExists: true },
    { path: 'Bannocks', mode: 'overwrite', content: 'All new' },
    { path: 'Bannocks', mode: 'overwrite', content: 'x', overwriteIfExists: true, ifMatch: wrong },
    { path: 'Generated/Crlf.md', mode: 'append', content: 'one\ntwo' },
    { path: 'Generated/Empty.md', mode: 'append', content: 'first' },
    { path: '@daily', mode: 'append', content: '- from a call' },
    { path: '@daily:2026-10-14', mode: 'append', content: '- later', dryRun },
    { path: 'Brand new', mode: 'append', content: 'x' },
    { path: 'Brand new', mode: 'append', content: 'x', createIfNeeded: false },
    { path: 'Generated/Old bytes.md', mode: 'append', content: 'x' },
    { path: 'Library/Autumn loans.csv', mode: 'append', content: 'x' },
    { path: 'Paste', mode: 'append', content: 'x' },
    { path: 'Bannocks', mode: 'insert', content: 'x' },
    { path: 'Bannocks', mode: 'append' },
    { path: 'Bannocks', mode: 'append', content: '' },
    {
      path: 'Generated/Long.md',
      mode: 'overwrite',
      content: 'short',
      overwriteIfExists: true,
      dryRun,
      diffLines: 5,
    },
  ),
  ...scribe('update_note', { path: 'Reopen the lamp room', mode: 'append', content: 'x', diffLines: 0 }),
  ...scribe(
    'update_note',
    { path: 'Home', mode: 'append', content: 'x' },
    { path: '@daily', mode: 'append', content: 'x' },
  ),
  ...reader('update_note', { path: 'Home', mode: 'append', content: 'x' }),
];

const overwrite = { mode: 'overwrite', content: 'All new\n', overwriteIfExists: true };

const updateStories: Story[] = [
  ...each(updated),
  [
    ...owner('read_note', { path: 'Kitchen/Bannocks.md', endLine: 1 }),
    ...owner('update_note', withVersion({ path: 'Bannocks', ...overwrite, dryRun })),
    ...owner('update_note', withVersion({ path: 'Bannocks', ...overwrite })),
    ...owner('update_note', withVersion({ path: 'Bannocks', ...overwrite })),
  ],
];

const lamp = 'Projects/Reopen the lamp room.md';

const patched: Call[] = [
  ...owner(
    'patch_note',
    { path: lamp, operation: 'append', targetType: 'heading', target: 'Next', content: '- [ ] Sweep' },
    {
      path: lamp,
      operation: 'prepend',
      targetType: 'heading',
      target: 'Reopen the lamp room::Next',
      content: '- [ ] First',
    },
    { path: lamp, operation: 'replace', targetType: 'heading', target: 'Done', content: 'Nothing.\n' },
    {
      path: lamp,
      operation: 'append',
      targetType: 'heading',
      target: 'next',
      content: 'x',
      trimTargetWhitespace: true,
    },
    {
      path: lamp,
      operation: 'append',
      targetType: 'heading',
      target: 'Newer',
      content: 'x',
      createTargetIfMissing: true,
    },
    { path: lamp, operation: 'append', targetType: 'heading', target: 'Nxt', content: 'x' },
    { path: lamp, operation: 'append', targetType: 'block', target: 'why', content: ' More.' },
    { path: lamp, operation: 'replace', targetType: 'block', target: '^why', content: 'A new aim.' },
    {
      path: 'Bench book',
      operation: 'append',
      targetType: 'block',
      target: 'bench-table',
      content: '| R-017 | x | y | z |',
    },
    { path: lamp, operation: 'append', targetType: 'block', target: 'nope', content: 'x' },
    { path: lamp, operation: 'replace', targetType: 'frontmatter', target: 'budget', value: 99 },
    { path: lamp, operation: 'append', targetType: 'frontmatter', target: 'who', value: '[[Morag Innes]]' },
    { path: lamp, operation: 'replace', targetType: 'frontmatter', target: 'new', value: '{"a":[1,2]}' },
    {
      path: lamp,
      operation: 'replace',
      targetType: 'frontmatter',
      target: 'new',
      value: 1,
      createTargetIfMissing: true,
    },
    { path: 'Note 019', operation: 'append', targetType: 'heading', target: 'Log', content: 'x' },
    {
      path: 'Note 019',
      operation: 'append',
      targetType: 'heading',
      target: 'Log',
      occurrence: 2,
      content: 'x',
    },
    {
      path: 'Generated/Crlf.md',
      operation: 'prepend',
      targetType: 'heading',
      target: 'End',
      content: 'a\nb',
    },
    {
      path: "Compositor's sampler",
      operation: 'append',
      targetType: 'heading',
      target: 'Setext, the old way',
      content: 'x',
    },
    {
      path: "Compositor's sampler",
      operation: 'append',
      targetType: 'block',
      target: 'second-item',
      content: 'x',
      dryRun,
    },
    {
      path: 'R-014 Moby-Dick (spine)',
      operation: 'append',
      targetType: 'heading',
      target: 'Treatment/Spine',
      targetDelimiter: '/',
      content: '- [ ] x',
    },
    { path: lamp, operation: 'append', targetType: 'heading', target: 'Next', content: 'x', ifMatch: wrong },
    { path: lamp, operation: 'append', targetType: 'heading', target: 'Next' },
    { path: lamp, operation: 'append', targetType: 'line', target: 'Next', content: 'x' },
    {
      path: 'Generated/Projects/Note 005.md',
      operation: 'replace',
      targetType: 'frontmatter',
      target: 'a',
      value: 1,
    },
    { path: 'Generated/Open.base', operation: 'append', targetType: 'heading', target: 'x', content: 'x' },
    { path: '@daily', operation: 'append', targetType: 'heading', target: 'Evening', content: 'Read.' },
    { path: '@daily', operation: 'append', targetType: 'heading', target: 'Noon', content: 'Read.' },
  ),
  ...scribe('patch_note', {
    path: 'Home',
    operation: 'append',
    targetType: 'heading',
    target: 'Ways in',
    content: 'x',
  }),
  ...scribe('patch_note', {
    path: lamp,
    operation: 'append',
    targetType: 'heading',
    target: 'Later',
    content: '- [ ] x',
  }),
];

const edit = (oldText: string, newText: string) => ({ oldText, newText });

const edited: Call[] = [
  ...owner(
    'edit_note',
    { path: 'Bannocks', edits: [edit('does not weigh', 'weighs')] },
    {
      path: 'Bannocks',
      edits: [edit('250 g oatmeal', '200 g oatmeal'), edit('1 tsp salt', '2 tsp salt $& $1')],
    },
    { path: 'Bannocks', edits: [{ ...edit('250 g', '1 kg'), replaceAll: true }] },
    { path: 'Bannocks', edits: [edit('250 g', 'x')] },
    { path: 'Bannocks', edits: [edit('does not wiegh', 'x')] },
    { path: 'Bannocks', edits: [edit('Morag does', 'a'), edit('does not', 'b')] },
    { path: 'Bannocks', edits: [edit('', 'x')] },
    { path: 'Bannocks', edits: [edit('salt', 'salt')] },
    { path: 'Bannocks', edits: [{ startLine: 1, endLine: 2, newText: 'x' }] },
    { path: 'Bannocks', edits: [] },
    { path: 'Bannocks', edits: 'salt' },
    { path: 'Bannocks', oldText: 'salt', newText: 'pepper' },
    { path: 'Generated/Crlf.md', edits: [edit('a task\n\n## End', 'b\n\n## Fin')] },
    { path: 'Generated/Open.base', edits: [edit('rating * 2', 'rating *')] },
    { path: 'Bannocks', edits: [edit('salt', 'x')], ifMatch: wrong },
    { path: 'Bannocks', edits: [edit('1 tsp salt', '')], dryRun },
    { path: 'Nope', edits: [edit('a', 'b')] },
  ),
  ...scribe('edit_note', { path: 'Bannocks', edits: [edit('salt', 'x')] }),
];

const editStories: Story[] = [
  ...each(edited),
  [
    ...owner('read_note', { path: 'Kitchen/Bannocks.md' }),
    ...owner(
      'edit_note',
      withVersion({ path: 'Bannocks', edits: [{ startLine: 6, endLine: 8, newText: 'One.\nTwo.' }] }),
    ),
    ...owner('edit_note', withVersion({ path: 'Bannocks', edits: [{ startLine: 6, newText: 'x' }] })),
  ],
];

const properties: Call[] = [
  ...owner(
    'update_frontmatter',
    { path: 'Moby-Dick', set: { rating: 4, status: 'shelved' }, remove: ['due', 'borrower'] },
    { path: 'Moby-Dick', set: { tags: ['new'] } },
    { path: 'Moby-Dick', set: { tags: ['new'] }, replace: true },
    {
      path: "Compositor's sampler",
      set: { colophon: 'a\nb', 'quoted key': "it's: new", press: { maker: 'x' } },
    },
    { path: 'Note 000', set: { fresh: true, list: [1, 'two', null], date: '2026-10-16' } },
    { path: 'Wren Calder', set: { Born: '1980-01-01' } },
    { path: 'Generated/Crlf.md', set: { a: 'b' } },
    { path: 'Moby-Dick', remove: ['nosuch'] },
    { path: 'Moby-Dick', set: {} },
    { path: 'Generated/Projects/Note 005.md', set: { a: 1 } },
    { path: 'Moby-Dick', set: { rating: 4 }, dryRun },
    { path: 'Moby-Dick', set: 'rating' },
    { path: 'Reading room.canvas', set: { a: 1 } },
  ),
  ...owner(
    'update_tags',
    { path: 'Bannocks', add: ['oats', '#kitchen/quick'] },
    { path: 'Bannocks', remove: ['kitchen/secret'] },
    { path: "Compositor's sampler", remove: ['press/albion-1887'], location: 'inline' },
    { path: 'Note 011', add: ['first'], location: 'inline' },
    { path: 'Lost property & found', add: ['tin'], location: 'frontmatter' },
    { path: 'Bannocks', add: ['kitchen'] },
    { path: 'Bannocks', add: ['two words'] },
    { path: 'Bannocks' },
    { path: 'Bannocks', remove: ['nosuch'], dryRun },
  ),
  ...scribe('update_tags', { path: 'Bannocks', add: ['x'] }, { path: 'Winter reading circle', add: ['x'] }),
];

const glaze = { path: lamp, line: 16, expectedText: 'Glaze panes 3 and 11' };

const tasks: Call[] = [
  ...owner(
    'update_task',
    { ...glaze, status: 'done' },
    { ...glaze, due: 'friday', priority: 'high' },
    { path: lamp, line: 17, expectedText: '- [/] Oil the lantern door', status: 'done' },
    { path: lamp, line: 3, expectedText: 'Oil the lantern door', status: 'done' },
    {
      path: lamp,
      line: 27,
      expectedText: 'Telescope: given up, as everybody looks at the neighbours',
      status: 'open',
    },
    { ...glaze, due: 'none', text: 'Glaze all panes' },
    { ...glaze, expectedText: 'Something else', status: 'done' },
    { path: lamp, line: 12, status: 'done' },
    { ...glaze, due: 'soonish' },
    { ...glaze, status: 'finished' },
    glaze,
    { ...glaze, scheduled: '2026-11-01', start: 'tomorrow', dryRun },
    {
      changes: [
        { ...glaze, status: 'done' },
        {
          path: 'Moby-Dick',
          line: 24,
          expectedText: 'Is there a short version for Euan that is not a crime?',
          status: 'cancelled',
        },
      ],
    },
    {
      changes: [
        { ...glaze, status: 'done' },
        { path: 'Moby-Dick', line: 1, expectedText: '---', status: 'done' },
      ],
    },
    { path: 'Generated/Crlf.md', line: 3, expectedText: 'a task', status: 'in_progress' },
    {},
  ),
  ...scribe('update_task', { path: 'Moby-Dick', line: 24, expectedText: 'Is there', status: 'done' }),
];

/** A task that comes again is followed by its next one. */
const recurring: Story = [
  ...owner('list_tasks', { recurring: true, limit: 1, path: 'Generated' }),
  ...owner('update_task', ([listed]) => {
    const task = field(listed, 'tasks', 0);
    return {
      ...{ path: field(task, 'path'), line: field(task, 'line'), expectedText: field(task, 'text') },
      status: 'done',
    };
  }),
];

const map = 'Generated/Map.canvas';
const operations = (...given: readonly Readonly<Record<string, unknown>>[]) => ({
  path: map,
  operations: given,
});

const files: Call[] = [
  ...owner(
    'edit_canvas',
    operations({
      action: 'add_node',
      id: 'c',
      fields: { type: 'text', text: 'new', x: 1, y: 2, width: 3, height: 4 },
    }),
    operations(
      { action: 'update_node', id: 'a', fields: { text: 'changed', color: '1' } },
      { action: 'remove_edge', id: 'ab' },
    ),
    operations({ action: 'remove_node', id: 'b' }),
    operations({ action: 'add_edge', id: 'ba', fields: { fromNode: 'b', toNode: 'a', label: 'back' } }),
    operations({ action: 'add_edge', id: 'x', fields: { fromNode: 'b', toNode: 'z' } }),
    operations({ action: 'update_node', id: 'z', fields: {} }),
    operations({ action: 'add_node', id: 'a', fields: { type: 'text', text: 'x' } }),
    operations({ action: 'add_node', text: 'beside' }),
    operations(),
    { path: 'Home.md', operations: [{ action: 'remove_node', id: 'a' }] },
    { ...operations({ action: 'remove_node', id: 'a' }), dryRun },
  ),
  ...owner(
    'add_attachment',
    { name: 'new.png', data: base64Of(png) },
    { name: 'skerrow-light.png', data: base64Of(png) },
    { name: 'Sub/new.png', data: base64Of(png), note: 'Home', embed: true },
    { name: 'new.png', data: base64Of(png), note: 'Home', embed: true, dryRun },
    { name: 'new.png', data: base64Of(png), mediaType: 'image/jpeg' },
    { name: 'new.exe', data: base64Of('MZ') },
    { name: 'new.md', data: base64Of('text') },
    { name: 'new.png', data: '***' },
    { name: '', data: base64Of(png) },
  ),
  ...scribe(
    'add_attachment',
    { name: 'new.png', data: base64Of(png) },
    { name: 'Projects/new.png', data: base64Of(png) },
  ),
  ...owner(
    'create_folder',
    { path: 'Fresh/Deep' },
    { path: 'Library' },
    { path: 'library' },
    { path: 'Home.md' },
    { path: '../x' },
    { path: 'Fresh', dryRun },
  ),
  ...scribe('create_folder', { path: 'Fresh' }, { path: 'Projects/Fresh' }),
  ...owner('open_note', { path: 'Fresh note', createIfNeeded: true }),
];

export const write = {
  create_note: each(created),
  update_note: updateStories,
  patch_note: each(patched),
  edit_note: editStories,
  properties_and_tags: each(properties),
  update_task: [...each(tasks), recurring],
  files: each(files),
};
