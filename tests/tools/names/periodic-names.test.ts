/** Periodic notes in a vault where no setting says in which folder they are. */
import { codeOf } from '../../support/clients';
import { vaultForEach } from '../../support/open-vault';

const periods = [
  ['@daily:2026-11-20', '2026-11-20.md'],
  ['@weekly:2026-W47', '2026-W47.md'],
  ['@monthly:2026-11', '2026-11.md'],
  ['@quarterly:2026-Q4', '2026-Q4.md'],
] as const;

describe('a periodic note without a setting for its folder', () => {
  const vault = vaultForEach({
    files: {
      ...Object.fromEntries(periods.map(([, name]) => [`Journal/${name}`, '# Log\n'])),
      'Journal/2026-W40.md': 'One.\n',
      'Archive/2026-W40.md': 'Other.\n',
      'Journal/2026-W30.md': 'Elsewhere.\n',
      '2026-W30.md': 'At the root.\n',
    },
  });

  test('a year may name a note about anything', async () => {
    await vault.call('create_note', { path: 'Films/2026.md', content: 'A film.' });
    expect(codeOf(await vault.call('read_note', { path: '@yearly:2026' }))).toBe('not_found');
  });

  test.each(periods)('%s is the only note that has its name, for readers and writers', async (path, name) => {
    const before = Object.keys(vault.notes());
    expect((await vault.call('read_note', { path })).structured['path']).toBe(`Journal/${name}`);
    await vault.call('update_note', { path, mode: 'append', content: 'Done.' });
    expect(codeOf(await vault.call('create_note', { path, content: 'x' }))).toBe('already_exists');
    expect(vault.text(`Journal/${name}`)).toBe('# Log\nDone.\n');
    expect(Object.keys(vault.notes())).toEqual(before);
  });

  test('is asked for among several of its name, and none is added', async () => {
    const path = '@weekly:2026-W40';
    const before = vault.notes();
    for (const answer of [
      await vault.call('read_note', { path }),
      await vault.call('update_note', { path, mode: 'append', content: 'x' }),
    ]) {
      expect(codeOf(answer)).toBe('target_ambiguous');
      expect(answer.structured['error']).toMatchObject({
        candidates: ['Archive/2026-W40.md', 'Journal/2026-W40.md'],
      });
    }
    expect(vault.notes()).toEqual(before);
  });

  test('is the one at the root, whatever else has its name', async () => {
    const answer = await vault.call('read_note', { path: '@weekly:2026-W30' });
    expect(answer.structured['path']).toBe('2026-W30.md');
  });

  test('is made at the root if no note has its name', async () => {
    await vault.call('update_note', { path: '@weekly:2026-W20', mode: 'append', content: 'New.' });
    expect(vault.text('2026-W20.md')).toContain('New.');
  });
});

describe('a periodic note with a setting for its folder', () => {
  const vault = vaultForEach({
    files: {
      '.obsidian/daily-notes.json': JSON.stringify({ folder: 'Days' }),
      'Archive/2026-11-20.md': 'Old.\n',
    },
  });

  test('is only there', async () => {
    const path = '@daily:2026-11-20';
    expect(codeOf(await vault.call('read_note', { path }))).toBe('not_found');
    await vault.call('update_note', { path, mode: 'append', content: 'New.' });
    expect(vault.text('Days/2026-11-20.md')).toContain('New.');
  });
});
