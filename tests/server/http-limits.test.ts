import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { field } from '../support/json';
import { type RawAnswer, requestText, sendRaw } from '../support/http/raw-http';
import { eventually } from '../support/time/waiting';
import {
  type RunningServer,
  WaitingServer,
  type WaitingStart,
  waitingTokens,
} from '../support/process/waiting-server';

const running: RunningServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of running.splice(0)) await server.close();
});

async function start(how: WaitingStart = {}): Promise<RunningServer> {
  const server = await WaitingServer.start(how);
  running.push(server);
  return server;
}

const [token, otherToken] = waitingTokens;
const message = (method: string, params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const waiting = message('tools/call', { name: 'wait', arguments: {} });
const listing = message('tools/list');

function head(port: number, length: number, bearer: string): string[] {
  return [
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${bearer}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${length}`,
  ];
}

function ask(port: number, body: string, bearer: string = token): Promise<RawAnswer> {
  return sendRaw(port, requestText('POST', '/mcp', head(port, body.length, bearer), body));
}

/** A connection that stays open, over which something may have gone out. */
function hold(
  port: number,
  text = '',
  allowHalfOpen = false,
): Promise<{ socket: Socket; received: () => string; ended: Promise<void> }> {
  return new Promise((resolve, reject) => {
    let received = '';
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen });
    sockets.push(socket);
    socket.on('data', data => (received += String(data)));
    const ended = new Promise<void>(done => socket.once('close', () => done()));
    socket.on('error', reject);
    socket.on('connect', () =>
      socket.write(text, () => resolve({ socket, received: () => received, ended })),
    );
  });
}

const holdMany = (port: number, count: number, text = ''): Promise<Awaited<ReturnType<typeof hold>>[]> =>
  Promise.all(Array.from({ length: count }, () => hold(port, text)));

/** Connections that were answered with a token, and stay open. The answer is the cheapest that there is: no stream. */
async function holdProven(port: number, count: number): ReturnType<typeof holdMany> {
  const asked = requestText('GET', '/mcp', head(port, 0, token)).replace('Connection: close\r\n', () => '');
  const held = await holdMany(port, count, asked);
  for (const { socket, received } of held)
    while (!received().includes('HTTP/1.1 405 ')) await once(socket, 'data');
  return held;
}

/** A request that does not end its connection. */
const openRequest = (port: number, length: number, bearer: string, body: string): string =>
  requestText('POST', '/mcp', head(port, length, bearer), body).replace('Connection: close\r\n', () => '');

describe('a client that is slow', () => {
  const timeout = { headers: 150, request: 300, keepAlive: 150, check: 30, stalled: 30_000 };

  test.each([
    ['nothing', ''],
    ['half a head', 'POST /mcp HTTP/1.1\r\nHost: 127'],
  ])('and sends %s gets 408 in JSON and is disconnected', async (_what, text) => {
    const { port } = await start({ timeout });
    const { received, ended } = await hold(port, text);
    await ended;
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(field(JSON.parse(received().split('\r\n\r\n')[1] ?? ''), 'error', 'code')).toBe(-32005);
  });

  test('and sends its headers letter by letter is disconnected', async () => {
    const { port } = await start({ timeout });
    const { socket, received, ended } = await hold(port, 'POST /mcp HTTP/1.1\r\nX: ');
    const drip = setInterval(() => socket.write('x'), 20);
    await ended;
    clearInterval(drip);
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('and sends half a body is disconnected, while others are served', async () => {
    const { port } = await start({ timeout });
    // The first request of a process takes long; meanwhile the time of the others would run out.
    await ask(port, listing);
    const { received, ended } = await hold(port, openRequest(port, 1000, token, '{"jsonrpc":'));
    expect((await ask(port, listing)).status).toBe(200);
    await ended;
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
  });

  test('and sends no further request is disconnected without a response', async () => {
    const { port } = await start({ timeout });
    const text = requestText('POST', '/mcp', head(port, listing.length, token), listing);
    const { received, ended } = await hold(
      port,
      text.replace('Connection: close\r\n', () => ''),
    );
    await ended;
    expect(received()).toMatch(/^HTTP\/1\.1 200 /);
    expect(received()).not.toContain('408');
  });

  test('and waits for its result is not disconnected', async () => {
    const { server, port } = await start({ timeout });
    const answer = ask(port, waiting);
    await eventually(() => server.started === 1);
    // This one began later, and its time runs out.
    const late = await hold(port, openRequest(port, 1000, token, '{"jsonrpc":'));
    await late.ended;
    expect(late.received()).toMatch(/^HTTP\/1\.1 408 /);
    server.endCalls();
    expect((await answer).body).toContain('"done":true');
  });
});

describe('connections', () => {
  test('beyond 256 with valid tokens get an error, the others continue, and closed ones free their place', async () => {
    const { server, port } = await start();
    const early = ask(port, waiting);
    await eventually(() => server.started === 1);
    await holdProven(port, 255);
    const refused = await ask(port, listing);
    expect(refused).toMatchObject({
      status: 503,
      headers: { 'content-type': 'application/json', 'retry-after': '1' },
    });
    expect(field(JSON.parse(refused.body), 'error', 'message')).toBe('Too many connections.');
    server.endCalls();
    expect(await early).toMatchObject({ status: 200 });
    expect((await ask(port, listing)).status).toBe(200);
  });

  test('without a valid token are closed for new ones, the oldest first', async () => {
    const { port } = await start();
    const oldest = await hold(port);
    const ended: string[] = [];
    void oldest.ended.then(() => ended.push('oldest'));
    const [proven] = await holdProven(port, 1);
    void proven?.ended.then(() => ended.push('proven'));
    const silent = await holdMany(port, 254);
    for (const { ended: end } of silent) void end.then(() => ended.push('younger'));
    expect((await ask(port, listing)).status).toBe(200);
    await oldest.ended;
    expect(ended).toEqual(['oldest']);
  });

  test('that stay open block no one once the idle ones are closed', async () => {
    const { port } = await start({
      timeout: { headers: 200, request: 400, keepAlive: 200, check: 50, stalled: 30_000 },
    });
    const crowd = await Promise.allSettled(Array.from({ length: 500 }, () => hold(port)));
    expect(crowd).toHaveLength(500);
    await eventually(() =>
      ask(port, listing).then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
  });
});

describe('bodies that are held', () => {
  const bodyLimits = { perToken: 3000, inAll: 5000 };
  const half = (port: number, bearer: string): string => openRequest(port, 2000, bearer, 'x'.repeat(1400));

  test('beyond the limit of a token are refused in JSON until others are released, and other tokens are served', async () => {
    const { port } = await start({ bodyLimits });
    const held = await holdMany(port, 2, half(port, token));
    await eventually(async () => (await ask(port, listing.padEnd(1000))).status === 503);
    const refused = await ask(port, listing.padEnd(1000));
    expect(refused.headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '1' });
    expect(field(JSON.parse(refused.body), 'error', 'code')).toBe(-32009);
    expect((await ask(port, listing.padEnd(1000), otherToken)).status).toBe(200);
    for (const { socket } of held) socket.destroy();
    await eventually(async () => (await ask(port, listing.padEnd(1000))).status === 200);
  });

  test('beyond the limit of all are refused too', async () => {
    const { port } = await start({ bodyLimits });
    await holdMany(port, 2, half(port, token));
    await holdMany(port, 1, half(port, otherToken));
    await eventually(async () => (await ask(port, listing.padEnd(1500), otherToken)).status === 503);
  });

  test('count until their request has its response', async () => {
    const { server, port } = await start({ bodyLimits });
    const early = ask(port, waiting.padEnd(2500));
    await eventually(() => server.started === 1);
    expect((await ask(port, listing.padEnd(1000))).status).toBe(503);
    server.endCalls();
    expect((await early).status).toBe(200);
    expect((await ask(port, listing.padEnd(1000))).status).toBe(200);
  });
});

describe('a client that never closes its side', () => {
  test.each([
    ['asks for a tunnel', 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n'],
    ['speaks no HTTP', 'nonsense\r\n\r\n'],
    ['sends too large a head', `POST /mcp HTTP/1.1\r\nX: ${'x'.repeat(40_000)}`],
  ])('and %s frees its connection', async (_what, text) => {
    const { port } = await start();
    await Promise.all(Array.from({ length: 256 }, () => hold(port, text, true)));
    await eventually(() => ask(port, listing).then(({ status }) => status === 200));
  });

  test('does not keep the server from closing', async () => {
    const server = await WaitingServer.start();
    const { port } = server;
    const { received } = await hold(port, 'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n', true);
    await eventually(() => received().includes('405'));
    const began = performance.now();
    await server.close();
    expect(performance.now() - began).toBeLessThan(400);
  });
});

describe('calls', () => {
  test('beyond 16 of one token wait for their turn, and other tokens are served meanwhile', async () => {
    const { server, port } = await start();
    const calls = Array.from({ length: 100 }, () => ask(port, waiting));
    await eventually(() => server.started === 16);
    const other = ask(port, waiting, otherToken);
    await eventually(() => server.started === 17);
    expect(server.log.all).toEqual([]);
    server.endCalls();
    const bodies = (await Promise.all(calls)).map(({ body }) => body);
    expect(bodies.filter(body => body.includes('"done":true'))).toHaveLength(100);
    expect((await other).body).toContain('"done":true');
    expect(server.bugs).toEqual([]);
  });

  test('of clients that disconnect end, and their slots are free again', async () => {
    const { server, port } = await start();
    const text = requestText('POST', '/mcp', head(port, waiting.length, token), waiting);
    const clients = await Promise.all(Array.from({ length: 16 }, () => hold(port, text)));
    await eventually(() => server.started === 16);
    for (const [index, { socket }] of clients.entries()) {
      if (index % 2 === 0) socket.destroy();
      else socket.resetAndDestroy();
    }
    await eventually(() => server.abandoned === 16);
    await eventually(() => server.log.all.length === 16);
    expect(new Set(server.log.all.map(({ outcome }) => outcome))).toEqual(new Set(['budget_exceeded']));
    const next = ask(port, waiting);
    await eventually(() => server.started === 17);
    server.endCalls();
    expect((await next).body).toContain('"done":true');
    expect(server.bugs).toEqual([]);
  });
});

describe('a response that fails', () => {
  test('before its headers are sent is 500 in JSON, which arrives whole', async () => {
    const { server, port } = await start({ fetch: () => Promise.reject(new Error('broken')) });
    const answer = await ask(port, listing);
    expect(answer).toMatchObject({ status: 500, headers: { 'content-type': 'application/json' } });
    expect(field(JSON.parse(answer.body), 'error', 'message')).toBe('Internal error.');
    expect(server.bugs).toHaveLength(1);
  });

  test('after its headers ends the connection, and does not look complete', async () => {
    const parts = ['{"half":', undefined];
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const part = parts.shift();
        if (part === undefined) controller.error(new Error('broken'));
        else controller.enqueue(new TextEncoder().encode(part));
      },
    });
    const { server, port } = await start({ fetch: () => Promise.resolve(new Response(body)) });
    expect((await ask(port, listing)).body).not.toContain('\r\n0\r\n');
    expect(server.bugs).toHaveLength(1);
  });
});
