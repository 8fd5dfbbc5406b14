import { VaultFolder } from '../support/files/vault-folder';
import { Command } from '../support/process/command';

test('a batch of many calls leaves nothing on the standard error stream', async () => {
  const folder = new VaultFolder({ '.obsidian/app.json': '{}', 'a.md': 'one\n' });
  const command = new Command(folder, ['--json', '--port', '0']);
  try {
    const { url, token } = await command.ready();
    const calls = Array.from({ length: 50 }, (_item, index) => ({
      jsonrpc: '2.0',
      id: index + 1,
      method: 'tools/call',
      params: { name: 'read_note', arguments: { path: 'a' } },
    }));
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${token}`,
        'Content-Type': 'application/json',
        Accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify(calls),
    });
    expect(response.status).toBe(200);
    expect((await response.text()).split('one').length - 1).toBeGreaterThanOrEqual(calls.length);
    await command.end('SIGTERM');
    expect(command.errors).toBe('');
  } finally {
    await command.end('SIGKILL');
    folder.remove();
  }
});
