/** A folder that is moved takes nothing out of its rule. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { notesOf } from '../support/files/vault-contents';
import { codeOf } from '../support/clients';
import { RuledVault, type TokenRules } from './vault-with-rules';

const files = {
  'Projects/plan.md': 'plan\n',
  'Projects/Secret/s.md': 'CANARY\n',
  'Projects/Secret/deep/t.md': 'CANARY\n',
  'Open/o.md': 'o\n',
};

const places: Readonly<Record<string, readonly [TokenRules, Record<string, unknown>]>> = {
  deny: [{ deny: ['Projects/Secret'] }, {}],
  hidden: [{}, { hidden: ['Projects/Secret'] }],
  'allow with !': [{ allow: ['**', '!Projects/Secret'] }, {}],
  'allowWrite with !': [{ allowWrite: ['**', '!Projects/Secret'] }, {}],
  'deny of one file': [{ deny: ['Projects/Secret/deep/t.md'] }, {}],
  'deny of what would arrive': [{ deny: ['Other/Secret'] }, {}],
};

describe.each(Object.entries(places))('with %s', (_how, [rules, settings]) => {
  let vault: RuledVault;
  beforeEach(async () => {
    vault = await RuledVault.start(files, { agent: rules }, { rules: settings });
  });
  afterEach(() => vault.close());

  test.each([
    ['into another folder', 'Other'],
    ['to another letter case', 'projects'],
  ])('the parent folder is not moved %s', async (_where, newPath) => {
    if (newPath === 'projects' && 'deny' in rules && rules.deny[0] === 'Other/Secret') return;
    const before = notesOf(vault.lectern.folder.path);
    for (const dryRun of [true, false])
      expect(codeOf(await vault.as('agent').call('move', { path: 'Projects', newPath, dryRun }))).toBe(
        'permission_denied',
      );
    expect(notesOf(vault.lectern.folder.path)).toEqual(before);
  });
});

test('a move of the parent folder cannot be undone after the rules were narrowed', async () => {
  const vault = await RuledVault.start(
    { 'In/Secret/s.md': 'CANARY\n' },
    { agent: {}, narrowed: { deny: ['Out/Secret'] } },
  );
  const { structured } = await vault.as('agent').call('move', { path: 'In', newPath: 'Out' });
  const { changeId } = structured;
  expect(codeOf(await vault.as('narrowed').call('undo_change', { changeId }))).toBe('permission_denied');
  expect(vault.text('Out/Secret/s.md')).toBe('CANARY\n');
  const { structured: listed } = await vault.as('narrowed').call('list_changes');
  expect(listed).toMatchObject({ changes: [{ changeId, undoable: false }] });
  await vault.close();
});

test('a folder with a symbolic link to a denied path is not moved', async () => {
  const vault = await RuledVault.start(
    { 'Box/a.md': 'a\n', 'Private/p.md': 'CANARY\n' },
    { agent: { deny: ['Private'] } },
    { prepare: folder => symlinkSync(join(folder.path, 'Private'), join(folder.path, 'Box', 'door')) },
  );
  expect(codeOf(await vault.as('agent').call('move', { path: 'Box', newPath: 'Chest' }))).toBe(
    'permission_denied',
  );
  await vault.close();
});

test('a folder without denied files is moved with all its files', async () => {
  const vault = await RuledVault.start(files, { agent: { deny: ['Projects/Secret'] } });
  expect(codeOf(await vault.as('agent').call('move', { path: 'Open', newPath: 'Projects/Open' }))).toBe('ok');
  expect(vault.text('Projects/Open/o.md')).toBe('o\n');
  await vault.close();
});
