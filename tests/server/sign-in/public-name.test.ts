import { RunningLectern, testToken } from '../../support/lectern';
import { requestText, sendRaw } from '../../support/http/raw-http';
import { storedToken } from '../../../src/settings/tokens/tokens';
import { Owner } from './support/owner';
import { paired } from './support/paired';
import { called, form, register, registered } from './support/plain-client';
import { atPublicName, publicUrl, freshAddress } from './support/public-name';

const remoteToken = 'lct_a-token-that-holds-everywhere';
const tokens = [{ ...storedToken('remote', 'full', remoteToken), remote: true }];
const files = { 'Home.md': 'home' };

let lectern: RunningLectern;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files, settings: { publicUrl, tokens } });
});
afterAll(() => lectern.close());

const get = (url: string, headers: Readonly<Record<string, string>> = {}): ReturnType<typeof atPublicName> =>
  atPublicName(lectern.port, url, { headers });
const resource = `${publicUrl}/.well-known/oauth-protected-resource`;

describe('the documents', () => {
  test('name the issuer and the audience, whatever a request says of its host', async () => {
    const forged = {
      'x-forwarded-host': 'evil.example',
      forwarded: 'host=evil.example',
      'x-forwarded-proto': 'http',
    };
    for (const url of [resource, `${resource}/mcp`])
      expect(JSON.parse((await get(url, forged)).text)).toMatchObject({
        resource: `${publicUrl}/mcp`,
        authorization_servers: [publicUrl],
      });
    const answer = await get(`${publicUrl}/.well-known/oauth-authorization-server`, forged);
    expect(JSON.parse(answer.text)).toMatchObject({
      issuer: publicUrl,
      authorization_endpoint: `${publicUrl}/oauth/authorize`,
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
    });
    expect(answer.text).not.toMatch(/evil|http:|client_id_metadata/);
  });

  test('may be read from any web page; nothing else may', async () => {
    const origin = 'https://evil.example';
    expect((await get(resource, { origin })).status).toBe(200);
    for (const path of ['/oauth/authorize', '/oauth/wait?id=x', '/mcp', '/oauth/token/'])
      expect((await get(`${publicUrl}${path}`, { origin })).status).toBe(403);
    expect((await form(lectern.port, 'token', {}, { headers: { origin } })).status).toBe(403);
  });
});

describe('without a token', () => {
  test('a 401 names the document, and says whether there was a token', async () => {
    const metadata = `resource_metadata="${resource}/mcp"`;
    const none = await get(`${publicUrl}/mcp`);
    expect([none.status, none.headers.get('www-authenticate')]).toEqual([401, `Bearer ${metadata}`]);
    const wrong = await get(`${publicUrl}/mcp`, { authorization: 'Bearer wrong' });
    expect(wrong.headers.get('www-authenticate')).toBe(`Bearer error="invalid_token", ${metadata}`);
  });
});

describe('a token', () => {
  test('of the settings holds at the public name only if its owner says so', async () => {
    const statuses = [];
    for (const token of [testToken, remoteToken]) statuses.push((await called(lectern.port, token)).status);
    expect(statuses).toEqual([401, 200]);
  });

  test('of the sign-in holds there alone', async () => {
    const { tokens: given } = await paired(lectern);
    const host = `127.0.0.1:${lectern.port}`;
    const statuses = [];
    for (const headers of [{}, { host }, { host: `localhost:${lectern.port}` }])
      statuses.push((await called(lectern.port, given.access_token, undefined, { headers })).status);
    expect(statuses).toEqual([200, 401, 401]);
    expect((await called(lectern.port, given.refresh_token)).status).toBe(401);
  });

  test('of another vault holds nowhere', async () => {
    const other = await RunningLectern.start({ files, settings: { publicUrl } });
    const { tokens: given } = await paired(other);
    expect((await called(lectern.port, given.access_token)).status).toBe(401);
    await other.close();
  });
});

describe('on loopback', () => {
  const host = (): string => `127.0.0.1:${lectern.port}`;

  test.each([
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp',
    '/.well-known/oauth-authorization-server',
    ...['register', 'authorize', 'token', 'revoke', 'wait'].map(name => `/oauth/${name}`),
  ])('there is no %s', async path => {
    new Owner(lectern);
    for (const method of ['GET', 'POST'])
      expect(
        (await atPublicName(lectern.port, `${publicUrl}${path}`, { method, headers: { host: host() } }))
          .status,
      ).toBe(404);
  });

  test('a 401 says nothing of the sign-in', async () => {
    const answer = await get(`${publicUrl}/mcp`, { host: host() });
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('the origin of the public name is foreign', async () => {
    expect((await get(`${publicUrl}/mcp`, { host: host(), origin: publicUrl })).status).toBe(403);
  });
});

test.each([
  ['evil.example', 403],
  ['notes.example.org.evil.example', 403],
  ['notes.example.org:27150', 403],
  ['evil.example@notes.example.org', 403],
  ['notes.example.org.', 403],
  ['NOTES.example.org', 200],
  ['notes.example.org:443', 200],
])('the host %s gets %i', async (host, status) => {
  expect((await get(resource, { host })).status).toBe(status);
});

test('two hosts are none', async () => {
  const hosts = ['Host: notes.example.org', 'Host: evil.example'];
  const answer = await sendRaw(
    lectern.port,
    requestText('GET', '/.well-known/oauth-protected-resource', hosts),
  );
  expect(answer.status).toBe(400);
});

describe('registrations', () => {
  test('that nobody uses are twenty at most', async () => {
    const flooded = await RunningLectern.start({ settings: { publicUrl } });
    const first = await paired(flooded);
    new Owner(flooded);
    const statuses: number[] = [];
    for (let count = 0; count < 22; count += 1)
      statuses.push((await register(flooded.port, { redirect_uris: ['https://client.example/'] })).status);
    expect(statuses).toEqual([...Array.from({ length: 20 }, () => 201), 429, 429]);
    expect((await called(flooded.port, first.tokens.access_token)).status).toBe(200);
    // Those who filled them keep nobody from the next pairing.
    new Owner(flooded);
    expect((await register(flooded.port, { redirect_uris: ['https://client.example/'] })).status).toBe(201);
    await flooded.close();
  });

  test('of one address are five a minute', async () => {
    new Owner(lectern);
    const headers = { 'x-forwarded-for': `203.0.113.9, ${freshAddress()}` };
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) {
      const last = { ...headers, 'x-forwarded-for': `${count}.1.1.1, ${headers['x-forwarded-for']}` };
      statuses.push((await register(lectern.port, {}, { headers: last })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429]);
  });

  test.each([
    ['no list', {}],
    ['an empty list', { redirect_uris: [] }],
    ['an http address', { redirect_uris: ['https://client.example/', 'http://client.example/'] }],
    ['a script', { redirect_uris: ['javascript:alert(1)'] }],
    ['no object', [1]],
  ])('with %s are refused', async (_title, body) => {
    new Owner(lectern);
    expect((await register(lectern.port, body)).status).toBe(400);
  });
});

describe('bodies', () => {
  const large = 'x'.repeat(70_000);

  test('of more than 64 kB are refused, announced or not', async () => {
    new Owner(lectern);
    const announced = await form(lectern.port, 'token', { code: large });
    expect(announced.status).toBe(413);
    const chunk = `${large.length.toString(16)}\r\n${large}\r\n0\r\n\r\n`;
    const head = ['Host: notes.example.org', 'Content-Type: application/json', 'Transfer-Encoding: chunked'];
    const raw = await sendRaw(lectern.port, requestText('POST', '/oauth/register', head, chunk));
    expect(raw.status).toBe(413);
  });

  test('of another type or method are refused', async () => {
    new Owner(lectern);
    const headers = { 'content-type': 'text/plain' };
    expect((await register(lectern.port, {}, { headers })).status).toBe(415);
    expect((await get(`${publicUrl}/oauth/token`)).status).toBe(405);
    expect((await get(`${publicUrl}/oauth/nothing`)).status).toBe(404);
  });
});

test('a path of the public address leads to everything, and nothing is beside it', async () => {
  const url = `${publicUrl}/vault`;
  const vault = await RunningLectern.start({ files, settings: { publicUrl: `${url}/`, tokens } });
  const at = (path: string): ReturnType<typeof atPublicName> =>
    atPublicName(vault.port, `${publicUrl}${path}`);
  expect(JSON.parse((await at('/.well-known/oauth-protected-resource/vault/mcp')).text)).toMatchObject({
    resource: `${url}/mcp`,
    authorization_servers: [url],
  });
  expect(JSON.parse((await at('/.well-known/oauth-authorization-server/vault')).text)).toMatchObject({
    issuer: url,
    token_endpoint: `${url}/oauth/token`,
  });
  expect((await at('/vault/oauth/authorize')).status).toBe(403);
  expect((await called(vault.port, remoteToken, `${url}/mcp`)).status).toBe(200);
  for (const path of [
    '/mcp',
    '/oauth/authorize',
    '/vaultmcp',
    '/vault',
    '/.well-known/oauth-authorization-server',
  ])
    expect((await at(path)).status).toBe(404);
  await vault.close();
});

test('an attachment is uploaded at the public address', async () => {
  const body = {
    jsonrpc: '2.0',
    id: 1,
    method: 'tools/call',
    params: { name: 'add_attachment', arguments: { name: 'a.png' } },
  };
  const answer = await atPublicName(lectern.port, `${publicUrl}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${remoteToken}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify(body),
  });
  expect(answer.text).toContain(`${publicUrl}/upload/`);
});

test('an upload address is valid only where its token is', async () => {
  const { tokens: given } = await paired(lectern);
  const local = { headers: { host: `127.0.0.1:${lectern.port}` } };
  const statuses = [];
  for (const [token, isLocal] of [
    [testToken, true],
    [remoteToken, true],
    [given.access_token, false],
  ] as const)
    for (const isPutLocally of [false, true]) {
      const params = { name: 'add_attachment', arguments: { name: `${statuses.length}.txt` } };
      const { text } = await called(lectern.port, token, undefined, isLocal ? local : {}, params);
      const path = /\/upload\/[\w-]+/u.exec(text)?.[0] ?? text;
      const sent = { method: 'PUT', body: 'text', ...(isPutLocally ? local : {}) };
      statuses.push((await atPublicName(lectern.port, `${publicUrl}${path}`, sent)).status);
    }
  expect(statuses).toEqual([404, 201, 201, 201, 201, 404]);
});

test('names and secrets of a sign-in are in no log', async () => {
  const { tokens: given, code, client } = await paired(lectern, await named());
  const log = lectern.log();
  for (const secret of [given.access_token, given.refresh_token, code, client.id, 'Named'])
    expect(log).not.toContain(secret);
});

function named(): ReturnType<typeof registered> {
  new Owner(lectern);
  return registered(lectern.port, 'Named');
}
