import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHash } from 'node:crypto';
import { type FrontServer, frontServer } from '../../../pkg/headless/front/front-server';
import type { FrontTokens } from '../../../pkg/headless/front/front-tokens';
import { requestHeaders } from '../../../pkg/headless/front/pipe';
import { targetOf, publicTargetOf } from '../../../pkg/headless/front/targets';
import { closing } from '../../support/left-open';
import { requestText, sendRaw } from '../../support/http/raw-http';

const token = 'lct_a-token-of-the-tests';
const valueHash = createHash('sha256').update(token).digest('hex');
const none = { allow: [], allowWrite: [], deny: [], disabledTools: [] };
const tokens: FrontTokens = {
  entries: [{ valueHash, expires: undefined, grant: { token: 'env', rights: 'read', ...none } }],
  vaultsOf: hash => (hash === valueHash ? ['work'] : []),
  shared: token,
  valueFor: () => token,
  place: '',
};

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let vault: Server;
let front: FrontServer;

beforeAll(async () => {
  vault = createServer((request, response) => answer(request, response));
  await new Promise<void>(resolve => vault.listen(0, '127.0.0.1', resolve));
  const door = {
    name: 'work',
    state: 'ready' as const,
    notes: 1,
    port: portOf(vault.address()),
    onChange: () => () => undefined,
  };
  front = await frontServer({
    ...{
      version: '1.0.0',
      host: '127.0.0.1',
      port: 0,
      allowedOrigins: [],
      publicUrl: '',
      vaults: [door],
      tokens,
    },
  });
  closing('The front', () => front.close());
});
afterAll(async () => {
  await front.close();
  vault.closeAllConnections();
  vault.close();
});

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === 'string') throw new Error('It has no port.');
  return address.port;
}

function post(body: string): Promise<Response> {
  return fetch(`${front.origin}/work/mcp?a=b`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body,
  });
}

const call = JSON.stringify({ method: 'tools/call', jsonrpc: '2.0', id: 'the id' });

test('passes on the path below the name, the headers and the body as they are', async () => {
  let seen: unknown;
  answer = (request, response) => {
    const { url, headers } = request;
    request.setEncoding('utf8').once('data', body => {
      seen = { url, host: headers.host, authorization: headers.authorization, body: String(body) };
      response.writeHead(200, { 'X-Own': 'kept' }).end('the answer');
    });
  };
  const got = await post(call);
  expect([got.status, got.headers.get('x-own'), await got.text()]).toEqual([200, 'kept', 'the answer']);
  expect(seen).toEqual({
    url: '/mcp?a=b',
    host: `127.0.0.1:${front.port}`,
    authorization: `Bearer ${token}`,
    body: call,
  });
});

test.each([
  ['before its first event', ''],
  ['after an event', 'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress"}\n\n'],
  ['in the middle of an event', 'event: message\ndata: {"jsonrpc":"2.'],
])('a stream that breaks off %s ends with an error for its call', async (_when, sent) => {
  answer = (request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' });
      response.flushHeaders();
      response.write(sent, () => setTimeout(() => request.socket.destroy(), 50));
    });
  };
  const text = await (await post(call)).text();
  expect(text.startsWith(sent)).toBe(true);
  const last = text.trim().split('\n').at(-1) ?? '';
  expect(JSON.parse(last.replace(/^data: /, () => ''))).toMatchObject({
    id: 'the id',
    error: { data: { code: 'vault_unavailable', vault: 'work' } },
  });
});

test.each([
  ['has no id', JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled' })],
  ['is too long to be kept', JSON.stringify({ jsonrpc: '2.0', id: 1, params: 'x'.repeat(1_100_000) })],
])('where the message %s, the stream breaks off', async (_what, body) => {
  answer = (request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
      setTimeout(() => request.socket.destroy(), 50);
    });
  };
  await expect((await post(body)).text()).rejects.toThrow();
});

test('a JSON answer that breaks off does not look whole', async () => {
  answer = (request, response) => {
    request.resume().once('end', () => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': 100 });
      response.write('{"jsonrpc"', () => setTimeout(() => request.socket.destroy(), 50));
    });
  };
  await expect((await post(call)).text()).rejects.toThrow();
});

test('a client that leaves ends its request at the vault', async () => {
  const left = new Promise<void>(resolve => {
    answer = (_request, response) => {
      response.on('close', resolve);
      response.writeHead(200, { 'Content-Type': 'text/event-stream' }).flushHeaders();
    };
  });
  const response = await post(call);
  await response.body?.cancel();
  await left;
});

test('waits with a body until the vault wants it', async () => {
  answer = (request, response) => {
    request.resume().once('end', () => response.writeHead(200).end('taken'));
  };
  const headers = [
    `Host: 127.0.0.1:${front.port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Expect: 100-continue',
    `Content-Length: ${call.length}`,
  ];
  const got = await sendRaw(front.port, requestText('POST', '/work/mcp', headers, call));
  expect(got.status).toBe(100);
  expect(got.body).toContain('taken');
});

/** Of a client whose token the front does not know. */
const guestHeaders = (length: number): string[] => [
  `Host: 127.0.0.1:${front.port}`,
  'Authorization: Bearer lct_of-nobody',
  'Content-Type: application/json',
  `Content-Length: ${length}`,
];

test('a client that the vault refuses need not send its body', async () => {
  answer = (_request, response) => void response.writeHead(401).end('refused');
  const got = await sendRaw(front.port, requestText('POST', '/work/mcp', guestHeaders(5)));
  expect(got.status).toBe(401);
  expect(got.body).toContain('refused');
});

test('a vault that refuses a client gets no body of it', async () => {
  let bytes = 0;
  answer = (request, response) => {
    request.on('data', (piece: Uint8Array) => (bytes += piece.length));
    setTimeout(() => void response.writeHead(401).end('refused'), 50);
  };
  vault.once('checkContinue', answer);
  const body = 'x'.repeat(100_000);
  await sendRaw(front.port, requestText('POST', '/work/mcp', guestHeaders(body.length), body));
  expect(bytes).toBe(0);
});

test('what a vault takes of a client that the front does not know is whole', async () => {
  answer = (request, response) => {
    let bytes = 0;
    request.on('data', (piece: Uint8Array) => (bytes += piece.length));
    request.once('end', () => response.writeHead(200).end(String(bytes)));
  };
  const body = 'x'.repeat(300_000);
  const got = await sendRaw(front.port, requestText('POST', '/work/mcp', guestHeaders(body.length), body));
  expect(got.status).toBe(200);
  expect(got.body).toContain('300000');
});

test.each([
  ['POST', '/NAME/mcp'],
  ['GET', '/NAME/mcp'],
  ['PUT', `/upload/NAME-${'a'.repeat(43)}`],
])('%s %s of a client that the vault has not let in shows no end of it', async (method, path) => {
  vault.once('checkContinue', request => void request.socket.destroy());
  const ask = async (name: string): Promise<object> => {
    const target = path.replace('NAME', () => name);
    const { status, body } = await sendRaw(front.port, requestText(method, target, guestHeaders(0)));
    return { status, body };
  };
  expect(await ask('work')).toEqual(await ask('none'));
});

test.each(['127.0.0.1', '::1', '::ffff:127.0.0.1'])('%s may say for whom it forwards', peer => {
  const headers = ['Host', 'a', 'x-forwarded-for', '203.0.113.9'];
  expect(requestHeaders(headers, peer)).toEqual(headers);
});

test.each(['192.0.2.1', '::ffff:192.0.2.1'])('what %s says of it is left out, however much it says', peer => {
  const many = Array.from({ length: 1000 }, () => ['X-Forwarded-For', '203.0.113.9']).flat();
  expect(requestHeaders(['Host', 'a', ...many], peer)).toEqual(['X-Forwarded-For', '192.0.2.1', 'Host', 'a']);
});

test('a body that is too long is refused for its length, and not asked for', async () => {
  answer = request => void request.socket.destroy();
  const headers = [
    `Host: 127.0.0.1:${front.port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 10485761',
  ];
  expect((await sendRaw(front.port, requestText('POST', '/work/mcp', headers))).status).toBe(413);
});

test.each([
  ['/work/mcp', 'mcp', '/mcp'],
  ['/work/mcp/?x=/y', 'mcp', '/mcp/?x=/y'],
  ['/work/upload/secret', 'upload', '/upload/secret'],
  [`/upload/work-${'a'.repeat(43)}`, 'upload', `/upload/work-${'a'.repeat(43)}`],
  [`/upload/a-b_c-${'-'.repeat(43)}`, 'upload', `/upload/a-b_c-${'-'.repeat(43)}`],
])('%s is for a vault', (url, kind, path) => {
  expect(targetOf(url)).toMatchObject({ kind, path });
});

test.each([
  '/mcp',
  '/health',
  '/',
  '/work',
  '/work/',
  '/work/mcpx',
  '/work/oauth/token',
  '/upload/x',
  '//mcp',
  '/wörk/mcp',
])('%s is for the front itself', url => {
  expect(targetOf(url)).toBeUndefined();
});

test.each([
  ['/base/work/mcp', 'mcp', '/base/work/mcp'],
  ['/base/work/oauth/token', 'signIn', '/base/work/oauth/token'],
  [`/base/upload/work-${'a'.repeat(43)}`, 'upload', `/base/work/upload/work-${'a'.repeat(43)}`],
  [
    '/.well-known/oauth-protected-resource/base/work/mcp',
    'signIn',
    '/.well-known/oauth-protected-resource/base/work/mcp',
  ],
  [
    '/.well-known/oauth-authorization-server/base/work',
    'signIn',
    '/.well-known/oauth-authorization-server/base/work',
  ],
])('at the public address %s is for a vault', (url, kind, path) => {
  expect(publicTargetOf(url, '/base')).toEqual({ name: 'work', kind, path });
});

test.each([
  '/work/mcp',
  '/base/mcp',
  '/.well-known/oauth-protected-resource/base',
  '/.well-known/oauth-protected-resource/work',
])('at the public address %s is for the front itself', url => {
  expect(publicTargetOf(url, '/base')).toBeUndefined();
});
