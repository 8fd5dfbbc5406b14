/** What the settings say when a change is about to be written counts, not what they said when the call began. */
import type { TFile } from 'obsidian';
import { notesOf } from '../support/files/vault-contents';
import { appInterfaceOf } from '../support/app-interface';
import { codeOf } from '../support/clients';
import { RuledVault } from './vault-with-rules';

const rules = { agent: { rights: 'write' } } as const;
let vault: RuledVault;
beforeEach(async () => {
  vault = await RuledVault.start({ 'A/a.md': 'a\n' }, rules, { areStored: true });
});
afterEach(() => vault.close());

/** A call that is planning when the settings change, since reading its note takes until then. */
async function writeWhile(change: () => Promise<unknown>): Promise<unknown> {
  const { vault: files } = vault.lectern.host.app;
  const read = files.readBinary.bind(files);
  Object.defineProperty(files, 'readBinary', {
    configurable: true,
    value: async (file: TFile) => {
      const bytes = await read(file);
      if (file.path === 'A/a.md') {
        Reflect.deleteProperty(files, 'readBinary');
        await change();
      }
      return bytes;
    },
  });
  const answer = await vault.as('agent').call('update_note', { path: 'A/a', mode: 'append', content: 'x' });
  return codeOf(answer);
}

const store = () => appInterfaceOf(vault.lectern).tab.store;
const agentOf = () => {
  const found = store().settings.tokens.find(({ name }) => name === 'agent');
  if (found === undefined) throw new Error('No token.');
  return found;
};

const ways: readonly (readonly [string, () => Promise<unknown> | undefined])[] = [
  ['the vault became read-only', () => store().update(old => ({ ...old, readOnly: true }))],
  ['its token was revoked', () => store().removeToken(agentOf())],
  ['its token got a new value', () => store().rotateToken(agentOf(), new Date(0))],
  ['its token may only read', () => narrow({ rights: 'read' })],
  ['its token may write less', () => narrow({ allowWrite: ['B'] })],
  ['its token has expired', () => narrow({ expires: '2020-01-01T00:00:00.000Z' })],
  ['the folder was hidden', () => store().update(old => ({ ...old, hidden: ['A'] }))],
  ['Lectern was paused', () => Promise.resolve().then(pause)],
];

function narrow(rules: Record<string, unknown>): Promise<unknown> {
  return store().changeToken(agentOf().valueHash, old => ({ ...old, ...rules }));
}

function pause(): void {
  appInterfaceOf(vault.lectern).tab.live.setPaused(true);
}

test.each(ways)('a call that is planning is refused when %s', async (_what, change) => {
  const before = notesOf(vault.lectern.folder.path);
  expect(await writeWhile(async () => change())).toBe('permission_denied');
  expect(notesOf(vault.lectern.folder.path)).toEqual(before);
});

test('a call that is planning continues when something else changes', async () => {
  expect(await writeWhile(() => store().update(old => ({ ...old, journalDays: 7 })))).toBe('ok');
  expect(vault.text('A/a.md')).toBe('a\nx\n');
});
