import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { closeBridged } from '../support/process/bridged-client';
import { builtProduct } from '../support/process/built-product';
import { InstalledExtension } from '../support/process/installed-extension';
import { RunningLectern, testToken } from '../support/lectern';
import { eventually } from '../support/time/waiting';

const sentence = 'Obsidian is not running, or Lectern is stopped in it. Open Obsidian, then try again.';

describe('the Claude Desktop extension', () => {
  let lectern: RunningLectern;
  let extension: InstalledExtension;

  const startLectern = (port = 0): Promise<RunningLectern> =>
    RunningLectern.start({
      files: { 'a.md': 'one\n' },
      settings: { port },
      plugin: builtProduct().mainFile,
    });

  beforeEach(async () => {
    lectern = await startLectern();
    extension = new InstalledExtension(await lectern.control().desktopExtension());
  });

  afterEach(async () => {
    await closeBridged();
    extension.remove();
    await lectern.close();
  });

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
