import { sha256 } from '../../../src/platform';
import { type Call, each, owner, reader, scribe, type Story } from '../call';

const dryRun = true;
const edit = (oldText: string, newText: string) => ({ oldText, newText });

const moved: Call[] = [
  ...owner(
    'move',
    { path: 'Library/Workshop/Paper grain.md', newPath: 'Library/Workshop/Grain of paper.md' },
    { path: 'Library/Workshop/Paste.md', newPath: 'Library/Paste.md' },
    { path: 'Kitchen/Paste.md', newPath: 'Light/' },
    { path: 'Nature/Birds', newPath: 'Nature/Fowl' },
    { path: 'Attachments/skerrow-light.png', newPath: 'Light/light.png' },
    { path: 'Library/Stock.base', newPath: 'Library/Catalogue.base' },
    { path: 'Kitchen/Bannocks.md', newPath: 'bannocks' },
    { path: 'Kitchen/Bannocks.md', newPath: 'Home.md' },
    { path: 'Kitchen/Bannocks.md', newPath: 'Kitchen/Bannocks.md' },
    { path: 'Library', newPath: 'Library/Books/Inside' },
    { path: 'Nope', newPath: 'x' },
    { path: 'Bannocks', newPath: 'x' },
    { path: 'Kitchen/Bannocks.md', newPath: '../x.md' },
    { path: 'Library/Workshop/Paper grain.md', newPath: 'Grain', dryRun, diffLines: 6 },
    { path: 'Kitchen/Bannocks.md', newPath: 'x', ifMatch: sha256('x') },
    { path: 'Light', newPath: 'Generated/Fields/North/Far' },
  ),
  ...scribe('move', { path: 'Kitchen/Bannocks.md', newPath: 'Projects/Bannocks.md' }),
  ...scribe('move', { path: 'Projects/Winter reading circle.md', newPath: 'Projects/Circle.md' }),
  ...reader('move', { path: 'Kitchen/Bannocks.md', newPath: 'x' }),
];

const several: Call[] = [
  ...owner(
    'create_notes',
    {
      notes: [
        { path: 'A/One.md', content: 'x' },
        { path: 'A/Two', properties: { n: 1 } },
        { path: 'Empty/' },
      ],
    },
    { notes: [{ path: 'A/One.md' }, { path: 'Home.md' }] },
    { notes: [{ path: 'A/One.md' }, { path: 'a/one.md' }] },
    { notes: [] },
    { notes: [{ content: 'x' }] },
    { notes: [{ path: 'A/One.md', content: 'x' }], dryRun },
  ),
  ...scribe('create_notes', { notes: [{ path: 'Projects/One.md' }, { path: 'Light/One.md' }] }),
  ...owner(
    'edit_notes',
    {
      changes: [
        { path: 'Bannocks', edits: [edit('salt', 'salt!')] },
        { path: 'Sea glass', edits: [edit('# Sea glass', '# Glass')] },
      ],
    },
    {
      changes: [
        { path: 'Bannocks', edits: [edit('salt', 'x')] },
        { path: 'Sea glass', edits: [edit('not there', 'x')] },
      ],
    },
    {
      changes: [
        { path: 'Bannocks', edits: [edit('salt', 'x')] },
        { path: 'Bannocks', edits: [edit('oatmeal', 'x')] },
      ],
    },
    { changes: [{ path: 'Bannocks', edits: [edit('salt', 'x')], ifMatch: 'old' }] },
    { changes: [] },
    { changes: [{ path: 'Bannocks', edits: [edit('1 tsp salt', 'x')] }], dryRun },
  ),
];

const replaced: Call[] = [
  ...owner(
    'replace_in_notes',
    { find: 'Ishmael', replace: 'Queequeg' },
    { find: 'Ishmael', replace: 'Queequeg', confirm: 5 },
    { find: 'ishmael', replace: 'x', caseSensitive: false, path: 'Library' },
    { find: 'lamp', replace: 'lantern', wholeWord: true, excludes: ['Generated/**'] },
    { find: '(\\d{4})-(\\d\\d)-(\\d\\d)', replace: '$3.$2.$1', regex: true, path: 'Library' },
    { find: '(?<y>\\d{4})-10', replace: '$<y>/10', regex: true, scope: 'properties', path: 'Library' },
    { find: 'const', replace: 'let', scope: 'code' },
    { find: 'harbour', replace: 'port', scope: 'all', tag: 'sea' },
    { find: 'harbour', replace: 'port', maxFiles: 2 },
    { find: 'harbour', replace: 'port', expectedCount: 1 },
    { find: 'qqqq', replace: 'x' },
    { find: '(', replace: 'x', regex: true },
    { find: '', replace: 'x' },
    { find: 'Ishmael', replace: 'Queequeg', confirm: 999 },
  ),
  ...scribe('replace_in_notes', { find: 'lamp', replace: 'lantern', excludes: ['Generated/**'] }),
];

const confirmed: Story[] = [
  [
    ...owner('replace_in_notes', { find: 'bannock', replace: 'oatcake', caseSensitive: false }),
    ...owner('replace_in_notes', ([preview]) => ({
      ...{ find: 'bannock', replace: 'oatcake', caseSensitive: false },
      confirm: preview?.['count'],
    })),
  ],
];

const renamed: Call[] = [
  ...owner(
    'rename_tag',
    { from: 'book', to: 'volume' },
    { from: '#kitchen/bread', to: 'baking', path: 'Kitchen' },
    { from: 'book', to: 'library', dryRun, diffLines: 4 },
    { from: 'boook', to: 'x' },
    { from: 'book', to: 'two words' },
    { from: 'log', to: 'LOG' },
  ),
  ...scribe('rename_tag', { from: 'book', to: 'volume' }),
  ...owner(
    'rename_property',
    { property: 'rating', newProperty: 'stars', path: 'Library' },
    { property: 'status', newProperty: 'rating' },
    { property: 'nosuch', newProperty: 'x' },
    { property: 'wind', newProperty: 'breeze', dryRun, diffLines: 3 },
    { property: 'tags', newProperty: 'labels', path: 'People' },
  ),
  ...owner(
    'rename_heading',
    { path: 'Paper grain', heading: 'How to tell', newHeading: 'How one tells' },
    { path: 'Note 007', heading: 'Tasks', newHeading: 'To do' },
    { path: 'R-014 Moby-Dick (spine)', heading: 'Treatment::Sewing', newHeading: 'Stitching' },
    { path: 'Paper grain', heading: 'How to tel', newHeading: 'x' },
    { path: 'Paper grain', heading: 'How to tell', newHeading: 'Paper grain' },
    { path: 'Note 019', heading: 'Log', newHeading: 'Diary' },
    { path: 'Paper grain', heading: 'How to tell', newHeading: '' },
    { path: 'Paper grain', heading: 'How to tell', newHeading: 'x', dryRun },
  ),
  ...owner(
    'merge_notes',
    { from: 'Kitchen/Paste', into: 'Library/Workshop/Paste' },
    { from: 'Sea glass', into: 'Tide pools', properties: 'add_missing' },
    { from: 'Storm petrel', into: 'Birds of the island', heading: 'Nowhere' },
    { from: 'Bannocks', into: 'Bannocks' },
    { from: 'Sea glass', into: 'Tide pools', dryRun, diffLines: 5 },
    { from: 'Generated/Projects/Note 005.md', into: 'Bannocks', properties: 'add_missing' },
    { from: 'Nope', into: 'Home' },
  ),
  ...scribe('merge_notes', { from: 'Bannocks', into: 'Winter reading circle' }),
];

const removed: Call[] = [
  ...owner(
    'delete',
    { path: 'Kitchen/Bannocks.md' },
    { path: 'Kitchen' },
    { path: 'Kitchen', recursive: true },
    { path: 'Generated/picture.png', permanent: true },
    { path: 'Kitchen/Bannocks.md', dryRun },
    { path: 'Kitchen/Banocks.md' },
    { path: '' },
    { path: 'Bannocks' },
    { path: 'Kitchen/Bannocks.md', ifMatch: sha256('x') },
    { path: '.obsidian/app.json' },
  ),
  ...scribe('delete', { path: 'Projects/Winter reading circle.md' }, { path: 'Kitchen/Bannocks.md' }),
  ...scribe('delete', { path: 'Projects/Winter reading circle.md', permanent: true }),
  ...owner('undo_change', { changeId: 'nosuch' }, {}, { changeId: '' }),
  ...owner('list_changes', {}, { since: 'nosuch' }, { actor: 'them' }),
];

const changeId = (before: readonly Record<string, unknown>[]): unknown =>
  before.find(answer => answer['changeId'] !== undefined)?.['changeId'];

/** A change, its preview of undoing, its undoing, the redoing, and the list of them. */
const undone = (...calls: Call[]): Story => [
  ...calls,
  ...owner('undo_change', before => ({ changeId: changeId(before), dryRun, diffLines: 5 })),
  ...owner('undo_change', before => ({ changeId: changeId(before), diffLines: 5 })),
  ...owner('undo_change', before => ({ changeId: before.at(-1)?.['changeId'], diffLines: 5 })),
  ...owner('list_changes', { actor: 'any', limit: 4 }),
];

const append = { path: 'Bannocks', mode: 'append', content: 'x' };

const undoing: Story[] = [
  undone(...owner('edit_note', { path: 'Bannocks', edits: [edit('salt', 'pepper')] })),
  undone(...owner('move', { path: 'Library/Workshop/Paper grain.md', newPath: 'Grain', diffLines: 2 })),
  undone(...owner('delete', { path: 'Nature/Birds', recursive: true })),
  undone(...owner('create_note', { path: 'Fresh/One.md', content: 'x' })),
  undone(...owner('merge_notes', { from: 'Sea glass', into: 'Tide pools' })),
  undone(
    ...owner('edit_note', { path: 'Sea glass', edits: [edit('# Sea glass', '# x')] }),
    ...owner('update_note', { ...append, path: 'Sea glass' }),
  ),
  [
    ...owner('update_note', append, { ...append, content: 'y' }),
    ...scribe('update_note', { ...append, path: 'Winter reading circle' }),
    ...scribe('list_changes', {}),
    ...owner('list_changes', { limit: 1 }, { path: 'Kitchen' }, { actor: 'me' }, { since: '2026-10-16' }),
    ...owner('list_changes', before => ({ since: changeId(before) })),
    ...reader('list_changes', { limit: 2 }),
    ...scribe('undo_change', before => ({ changeId: changeId(before) })),
    ...owner('read_note', { path: 'Bannocks' }),
    ...owner('search', { query: 'treacle denies', limit: 2 }),
  ],
];

export const many = {
  move: each(moved),
  several_notes: each(several),
  replace_in_notes: [...each(replaced), ...confirmed],
  renames_and_merges: each(renamed),
  delete_and_changes: each(removed),
  undo: undoing,
};
