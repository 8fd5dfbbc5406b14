import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { closing } from '../../support/left-open';
import { builtProduct } from '../../support/process/built-product';
import { NamedFolders, SeveralVaults } from '../../support/process/several-vaults';
import { eventually } from '../../support/time/waiting';
import { signIn } from '../../server/sign-in/support/browser';
import { verifier, called, tokensIn } from '../../server/sign-in/support/plain-client';
import { atPublicName, type PublicAnswer } from '../../server/sign-in/support/public-name';

const publicUrl = 'https://notes.example.org/vaults';
const wellKnown = 'https://notes.example.org/.well-known';
const folders = new NamedFolders({ work: { 'Home.md': 'work' }, home: { 'Home.md': 'home' } });
const environment = { LECTERN_TOKEN: 'lct_a-token-for-all-vaults' };
const remote = 'lct_a-token-that-holds-outside';
let front: SeveralVaults;

beforeAll(async () => {
  const settings = join(folders.parent, 'settings.json');
  const tokens = [{ name: 'outside', value: remote, rights: 'read', remote: true, vaults: ['work'] }];
  writeFileSync(settings, JSON.stringify({ publicUrl, tokens }));
  front = await SeveralVaults.start(folders, ['--settings', settings], environment);
}, 30_000);
afterAll(async () => {
  await front.stop();
  folders.remove();
});

const json = (answer: PublicAnswer): unknown => JSON.parse(answer.text);
const post = (url: string, body: string, type: string): Promise<PublicAnswer> =>
  atPublicName(front.port, url, { method: 'POST', headers: { 'content-type': type }, body });

test('each path has its own documents, and is its own audience', async () => {
  for (const vault of ['work', 'home']) {
    const resource = await atPublicName(
      front.port,
      `${wellKnown}/oauth-protected-resource/vaults/${vault}/mcp`,
    );
    expect(json(resource)).toMatchObject({
      resource: `${publicUrl}/${vault}/mcp`,
      authorization_servers: [`${publicUrl}/${vault}`],
    });
    const server = await atPublicName(front.port, `${wellKnown}/oauth-authorization-server/vaults/${vault}`);
    expect(json(server)).toMatchObject({
      issuer: `${publicUrl}/${vault}`,
      token_endpoint: `${publicUrl}/${vault}/oauth/token`,
    });
    const refused = await called(front.port, 'lct_a-token-of-nobody', `${publicUrl}/${vault}/mcp`);
    expect(refused.status).toBe(401);
    expect(refused.headers.get('www-authenticate')).toContain(
      `/oauth-protected-resource/vaults/${vault}/mcp"`,
    );
  }
  expect(
    (await atPublicName(front.port, `${wellKnown}/oauth-protected-resource/vaults/none/mcp`)).status,
  ).toBe(404);
  expect((await called(front.port, 'lct_a-token-of-nobody', `${publicUrl}/none/mcp`)).status).toBe(401);
});

/** `lectern pair`, for a vault of the front. @returns the code */
async function pairingCode(vault: string): Promise<string> {
  const child = spawn(
    process.execPath,
    [builtProduct().command, 'pair', join(folders.parent, vault), '--json', '--yes'],
    {
      env: { PATH: process.env['PATH'], XDG_STATE_HOME: join(folders.parent, 'state') },
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  let out = '';
  child.stdout.on('data', data => (out += String(data)));
  closing('lectern pair', () => Promise.resolve(child.kill('SIGKILL')));
  await eventually(() => out.includes('\n'), 10_000);
  return z.looseObject({ code: z.string() }).parse(JSON.parse(out.split('\n')[0] ?? '')).code;
}

test('a client that signs in at one vault has that one alone', async () => {
  const code = await pairingCode('work');
  const redirect = 'https://client.example/callback';
  const at = `${publicUrl}/work/oauth`;
  const registration = JSON.stringify({ client_name: 'Phone', redirect_uris: [redirect] });
  const { client_id: id } = z
    .looseObject({ client_id: z.string() })
    .parse(json(await post(`${at}/register`, registration, 'application/json')));
  const query = new URLSearchParams({
    ...{ response_type: 'code', client_id: id, redirect_uri: redirect, state: 's' },
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const back = await signIn(front.port, `${at}/authorize?${query.toString()}`, code);
  expect(back.searchParams.get('iss')).toBe(`${publicUrl}/work`);
  const fields = new URLSearchParams({
    ...{ grant_type: 'authorization_code', client_id: id, redirect_uri: redirect, code_verifier: verifier },
    code: back.searchParams.get('code') ?? '',
  });
  const redeemed = await post(`${at}/token`, fields.toString(), 'application/x-www-form-urlencoded');
  const { access_token: token } = tokensIn(redeemed);
  const read = await called(front.port, token, `${publicUrl}/work/mcp`);
  expect([read.status, read.text.includes('work')]).toEqual([200, true]);
  expect((await called(front.port, token, `${publicUrl}/home/mcp`)).status).toBe(401);
  expect((await called(front.port, token, `http://127.0.0.1:${front.port}/work/mcp`)).status).toBe(401);
}, 20_000);

test('of the tokens of the settings, those that are remote hold there, for their vaults', async () => {
  const status = async (token: string, vault: string): Promise<number> =>
    (await called(front.port, token, `${publicUrl}/${vault}/mcp`)).status;
  expect(await status(remote, 'work')).toBe(200);
  expect(await status(remote, 'home')).toBe(401);
  expect(await status(environment.LECTERN_TOKEN, 'work')).toBe(401);
});

test('a path outside the public address is no vault there', async () => {
  expect((await called(front.port, remote, 'https://notes.example.org/work/mcp')).status).toBe(404);
});
