import { VaultEvents } from '../../../src/vault/index/vault-events';
import { temporaryVault } from '../../headless/temporary-vault';

test('the files that are there when the app opens the vault are no new files', async () => {
  const vault = await temporaryVault({ 'a.md': '', 'b.md': '' });
  try {
    const created: string[] = [];
    const events = new VaultEvents(vault.host.app, () => undefined);
    events.listen({ created: ({ path }) => created.push(path) });
    await vault.host.becomeReady();
    expect(created).toEqual([]);
    await vault.host.app.vault.create('c.md', '');
    expect(created).toEqual(['c.md']);
  } finally {
    await vault.close();
  }
});
