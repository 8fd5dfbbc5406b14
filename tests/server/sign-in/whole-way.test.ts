import { readFileSync } from 'node:fs';
import { RunningLectern } from '../../support/lectern';
import { VaultFolder } from '../../support/files/vault-folder';
import { eventually } from '../../support/time/waiting';
import { Owner, usualConsent } from './support/owner';
import { paired } from './support/paired';
import { form } from './support/plain-client';
import { publicFetch, publicUrl } from './support/public-name';
import { programs } from './support/remote-clients';

const settings = { publicUrl };
const files = { 'Home.md': 'home', 'Projects/Plan.md': 'plan', 'Private/Diary.md': 'diary' };
const dataFile = '.obsidian/plugins/lectern-mcp/data.json';

let folder: VaultFolder;
let lectern: RunningLectern;
const start = async (): Promise<void> => {
  lectern = await RunningLectern.start({ folder, settings });
};
beforeEach(() => {
  folder = new VaultFolder(files);
  return start();
});
afterEach(() => lectern.close());

const port = (): number => lectern.port;

describe.each(['1.x', '2.x'] as const)('the client of the %s SDK', version => {
  const Program = programs[version];

  test('signs in with a code and the consent of the owner, and is a connection like any other', async () => {
    const owner = new Owner(lectern);
    const program = new Program('Claude', port);
    const client = await program.signIn(owner.pairing.code);
    expect(await client.reads('Home')).toBe(true);
    expect(owner.asked).toMatchObject([{ client: 'Claude', redirect: program.kept.redirectUrl }]);
    expect(owner.asked[0]?.address).toMatch(/^198\.51\./);
    expect(owner.ends).toEqual([{ kind: 'paired', name: 'Claude' }]);
    const data = readFileSync(`${folder.path}/${dataFile}`, 'utf8');
    expect(JSON.parse(data)).toMatchObject({ tokens: [{ name: 'Claude', rights: 'write', allow: [] }] });
    const secrets = [program.kept.tokens()?.access_token, program.kept.tokens()?.refresh_token];
    for (const secret of secrets) expect(data).not.toContain(secret);
    await client.close();
  });

  test('refreshes its token, also after the server was started again', async () => {
    const program = new Program('Claude', port);
    const { kept } = program;
    const reads = async (): Promise<boolean> => {
      const client = await program.connect();
      const isRead = await client.reads('Home');
      await client.close();
      return isRead;
    };
    await (await program.signIn(new Owner(lectern).pairing.code)).close();
    const first = kept.tokens()?.refresh_token;
    kept.spoilAccess();
    expect(await reads()).toBe(true);
    expect(kept.tokens()?.refresh_token).not.toBe(first);
    await lectern.host.close();
    await start();
    expect(await reads()).toBe(true);
    kept.spoilAccess();
    expect(await reads()).toBe(true);
  });

  test('has rules of its own beside another', async () => {
    const first = await new Program('Claude', port).signIn(new Owner(lectern).pairing.code);
    const owner = new Owner(lectern, { ...usualConsent, folders: ['Projects'] });
    const second = await new Program('Claude', port).signIn(owner.pairing.code);
    expect(owner.ends).toEqual([{ kind: 'paired', name: 'Claude 2' }]);
    expect([await first.reads('Private/Diary'), await second.reads('Private/Diary')]).toEqual([true, false]);
    expect(await second.reads('Projects/Plan')).toBe(true);
    await first.close();
    await second.close();
  });
});

describe('a stream of notifications', () => {
  /** Opens one, as the client of 2026-07-28 does. @returns whether it has ended */
  async function opened(token: string): Promise<() => boolean> {
    const answer = await publicFetch(port)(`${publicUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'subscriptions/listen',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'subscriptions/listen',
        params: {
          notifications: { toolsListChanged: true },
          _meta: {
            'io.modelcontextprotocol/protocolVersion': '2026-07-28',
            'io.modelcontextprotocol/clientInfo': { name: 'remote', version: '1' },
            'io.modelcontextprotocol/clientCapabilities': {},
          },
        },
      }),
    });
    expect(answer.headers.get('content-type')).toBe('text/event-stream');
    let isOver = false;
    void answer.text().then(() => (isOver = true));
    return () => isOver;
  }

  test('ends with the family of its token', async () => {
    const { client, tokens } = await paired(lectern);
    const isOver = await opened(tokens.access_token);
    await new Promise(resolve => setTimeout(resolve, 50));
    expect(isOver()).toBe(false);
    await form(lectern.port, 'revoke', { token: tokens.refresh_token, client_id: client.id });
    await eventually(isOver);
  });

  test('ends with its own token', async () => {
    const { client, tokens } = await paired(lectern);
    const isOver = await opened(tokens.access_token);
    await form(lectern.port, 'revoke', { token: tokens.access_token, client_id: client.id });
    await eventually(isOver);
  });

  test('ends when the owner removes the connection', async () => {
    const { tokens } = await paired(lectern);
    const isOver = await opened(tokens.access_token);
    const data: unknown = JSON.parse(readFileSync(`${folder.path}/${dataFile}`, 'utf8'));
    folder.write(dataFile, JSON.stringify({ ...Object(data), tokens: [] }));
    await eventually(isOver);
  });
});
