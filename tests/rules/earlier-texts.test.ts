/** What the journal knows of notes that a caller may not read, and of changes that are not its own. */
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from '../../src/platform';
import { field } from '../support/json';
import { appInterfaceOf } from '../support/app-interface';
import { codeOf } from '../support/clients';
import { RuledVault } from './vault-with-rules';

const versionOf = (text: string): string => sha256(text).slice(0, 20);
const agent = { deny: ['Secret'], rights: 'write' } as const;

async function conflict(vault: RuledVault, path: string, version: string): Promise<unknown> {
  const edits = [{ oldText: 'mine', newText: 'x' }];
  const { structured } = await vault
    .as('agent')
    .call('edit_note', { path, edits, ifMatch: version, dryRun: true });
  expect(field(structured, 'error', 'code')).toBe('version_conflict');
  return field(structured, 'error');
}

test('a version of a denied note shows none of its text', async () => {
  const vault = await RuledVault.start({ 'Secret/s.md': 'CANARY old\n', 'Open/o.md': 'mine\n' }, { agent });
  await vault
    .as('owner')
    .call('edit_note', { path: 'Secret/s', edits: [{ oldText: 'old', newText: 'new' }] });
  for (const text of ['CANARY old\n', 'CANARY new\n'])
    expect(await conflict(vault, 'Open/o', versionOf(text))).not.toHaveProperty('diff');
  await vault.close();
});

test('a version from before a note came out of a denied folder shows none of its text', async () => {
  const vault = await RuledVault.start({ 'Secret/s.md': 'CANARY\n' }, { agent });
  const owner = vault.as('owner');
  await owner.call('edit_note', { path: 'Secret/s', edits: [{ oldText: 'CANARY', newText: 'mine' }] });
  await owner.call('move', { path: 'Secret/s', newPath: 'Open/s' });
  expect(await conflict(vault, 'Open/s', versionOf('CANARY\n'))).not.toHaveProperty('diff');
  await vault.close();
});

test('an earlier version of the very note shows what changed since, also where it was moved', async () => {
  const vault = await RuledVault.start({ 'Open/o.md': 'old\nmine\n' }, { agent });
  await vault.as('owner').call('edit_note', { path: 'Open/o', edits: [{ oldText: 'old', newText: 'new' }] });
  expect(await conflict(vault, 'Open/o', versionOf('old\nmine\n'))).toMatchObject({
    diff: '@@ -1,2 +1,2 @@\n-old\n+new\n mine',
  });
  await vault.as('owner').call('move', { path: 'Open', newPath: 'Moved' });
  expect(await conflict(vault, 'Moved/o', versionOf('old\nmine\n'))).toHaveProperty('diff');
  await vault.close();
});

test('a change behind a link into a denied folder is not listed', async () => {
  const vault = await RuledVault.start(
    { 'Secret/s.md': 'CANARY\n', 'Open/o.md': 'mine\n' },
    { agent },
    { prepare: folder => symlinkSync(join(folder.path, 'Secret'), join(folder.path, 'Open', 'door')) },
  );
  const edits = [{ oldText: 'CANARY', newText: 'x' }];
  expect(codeOf(await vault.as('owner').call('edit_note', { path: 'Open/door/s', edits }))).toBe('ok');
  expect((await vault.as('agent').call('list_changes')).structured).toMatchObject({ changes: [] });
  await vault.close();
});

test('a token that is given the name of one that is gone does not take back its changes', async () => {
  const vault = await RuledVault.start(
    { 'Open/o.md': 'mine\n' },
    { agent: { rights: 'write' } },
    { areStored: true },
  );
  const edits = [{ oldText: 'mine', newText: 'x' }];
  const { structured } = await vault.as('agent').call('edit_note', { path: 'Open/o', edits });
  const { store } = appInterfaceOf(vault.lectern).tab;
  const old = store.settings.tokens.find(({ name }) => name === 'agent');
  if (old === undefined) throw new Error('No token.');
  const value = 'lct_test-token-named-like-it-1';
  await store.changeToken(old.valueHash, token => ({ ...token, valueHash: sha256(value) }));
  const client = await vault.lectern.connect('2026', value);
  const { changeId } = structured;
  expect(codeOf(await client.call('undo_change', { changeId }))).toBe('permission_denied');
  expect(field((await client.call('list_changes')).structured, 'changes', 0)).toMatchObject({
    undoable: false,
  });
  expect((await client.call('list_changes', { actor: 'me' })).structured).toMatchObject({ changes: [] });
  expect(vault.text('Open/o.md')).toBe('x\n');
  await vault.close();
});
