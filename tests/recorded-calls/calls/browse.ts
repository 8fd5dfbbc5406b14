import { type Call, each, owner, paged, reader, scribe } from '../call';

const few = { limit: 6 };

const listed: Call[] = [
  ...owner(
    'list',
    {},
    { path: 'Library' },
    { path: 'Library/', recursive: true, ...few },
    { path: '/Journal/', only: 'files', ...few },
    { recursive: true, only: 'directories' },
    { recursive: true, includes: ['**/*.canvas', '*.base'] },
    { recursive: true, includes: ['Library/**'], excludes: ['**/Repairs/**'], ...few },
    { recursive: true, withFrontmatterSummary: true, path: 'Library/Books', ...few },
    { recursive: true, fields: ['author', 'nosuch'], path: 'Library/Books' },
    { recursive: true, sort: 'modified', order: 'desc', ...few },
    { recursive: true, sort: 'created', ...few },
    { recursive: true, sort: 'size', order: 'desc', ...few },
    { recursive: true, sort: 'name', ...few },
    { recursive: true, modifiedSince: 'last week', ...few },
    { recursive: true, modifiedSince: '2026-02-01', modifiedUntil: '2026-02-28', ...few },
    { recursive: true, createdSince: '2026-10-01', createdUntil: '2026-10-10', ...few },
    { recursive: true, minSize: 3000, ...few },
    { recursive: true, maxSize: 50, ...few },
    { recursive: true, where: ['status=open', 'rating>=4'], ...few },
    { recursive: true, where: ['!status'], ...few },
    { recursive: true, where: ['author~mel'] },
    { recursive: true, where: ['='] },
    { path: 'Libary' },
    { path: 'Home.md' },
    { path: '../outside' },
    { path: 'Generated/Fields/North/Far' },
    { path: 'Empty/Nothing' },
    { includes: ['[x'] },
    { limit: 0 },
    { only: 'notes' },
    { path: 7 },
    { path: 'Library', cursor: 'forged' },
    { modifiedSince: 'yesterdayish' },
    { pth: 'Library', ...few },
  ),
  ...paged(2, owner('list', { path: 'Journal', limit: 4 }, { recursive: true, limit: 3, sort: 'size' })),
  ...reader('list', {}, { path: 'Letters' }, { path: 'Generated', recursive: true, only: 'directories' }),
  ...scribe('list', { path: 'Letters/2026' }, { path: 'Projects' }),
];

const notes: Call[] = [
  ...owner(
    'list_notes',
    { limit: 5 },
    { path: 'People' },
    { tag: 'book', includeTags: false },
    { tag: '#journal', limit: 3 },
    { sort: 'wordCount', order: 'desc', limit: 4 },
    { sort: 'modified', limit: 4 },
    { sort: 'path', excludes: ['Generated/**'], limit: 4 },
    { where: ['rating=5', 'status=open'], limit: 4 },
    { includes: ['Generated/*.md'] },
    { modifiedSince: '2026-10-10', limit: 4 },
    { path: 'Nowhere' },
    { tag: 'nosuch' },
    { sort: 'colour' },
    { limit: 100000 },
  ),
  ...paged(1, owner('list_notes', { path: 'Library', limit: 7 })),
  ...reader('list_notes', { path: 'Generated/Closed' }, { tag: 'letters' }),
];

const stats: Call[] = [
  ...owner(
    'stat',
    { paths: ['Home.md', 'Library', 'Attachments/skerrow-light.png', 'nosuch.md', 'Paste', 'Keeper’s loaf'] },
    {
      paths: [
        '[[Moby-Dick]]',
        'the whale',
        '@daily',
        '../x',
        '',
        'Generated/Old bytes.md',
        'Generated/Empty.md',
      ],
    },
    { paths: 'Home.md' },
    { paths: [] },
    { paths: Array.from({ length: 101 }, (_, nth) => `n${nth}`) },
    { paths: [1] },
    {},
    { paths: ['Generated/Crlf.md', 'Reading room.canvas', 'home', 'Hom'] },
  ),
  ...reader('stat', {
    paths: ['Letters/Brief aus Husum.md', 'Letters', 'Brief aus Husum', 'Generated/Closed/Note 006.md'],
  }),
];

const info: Call[] = [
  ...owner('get_vault_info', {}, { limit: 3 }, { limit: 0 }, { limit: 'x' }),
  ...reader('get_vault_info', { limit: 5 }),
  ...scribe('get_vault_info', { limit: 2 }),
];

const app: Call[] = [
  ...owner('get_workspace', {}, { maxChars: 5 }, { maxChars: -1 }),
  ...owner('open_note', { path: 'Home' }, { path: 'Nope' }, { path: 'Home', line: 0 }),
  ...owner('list_commands', {}, { filter: 'stamps' }, { filter: 'zzz' }, { limit: 'x' }),
  ...paged(1, owner('list_commands', { limit: 2 })),
  ...owner('execute_command', { commandId: 'stamps:Ink' }, { commandId: 'lectern-mcp:no-such' }, {}),
  ...owner('execute_command', { commandId: 'app:reload' }, { commandId: 'stamps:Inc' }),
  ...reader('list_commands', {}),
  ...scribe('execute_command', { commandId: 'stamps:Wax' }),
  ...owner('no_such_tool', {}),
];

const protocol: Call[] = [
  ...owner('resources/list', {}),
  ...owner('resources/templates/list', {}),
  ...owner(
    'resources/read',
    { uri: 'vault:///Home.md' },
    { uri: 'vault:///Kitchen/%F0%9F%8D%9E%20Starter%20log.md' },
  ),
  ...owner(
    'resources/read',
    { uri: 'vault:///Nope.md' },
    { uri: 'vault-info://guide' },
    { uri: 'vault-info://tags' },
  ),
  ...owner(
    'resources/read',
    { uri: 'file:///etc/passwd' },
    { uri: 'vault:///Attachments/tower-section.svg' },
  ),
  ...reader('resources/read', { uri: 'vault:///Letters/Ferry%20office%20notice.md' }),
  ...owner('prompts/list', {}),
  ...owner(
    'prompts/get',
    { name: 'daily_review', arguments: { date: '2026-10-14' } },
    { name: 'summarize_note' },
  ),
  ...owner('prompts/get', { name: 'Weekly_plan', arguments: { goal: 'the lamp room' } }, { name: 'nosuch' }),
  ...owner('prompts/get', { name: 'tidy_tags' }, { name: 'Weekly_plan' }),
  ...owner('completion/complete', {
    ref: { type: 'ref/prompt', name: 'summarize_note' },
    argument: { name: 'path', value: 'mob' },
  }),
];

export const browse = {
  list: each(listed),
  list_notes: each(notes),
  stat: each(stats),
  get_vault_info: each(info),
  app: each(app),
  protocol: each(protocol),
};
