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

let vault: RuledVault;
afterEach(() => vault.close());

async function conflict(path: string, version: string): Promise<unknown> {
  const edits = [{ oldText: 'mine', newText: 'x' }];
  const { structured } = await vault
    .as('agent')
    .call('edit_note', { path, edits, ifMatch: version, dryRun: true });
  expect(field(structured, 'error', 'code')).toBe('version_conflict');
  return field(structured, 'error');
}

test('the version of a denied note reveals none of its text', async () => {
  vault = await RuledVault.start({ 'Secret/s.md': 'CANARY old\n', 'Open/o.md': 'mine\n' }, { agent });
  await vault
    .as('owner')
    .call('edit_note', { path: 'Secret/s', edits: [{ oldText: 'old', newText: 'new' }] });
  for (const text of ['CANARY old\n', 'CANARY new\n'])
    expect(await conflict('Open/o', versionOf(text))).not.toHaveProperty('diff');
});

test('a version from before a note left a denied folder reveals none of its text', async () => {
  vault = await RuledVault.start({ 'Secret/s.md': 'CANARY\n' }, { agent });
  const owner = vault.as('owner');
  await owner.call('edit_note', { path: 'Secret/s', edits: [{ oldText: 'CANARY', newText: 'mine' }] });
  await owner.call('move', { path: 'Secret/s', newPath: 'Open/s' });
  expect(await conflict('Open/s', versionOf('CANARY\n'))).not.toHaveProperty('diff');
});

test('an earlier version of the same note shows what changed since, also after a move', async () => {
  vault = await RuledVault.start({ 'Open/o.md': 'old\nmine\n' }, { agent });
  await vault.as('owner').call('edit_note', { path: 'Open/o', edits: [{ oldText: 'old', newText: 'new' }] });
  expect(await conflict('Open/o', versionOf('old\nmine\n'))).toMatchObject({
    diff: '@@ -1,2 +1,2 @@\n-old\n+new\n mine',
  });
  await vault.as('owner').call('move', { path: 'Open', newPath: 'Moved' });
  expect(await conflict('Moved/o', versionOf('old\nmine\n'))).toHaveProperty('diff');
});

test('a change behind a link into a denied folder is not listed', async () => {
  vault = await RuledVault.start(
    { 'Secret/s.md': 'CANARY\n', 'Open/o.md': 'mine\n' },
    { agent },
    { prepare: folder => symlinkSync(join(folder.path, 'Secret'), join(folder.path, 'Open', 'door')) },
  );
  const edits = [{ oldText: 'CANARY', newText: 'x' }];
  expect(codeOf(await vault.as('owner').call('edit_note', { path: 'Open/door/s', edits }))).toBe('ok');
  expect((await vault.as('agent').call('list_changes')).structured).toMatchObject({ changes: [] });
});

test.each([
  ['out of', 'Secret/s', 'Open/s'],
  ['into', 'Open/o', 'Secret/o'],
])('a move %s a denied folder is not listed', async (_way, path, newPath) => {
  vault = await RuledVault.start({ 'Secret/s.md': 'CANARY\n', 'Open/o.md': 'mine\n' }, { agent });
  expect(codeOf(await vault.as('owner').call('move', { path, newPath }))).toBe('ok');
  expect((await vault.as('agent').call('list_changes')).structured).toMatchObject({ changes: [] });
});

test('a token with the name of a revoked one cannot undo that one’s changes', async () => {
  vault = await RuledVault.start(
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
});
