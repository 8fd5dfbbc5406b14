/** What the bundle carries of the tools must be what their schemas say. */
import { describeTool } from '../../src/tools/json-schema';
import { tools } from '../../src/tools';
import { bridgedClient, closeBridged } from '../support/process/bridged-client';
import { builtProduct } from '../support/process/built-product';
import { VaultFolder } from '../support/files/vault-folder';

afterEach(closeBridged);

test('the built product lists its tools with the schemas that the source converts', async () => {
  const folder = new VaultFolder({ 'a.md': 'one\n' });
  const { client } = await bridgedClient('2026', {
    args: [builtProduct().command, folder.path, '--stdio', '--rights', 'full'],
    env: { XDG_STATE_HOME: folder.parent },
  });
  const { tools: listed } = await client.listTools();
  const converted = new Map(tools.map(tool => [tool.name, describeTool(tool)]));
  expect(listed.length).toBeGreaterThan(40);
  for (const shown of listed) expect(shown).toEqual(converted.get(shown.name));
  await closeBridged();
  folder.remove();
});
