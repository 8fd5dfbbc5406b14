import { eventually } from '../support/time/waiting';
import { VaultWithPlugin } from './vault-with-plugin';

/** Asks Omnisearch through the interface that it has for other plugins, after it has read what changed as its search window does. */
const asker = `this.addCommand({ id: 'ask', name: 'Ask', callback: async () => {
  await this.app.plugins.plugins.omnisearch.notesIndexer.refreshIndex();
  const found = await globalThis.omnisearch.search('quokka');
  await this.app.vault.adapter.write('found.json', JSON.stringify(found.map(({ path }) => path)));
} });`;

let vault: VaultWithPlugin;

beforeAll(async () => {
  vault = await VaultWithPlugin.open('omnisearch', {
    asker,
    files: { 'Old.md': 'a wombat', 'Other.md': 'nothing' },
    settings: { commandAllowList: ['asker:ask'], enabledTools: ['execute_command'] },
  });
});
afterAll(() => vault.close());

async function found(): Promise<string> {
  await vault.call('execute_command', { commandId: 'asker:ask' });
  return vault.has('found.json') ? vault.text('found.json') : '';
}

test('finds what was written through Lectern, and no longer what was removed, once it has refreshed its index', async () => {
  await eventually(async () => (await found()) === '[]');
  await vault.call('create_note', { path: 'New', content: 'a quokka' });
  await eventually(async () => (await found()) === '["New.md"]');
  await vault.call('update_note', { path: 'Old', mode: 'append', content: 'and a quokka' });
  await eventually(async () => (await found()).includes('Old.md'));
  await vault.call('delete', { path: 'New.md' });
  await eventually(async () => (await found()) === '["Old.md"]');
});
