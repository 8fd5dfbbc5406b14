import { eventually } from '../support/time/waiting';
import { VaultWithPlugin } from './vault-with-plugin';

/**
 * Asks Omnisearch through the interface that it has for other plugins. A note that was changed is read again when its
 * search window opens, and when the app's window loses the focus: it listens to `blur` (its src/main.ts). So a command
 * here takes the focus away, and the plugin's own listener does the rest.
 */
const asker = `const command = (id, callback) => this.addCommand({ id, name: id, callback });
command('leave', () => { window.dispatchEvent(new Event('blur')); });
command('ask', async () => {
  const found = await globalThis.omnisearch.search('quokka');
  await this.app.vault.adapter.write('found.json', JSON.stringify(found.map(({ path }) => path)));
});`;

let vault: VaultWithPlugin;

beforeAll(async () => {
  vault = await VaultWithPlugin.open('omnisearch', {
    asker,
    files: { 'Old.md': 'a wombat', 'Other.md': 'nothing' },
    settings: { commandAllowList: ['asker:ask', 'asker:leave'], enabledTools: ['execute_command'] },
  });
});
afterAll(() => vault.close());

async function found(): Promise<string> {
  await vault.call('execute_command', { commandId: 'asker:ask' });
  return vault.has('found.json') ? vault.text('found.json') : '';
}

test('finds what was written through Lectern, and no longer what was removed; a change once the window has lost the focus', async () => {
  await eventually(async () => (await found()) === '[]');
  await vault.call('create_note', { path: 'New', content: 'a quokka' });
  await eventually(async () => (await found()) === '["New.md"]');
  await vault.call('update_note', { path: 'Old', mode: 'append', content: 'and a quokka' });
  expect(await found()).toBe('["New.md"]');
  await vault.call('execute_command', { commandId: 'asker:leave' });
  await eventually(async () => (await found()).includes('Old.md'));
  await vault.call('delete', { path: 'New.md' });
  await eventually(async () => (await found()) === '["Old.md"]');
});
