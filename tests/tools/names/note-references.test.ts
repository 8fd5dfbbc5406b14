import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../../support/clients';
import type { Files } from '../../support/files/vault-folder';
import { vaultForEach } from '../../support/open-vault';

const lecternToken = 'lct_test-token-for-references';
const scopedToken = 'lct_a-token-for-one-folder-only';
const periodic = {
  daily: { enabled: true, format: 'YYYY/YYYY-MM-DD', folder: 'Daily', template: 'Templates/Day' },
  weekly: { enabled: true, format: '', folder: 'Weekly', template: 'Templates/Week.md' },
  monthly: { enabled: true, format: '', folder: 'Monthly', template: 'Templates/Gone' },
};
const dayTemplate = [
  '---',
  'created: {{date:YYYY-MM-DD}}',
  '---',
  '# {{title}}',
  '<< [[{{yesterday}}]] | [[{{tomorrow}}]] | {{date+1w:gggg-[W]ww}} >>',
  '## Tasks',
  '## Log',
  '{{unknown}} {{ date }} <% tp.file.title %>',
  '',
].join('\n');
const filledDay = [
  '---',
  'created: 2026-11-20',
  '---',
  '# 2026-11-20',
  '<< [[2026/2026-11-19]] | [[2026/2026-11-21]] | 2026-W48 >>',
  '## Tasks',
  '## Log',
  '{{unknown}} 2026/2026-11-20 <% tp.file.title %>',
  '',
].join('\n');

const files: Files = {
  '.obsidian/community-plugins.json': '["periodic-notes"]',
  '.obsidian/plugins/periodic-notes/data.json': JSON.stringify(periodic),
  'Templates/Day.md': dayTemplate,
  'Templates/Week.md': '# Week {{title}}\n{{monday:YYYY-MM-DD}} to {{sunday:YYYY-MM-DD}}\n',
  'Daily/2026/2026-11-19.md': '---\na: 1\n---\n# There\nold #t\n',
  'Home.md': 'See [[2026-11-19]].\n',
  '@Ann.md': 'A person.\n',
};

const vault = vaultForEach({
  files,
  settings: {
    tokens: [
      { name: 'test', value: lecternToken, rights: 'full' },
      { name: 'scoped', value: scopedToken, rights: 'write', allow: ['Daily/**', 'Home.md'] },
    ],
  },
  asks: lecternToken,
});

const there = '@daily:2026-11-19';
const absent = '@daily:2026-11-20';
const absentPath = 'Daily/2026/2026-11-20.md';
const { text } = vault;

describe('a periodic note that exists', () => {
  test.each([
    ['read_note', { path: there }],
    ['get_outline', { path: there }],
    ['get_frontmatter', { path: there }],
    ['get_tags', { path: there }],
    ['get_links', { path: there }],
    ['find_related', { path: there }],
    ['update_note', { path: there, mode: 'append', content: 'x' }],
    [
      'patch_note',
      { path: there, operation: 'append', targetType: 'heading', target: 'There', content: 'x' },
    ],
    ['edit_note', { path: there, edits: [{ oldText: 'old', newText: 'new' }] }],
    ['update_frontmatter', { path: there, set: { a: 2 } }],
    ['update_tags', { path: there, add: ['u'] }],
    ['move', { path: there, newPath: 'Moved.md', dryRun: true }],
    ['delete', { path: there }],
  ])('is named by its date in %s', async (tool, args) => {
    const answer = await vault.call(tool, args);
    expect([codeOf(answer), answer.structured['path']]).toEqual(['ok', 'Daily/2026/2026-11-19.md']);
  });

  test('is found in lists of paths, next to missing ones', async () => {
    const paths = [there, absent, '@Ann', '@active', '@daily:never'];
    const { structured: stats } = await vault.call('stat', { paths });
    expect(stats['items']).toMatchObject([
      { path: 'Daily/2026/2026-11-19.md', exists: true },
      { path: absent, exists: false, error: { code: 'not_found' } },
      { path: '@Ann.md', exists: true },
      { path: '@active', exists: false, error: { code: 'unsupported_here' } },
      { path: '@daily:never', exists: false, error: { code: 'invalid_query' } },
    ]);
    const { structured: notes } = await vault.call('read_notes', { paths });
    expect(notes['notes']).toMatchObject([{ totalLines: 5 }, { error: {} }, {}, {}, {}]);
    const graph = await vault.call('explore_graph', { path: 'Home', to: there });
    expect(graph.structured['shortestPath']).toEqual(['Home.md', 'Daily/2026/2026-11-19.md']);
    expect(codeOf(await vault.call('check_links', { path: there }))).toBe('ok');
    expect(codeOf(await vault.call('resolve_link', { link: '[[#There]]', from: there }))).toBe('ok');
  });

  test('is not created again', async () => {
    expect(codeOf(await vault.call('create_note', { path: there, content: 'x' }))).toBe('already_exists');
  });
});

describe('a periodic note that does not exist', () => {
  test.each(['read_note', 'get_outline', 'get_tags', 'get_links', 'delete'])(
    '%s names its path',
    async tool => {
      const answer = await vault.call(tool, { path: absent });
      expect(codeOf(answer)).toBe('not_found');
      expect(answer.text).toContain(absentPath);
    },
  );

  test.each<[string, Record<string, unknown>, string]>([
    ['create_note', { content: 'x' }, `${filledDay}x\n`],
    ['create_note', { frontmatter: { b: 1 } }, filledDay.replace('-20\n---', () => '-20\nb: 1\n---')],
    [
      'create_note',
      { template: 'Templates/Week' },
      '# Week 2026-11-20\n{{monday:YYYY-MM-DD}} to {{sunday:YYYY-MM-DD}}\n',
    ],
    ['update_note', { mode: 'append', content: 'x' }, `${filledDay}x\n`],
    ['update_note', { mode: 'prepend', content: 'x' }, filledDay.replace('---\n#', () => '---\nx\n#')],
    ['update_note', { mode: 'overwrite', content: 'x' }, 'x'],
    [
      'patch_note',
      { operation: 'append', targetType: 'heading', target: 'Tasks', content: '- [ ] a' },
      filledDay.replace('## Tasks\n', () => '## Tasks\n- [ ] a\n'),
    ],
    [
      'edit_note',
      { edits: [{ oldText: '{{unknown}} ', newText: '' }] },
      filledDay.replace('{{unknown}} ', () => ''),
    ],
    ['update_frontmatter', { set: { a: 1 } }, filledDay.replace('-20\n---', () => '-20\na: 1\n---')],
    ['update_tags', { add: ['x'] }, filledDay.replace('-20\n---', () => '-20\ntags:\n  - x\n---')],
  ])('is made from its template by %s %j', async (tool, args, expected) => {
    const preview = await vault.call(tool, { path: absent, dryRun: true, ...args });
    expect([codeOf(preview), existsSync(join(vault.path, absentPath))]).toEqual(['ok', false]);
    const answer = await vault.call(tool, { path: absent, ...args });
    expect(answer.structured).toMatchObject({ path: absentPath, created: true });
    expect(text(absentPath)).toBe(expected);
    await vault.call('undo_change', { changeId: answer.structured['changeId'] });
    expect(existsSync(join(vault.path, absentPath))).toBe(false);
  });

  test('is created with others by one call, in folders that are created once', async () => {
    const edits = [{ oldText: '# Week', newText: '# W' }];
    const changes = [
      { path: '@weekly:2026-W01', edits },
      { path: '@weekly:2026-W02', edits },
    ];
    const structured = await vault.ask('edit_notes', { changes });
    expect(text('Weekly/2026-W01.md')).toBe('# W 2026-W01\n2025-12-29 to 2025-12-28\n');
    expect(codeOf(await vault.call('undo_change', { changeId: structured['changeId'] }))).toBe('ok');
    expect(existsSync(join(vault.path, 'Weekly'))).toBe(false);
  });

  test.each([
    [
      { path: absent, operation: 'append', targetType: 'heading', target: 'None', content: 'x' },
      'target_not_found',
    ],
    [
      { path: absent, operation: 'append', targetType: 'heading', target: 'Log', content: 'x', ifMatch: 'v' },
      'version_conflict',
    ],
  ])('is not created when the change fails: %j', async (args, expected) => {
    expect(codeOf(await vault.call('patch_note', args))).toBe(expected);
    expect(existsSync(join(vault.path, absentPath))).toBe(false);
  });

  test('is not created if the call does not allow it, or its template is missing', async () => {
    const update = { mode: 'append', content: 'x' };
    expect(codeOf(await vault.call('update_note', { path: absent, createIfNeeded: false, ...update }))).toBe(
      'not_found',
    );
    const gone = await vault.call('update_note', { path: '@monthly:2026-01', ...update });
    expect([codeOf(gone), existsSync(join(vault.path, 'Monthly'))]).toEqual(['not_found', false]);
    expect(gone.text).not.toContain('Gone');
  });
});

describe('rules for folders', () => {
  test('hide the path of a note, whether or not it exists', async () => {
    const scoped = vault.as(scopedToken);
    const before = await scoped.call('read_note', { path: '@weekly:2026-W01' });
    expect(codeOf(await vault.call('create_note', { path: '@weekly:2026-W01' }))).toBe('ok');
    const after = await scoped.call('read_note', { path: '@weekly:2026-W01' });
    expect([codeOf(before), after.text]).toEqual(['not_found', before.text]);
    expect(before.text).not.toContain('Weekly/');
    const write = { path: '@weekly:2026-W01', mode: 'append', content: 'x' };
    expect(codeOf(await scoped.call('update_note', write))).toBe('permission_denied');
  });

  test('hide the template', async () => {
    const scoped = vault.as(scopedToken);
    const answer = await scoped.call('update_note', { path: absent, mode: 'append', content: 'x' });
    expect([codeOf(answer), existsSync(join(vault.path, absentPath))]).toEqual(['not_found', false]);
    expect(answer.text).not.toContain('Templates');
    const create = { path: 'Daily/new', template: 'Templates/Day' };
    expect(codeOf(await scoped.call('create_note', create))).toBe('not_found');
    expect(codeOf(await scoped.call('update_note', { path: there, mode: 'append', content: 'x' }))).toBe(
      'ok',
    );
  });
});

test('another word after an at sign is a path, and a hint lists the references', async () => {
  expect(await vault.ask('read_note', { path: '@Ann' })).toMatchObject({ path: '@Ann.md' });
  const answer = await vault.call('read_note', { path: '@today' });
  expect([codeOf(answer), answer.text]).toEqual(['not_found', expect.stringContaining('@daily')]);
  const misspelt = await vault.call('read_note', { path: '@dayly:2026-11-20' });
  expect([codeOf(misspelt), misspelt.text]).toEqual(['invalid_path', expect.stringContaining('@daily')]);
});
