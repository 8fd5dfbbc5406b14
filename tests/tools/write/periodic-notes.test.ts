/** Periodic notes that do not exist yet, named by their paths or by references, and the settings that lead to them. */
import { field } from '../../support/json';
import { codeOf, hintsOf } from '../../support/clients';
import { narrowToken, vaultForAll, vaultForEach, withNarrow } from '../../support/open-vault';

describe('a periodic note that is named by its path', () => {
  const vault = vaultForEach({
    files: {
      '.obsidian/daily-notes.json': '{"folder":"Days","format":"YYYY-MM-DD dddd","template":"Forms/Day"}',
      'Forms/Day.md': '# Day\n',
    },
  });
  const content = 'x';

  test.each(['@daily:2026-12-28', '@daily', '@weekly:last week'])(
    'the call that would create %s names it by its reference',
    async path => {
      const { error } = await vault.ask('read_note', { path });
      expect(field(error, 'hint')).toContain(`"${path}"`);
    },
  );

  test.each([
    ['create_note', { path: 'Days/2026-12-24 Thursday', content }],
    ['create_notes', { notes: [{ path: 'Days/2026-12-24 Thursday.md', content }] }],
    ['update_note', { path: 'Days/2026-12-24 Thursday.md', mode: 'append', content }],
  ])('%s says which reference starts it from its template', async (tool, args) => {
    expect(hintsOf(await vault.call(tool, args))).toContain('"@daily:2026-12-24"');
    expect(vault.text('Days/2026-12-24 Thursday.md')).toBe(content);
    await vault.call('undo_change', {});
    await vault.call('create_note', { path: '@daily:2026-12-24', content });
    expect(vault.text('Days/2026-12-24 Thursday.md')).toBe('# Day\nx\n');
  });

  test.each([
    ['create_note', { path: '2026-12-24 Thursday', content }],
    ['update_note', { path: '2026-12-24 Thursday', mode: 'append', content }],
  ])('%s says that the note of that name is in another folder', async (tool, args) => {
    expect(hintsOf(await vault.call(tool, args))).toContain('"@daily:2026-12-24"');
  });

  test.each([
    ['create_note', { path: 'Days/2026-12-24 Thursday', template: 'Day' }],
    ['create_note', { path: '@daily:2026-12-24', content }],
    ['create_note', { path: 'Days/2026-12-24', content }],
    ['create_note', { path: 'Days/2026-02-30 Monday', content }],
    ['create_note', { path: 'Forms/2026-W52', content }],
  ])('%s with %j has no such hint', async (tool, args) => {
    const answer = await vault.call(tool, args);
    expect(codeOf(answer)).toBe('ok');
    expect(hintsOf(answer)).not.toContain('@daily');
  });
});

describe.each([
  ['Secret/Day', false],
  ['Gone', false],
  ['Open/Day', true],
])('the template %s, which the token can read: %s', (template, isRead) => {
  const vault = vaultForAll({
    files: {
      '.obsidian/daily-notes.json': JSON.stringify({ template }),
      'Secret/Day.md': '# Day\n',
      'Open/Day.md': '# Day\n',
    },
    ...withNarrow({ deny: ['Secret'] }),
    asks: narrowToken,
  });

  test('is in the hint on a new note only if it can be read', async () => {
    const answer = await vault.call('create_note', { path: '2026-12-24', content: 'x', dryRun: true });
    expect(codeOf(answer)).toBe('ok');
    expect(hintsOf(answer).includes('@daily')).toBe(isRead);
  });
});

describe.each(['Forms/Day', 'forms/day', 'Day'])(
  'with the template of daily notes called %s in the settings',
  template => {
    const vault = vaultForEach({
      files: {
        '.obsidian/daily-notes.json': JSON.stringify({ template }),
        'Forms/Day.md': '# Day\n',
        'Forms/Other.md': '# Other\n',
      },
    });
    const isPath = template.includes('/');

    test.each([
      [{ path: 'Forms', newPath: 'Shapes' }, isPath],
      [{ path: 'Forms/Day.md', newPath: 'Forms/Today.md' }, true],
      [{ moves: [{ path: 'Forms/Day.md', newPath: 'Day.md' }] }, isPath],
      [{ path: 'Forms/Other.md', newPath: 'Other.md' }, false],
    ])('%j says so if they do not find it any more: %s', async (move, isLost) => {
      expect(hintsOf(await vault.call('move', move)).includes('daily')).toBe(isLost);
    });
  },
);
