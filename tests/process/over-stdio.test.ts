import { readFileSync, realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from '@modelcontextprotocol/sdk/types.js';
import {
  openStateFolder,
  type StateFolder,
  stateFolderPath,
  stdioTokenOf,
} from '../../pkg/headless/state-folder';
import { builtProduct } from '../support/process/built-product';
import { bridgedClient, closeBridged } from '../support/process/bridged-client';
import { stateHome } from '../support/process/command';
import { eventually } from '../support/time/waiting';
import { VaultFolder } from '../support/files/vault-folder';
import { InstalledExtension } from '../support/process/installed-extension';
import { RunningLectern, testToken } from '../support/lectern';

/** For the bridges. */
let lectern: RunningLectern;
let extension: InstalledExtension;

const startLectern = (port = 0): Promise<RunningLectern> =>
  RunningLectern.start({ files: { 'a.md': 'one\n' }, settings: { port }, plugin: builtProduct().mainFile });

beforeAll(async () => {
  lectern = await startLectern();
  extension = new InstalledExtension(await lectern.control().desktopExtension());
});
afterAll(async () => {
  extension.remove();
  await lectern.close();
});

describe('standard input and output', () => {
  let folder: VaultFolder;
  beforeEach(() => (folder = new VaultFolder({ 'a.md': 'one\ntwo\n', 'é 日.md': 'far' })));
  afterEach(async () => {
    await closeBridged();
    folder.remove();
  });

  const start = (era: '2025' | '2026', ...words: string[]): ReturnType<typeof bridgedClient> =>
    bridgedClient(era, {
      args: [builtProduct().command, folder.path, '--stdio', ...words],
      env: { XDG_STATE_HOME: stateHome(folder) },
    });

  test.each(['2025', '2026'] as const)(
    '`lectern --stdio` serves a client of %s: lists, reads and writes, also a resource whose URI does not fit into a header, and ends with it',
    async era => {
      const { client, pid } = await start(era);
      const process = pid() ?? 0;
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('read_note');
      const read = await client.callTool({ name: 'read_note', arguments: { path: 'é 日' } });
      expect(read.structuredContent).toMatchObject({ path: 'é 日.md', content: '1→far' });
      await client.callTool({
        name: 'update_note',
        arguments: { path: 'a', mode: 'append', content: 'three' },
      });
      expect(readFileSync(join(folder.path, 'a.md'), 'utf8')).toBe('one\ntwo\nthree\n');
      const { contents } = await client.readResource({ uri: 'vault:///%C3%A9%20%E6%97%A5.md' });
      expect(contents).toMatchObject([{ text: 'far' }]);
      await client.close();
      await eventually(() => !isAlive(process));
    },
  );

  test('`lectern --stdio` undoes what it changed when it is started again', async () => {
    const first = await start('2026');
    const pid = first.pid() ?? 0;
    await first.client.callTool({
      name: 'update_note',
      arguments: { path: 'a', mode: 'append', content: 'three' },
    });
    await first.client.close();
    await eventually(() => !isAlive(pid));
    const { client, complaints } = await start('2026');
    await client.callTool({ name: 'undo_change', arguments: {} });
    expect(readFileSync(join(folder.path, 'a.md'), 'utf8')).toBe('one\ntwo\n');
    expect(complaints()).not.toContain(stdioTokenOf(stateOf(folder)));
  });

  test('`lectern --stdio` refuses what its rights do not allow', async () => {
    const { client } = await start('2025', '--rights', 'read');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).not.toContain('update_note');
  });

  test('the token of standard input is another in each vault', () => {
    const [one, other] = [new VaultFolder({}), new VaultFolder({})];
    expect(stdioTokenOf(stateOf(one))).toBe(stdioTokenOf(stateOf(one)));
    expect(stdioTokenOf(stateOf(one))).not.toBe(stdioTokenOf(stateOf(other)));
    for (const folder of [one, other]) folder.remove();
  });

  function stateOf(folder: VaultFolder): StateFolder {
    const root = realpathSync(folder.path);
    return openStateFolder(stateFolderPath(root, { XDG_STATE_HOME: stateHome(folder) }), root);
  }

  function isAlive(pid: number): boolean {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  }
});

describe('bridged sessions', () => {
  const uri = 'vault:///a.md';
  /** Every URI that the client is told has changed, and `list` when the list has. */
  let told: string[];

  beforeEach(() => {
    told = [];
  });
  afterEach(closeBridged);

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
      await change('a.md', 'three');
      await change('c.md', 'new');
      await eventually(() => told.includes(uri) && told.includes('list'));
    });

    it('is notified that its subscription ends when the server stops', async () => {
      const { client, ended } = await listening();
      await restart();
      expect(await ended).toBe('graceful');
      const again = await client.listen({ resourceSubscriptions: [uri] });
      await change('a.md', 'four');
      await eventually(() => told.includes(uri));
      await again.close();
    });
  });
});

describe('the extension of the desktop', () => {
  const sentence = 'Obsidian is not running, or Lectern is stopped in it. Open Obsidian, then try again.';

  describe('the Claude Desktop extension', () => {
    afterEach(closeBridged);

    test('contains the address and the token, and its bytes are always the same', async () => {
      const { user_config: config, server } = extension.manifest;
      expect(config.url.default).toBe(lectern.url);
      expect(config.token.default).toBe(testToken);
      expect(server.mcp_config.env).toEqual({
        LECTERN_URL: '${user_config.url}',
        LECTERN_TOKEN: '${user_config.token}',
      });
      const [one, other] = [lectern.control(), lectern.control()].map(control => control.desktopExtension());
      expect(await one).toEqual(await other);
    });

    test.each([
      ['2025', '2025'],
      ['2026', '2026-07-28'],
    ] as const)('connects a client of %s', async (era, version) => {
      const bridged = await extension.start(era);
      expect(bridged.version()).toBe(version);
      const read = await bridged.client.callTool({ name: 'read_note', arguments: { path: 'a' } });
      expect(read.structuredContent).toMatchObject({ path: 'a.md' });
      const failed = await bridged.client.callTool({ name: 'read_note', arguments: { path: 'b' } });
      expect(failed.isError).toBe(true);
    });

    test.each(['2025', '2026'] as const)(
      'accepts a client of %s while no server runs, says so, and connects when the server starts',
      async era => {
        const port = await freePort();
        const bridged = await extension.start(era, `http://127.0.0.1:${port}/mcp`);
        expect(bridged.client.getInstructions()).toBe(sentence);
        expect((await bridged.client.listTools()).tools).toEqual([]);
        const early = await bridged.client.callTool({ name: 'read_note', arguments: { path: 'a' } });
        expect(early).toMatchObject({ isError: true, content: [{ type: 'text', text: sentence }] });
        await eventually(() => bridged.complaints().includes(sentence));
        const late = await startLectern(port);
        await eventually(async () => (await bridged.client.listTools()).tools.length > 0);
        const read = await bridged.client.callTool({ name: 'read_note', arguments: { path: 'a' } });
        expect(read.structuredContent).toMatchObject({ path: 'a.md' });
        await late.close();
      },
    );

    test.each(['2025', '2026'] as const)(
      'keeps working for a client of %s when the server restarts',
      async era => {
        const bridged = await extension.start(era);
        const port = lectern.port;
        const call = { name: 'read_note', arguments: { path: 'a' } };
        await bridged.client.callTool(call);
        await lectern.close();
        expect(await bridged.client.callTool(call)).toMatchObject({
          isError: true,
          content: [{ type: 'text', text: sentence }],
        });
        lectern = await startLectern(port);
        const again = await bridged.client.callTool(call);
        expect(again.structuredContent).toMatchObject({ path: 'a.md' });
      },
    );

    test('says what to do when the token is unknown', async () => {
      const unknown = new InstalledExtension(await lectern.control().desktopExtension());
      unknown.manifest.user_config.token.default = 'lct_unknown';
      await expect(unknown.start('2025')).rejects.toThrow('Lectern does not know this token');
      unknown.remove();
    });
  });

  async function freePort(): Promise<number> {
    const server: Server = createServer();
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const { port }: AddressInfo = addressOf(server);
    await new Promise(resolve => server.close(resolve));
    return port;
  }

  function addressOf(server: Server): AddressInfo {
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('It does not listen.');
    return address;
  }
});
