import { Client as ModernClient } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { closeBridged } from '../support/process/bridged-client';
import { builtProduct } from '../support/process/built-product';
import { InstalledExtension } from '../support/process/installed-extension';
import { RunningLectern } from '../support/lectern';
import { eventually } from '../support/time/waiting';

const uri = 'vault:///a.md';
let lectern: RunningLectern;
let extension: InstalledExtension;
/** Every URI that the client is told has changed, and `list` when the list has. */
let told: string[];

const startLectern = (port = 0): Promise<RunningLectern> =>
  RunningLectern.start({ files: { 'a.md': 'one\n' }, settings: { port }, plugin: builtProduct().mainFile });

beforeEach(async () => {
  told = [];
  lectern = await startLectern();
  extension = new InstalledExtension(await lectern.control().desktopExtension());
});
afterEach(async () => {
  await closeBridged();
  extension.remove();
  await lectern.close();
});

async function restart(): Promise<void> {
  const { port } = lectern;
  await lectern.close();
  lectern = await startLectern(port);
}

async function subscribed(): Promise<LegacyClient> {
  const { client } = await extension.start('2025');
  if (!(client instanceof LegacyClient)) throw new Error('Not that era.');
  client.setNotificationHandler(
    ResourceUpdatedNotificationSchema,
    ({ params }) => void told.push(params.uri),
  );
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void told.push('list'));
  await client.subscribeResource({ uri });
  return client;
}

async function listening(): Promise<{ client: ModernClient; ended: Promise<string> }> {
  const { client } = await extension.start('2026');
  if (!(client instanceof ModernClient)) throw new Error('Not that era.');
  client.setNotificationHandler(
    'notifications/resources/updated',
    ({ params }) => void told.push(params.uri),
  );
  client.setNotificationHandler('notifications/resources/list_changed', () => void told.push('list'));
  const { closed } = await client.listen({ resourceSubscriptions: [uri], resourcesListChanged: true });
  return { client, ended: closed };
}

const change = (path: string, text: string): Promise<void> =>
  lectern.host.app.vault.adapter.write(path, text);

describe('a client of 2025 behind the bridge', () => {
  it('is notified of changes', async () => {
    await subscribed();
    await change('a.md', 'two');
    await change('b.md', 'new');
    await eventually(() => told.includes(uri) && told.includes('list'));
  });

  it('is notified after a restart as before', async () => {
    const client = await subscribed();
    await restart();
    await eventually(() => told.includes('list') && told.includes(uri));
    told = [];
    await change('a.md', 'two');
    await eventually(() => told.includes(uri));
    await client.unsubscribeResource({ uri });
    await restart();
    await eventually(() => told.includes('list'));
    expect(told.filter(what => what === uri)).toHaveLength(1);
  });
});

describe('a client of 2026 behind the bridge', () => {
  it('is notified of changes', async () => {
    await listening();
    await change('a.md', 'two');
    await change('b.md', 'new');
    await eventually(() => told.includes(uri) && told.includes('list'));
  });

  it('is notified that its subscription ends when the server stops', async () => {
    const { client, ended } = await listening();
    await restart();
    expect(await ended).toBe('graceful');
    const again = await client.listen({ resourceSubscriptions: [uri] });
    await change('a.md', 'two');
    await eventually(() => told.includes(uri));
    await again.close();
  });
});
