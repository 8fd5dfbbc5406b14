import { readFileSync } from 'node:fs';
import { Client, StreamableHTTPClientTransport, UnauthorizedError } from '@modelcontextprotocol/client';
import { RunningLectern } from '../../support/lectern';
import { VaultFolder } from '../../support/files/vault-folder';
import { KeptSignIn } from './support/oauth-client';
import { Owner, usualConsent } from './support/owner';
import { publicFetch, publicUrl } from './support/public-name';
import { signIn } from './support/browser';

const settings = { publicUrl };
const files = { 'Home.md': 'home', 'Projects/Plan.md': 'plan', 'Private/Diary.md': 'diary' };

let lectern: RunningLectern;
beforeEach(async () => {
  lectern = await RunningLectern.start({ files, settings });
});
afterEach(() => lectern.close());

const transportOf = (kept: KeptSignIn): StreamableHTTPClientTransport =>
  new StreamableHTTPClientTransport(new URL(`${publicUrl}/mcp`), {
    authProvider: kept,
    fetch: publicFetch(() => lectern.port),
  });

const clientOf = (): Client =>
  new Client({ name: 'remote', version: '1' }, { versionNegotiation: { mode: 'auto' } });

/** The whole way of a client that is not known yet. */
async function connected(kept: KeptSignIn, code: string): Promise<Client> {
  const transport = transportOf(kept);
  await expect(clientOf().connect(transport)).rejects.toThrow(UnauthorizedError);
  const back = await signIn(lectern.port, kept.authorization ?? '', code);
  expect(back.searchParams.get('state')).toBe(kept.state());
  await transport.finishAuth(back.searchParams);
  return again(kept);
}

async function again(kept: KeptSignIn): Promise<Client> {
  const client = clientOf();
  await client.connect(transportOf(kept));
  return client;
}

const read = async (client: Client, path: string): Promise<unknown> =>
  (await client.callTool({ name: 'read_note', arguments: { path } })).isError ?? false;

test('a client signs in with a code and the consent of the owner, and is a connection like any other', async () => {
  const owner = new Owner(lectern);
  const kept = new KeptSignIn('Claude');
  const client = await connected(kept, owner.pairing.code);
  expect(await read(client, 'Home')).toBe(false);
  expect(owner.asked).toMatchObject([{ client: 'Claude', redirect: kept.redirectUrl }]);
  expect(owner.asked[0]?.address).toMatch(/^198\.51\./);
  expect(owner.ends).toEqual([{ kind: 'paired', name: 'claude' }]);
  const data = readFileSync(`${lectern.folder.path}/.obsidian/plugins/lectern-mcp/data.json`, 'utf8');
  expect(JSON.parse(data)).toMatchObject({ tokens: [{ name: 'claude', rights: 'write', allow: [] }] });
  for (const secret of Object.values(kept.tokens() ?? {})) expect(data).not.toContain(String(secret));
  await client.close();
});

test('it refreshes its token, also after the server was started again', async () => {
  const folder = new VaultFolder(files);
  await lectern.close();
  lectern = await RunningLectern.start({ folder, settings });
  const kept = new KeptSignIn('Claude');
  await (await connected(kept, new Owner(lectern).pairing.code)).close();
  const first = kept.tokens();
  kept.spoilAccess();
  const refreshed = await again(kept);
  expect(await read(refreshed, 'Home')).toBe(false);
  await refreshed.close();
  expect(kept.tokens()?.refresh_token).not.toBe(first?.refresh_token);
  await lectern.host.close();
  lectern = await RunningLectern.start({ folder, settings });
  const afterStart = await again(kept);
  expect(await read(afterStart, 'Home')).toBe(false);
  await afterStart.close();
  kept.spoilAccess();
  const last = await again(kept);
  expect(await read(last, 'Home')).toBe(false);
  await last.close();
});

test('a second client has rules of its own', async () => {
  const first = await connected(new KeptSignIn('Claude'), new Owner(lectern).pairing.code);
  const owner = new Owner(lectern, { ...usualConsent, folders: ['Projects'] });
  const second = await connected(new KeptSignIn('Claude'), owner.pairing.code);
  expect(owner.ends).toEqual([{ kind: 'paired', name: 'claude 2' }]);
  expect([await read(first, 'Private/Diary'), await read(second, 'Private/Diary')]).toEqual([false, true]);
  expect(await read(second, 'Projects/Plan')).toBe(false);
  await first.close();
  await second.close();
});
