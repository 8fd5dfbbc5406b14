import { connect, type Socket } from 'node:net';
import type { Incoming } from '../../src/server/http/node-adapter';
import { requestText, sendRaw } from '../support/http/raw-http';
import { eventually } from '../support/time/waiting';
import { type RunningServer, WaitingServer, waitingTokens } from '../support/process/waiting-server';

const running: RunningServer[] = [];
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  for (const server of running.splice(0)) await server.close();
});

const timeout = { headers: 10_000, request: 30_000, keepAlive: 65_000, check: 2_000, stalled: 300 };
const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });

/** Each chunk is there as soon as it is asked for. */
function chunks(count: number, chunk: Uint8Array, onPull: () => void = () => undefined): ReadableStream {
  let left = count;
  return new ReadableStream<Uint8Array>({
    pull(controller) {
      onPull();
      if (left === 0) controller.close();
      else controller.enqueue(chunk);
      left -= 1;
    },
  });
}

async function start(stream: () => ReadableStream): Promise<RunningServer> {
  const fetch = (): Promise<Response> => Promise.resolve(new Response(stream()));
  const server = await WaitingServer.start({ timeout, fetch });
  running.push(server);
  return server;
}

function request(port: number, token: string = waitingTokens[0]): string {
  const head = [
    `Host: 127.0.0.1:${port}`,
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    `Content-Length: ${body.length}`,
  ];
  return requestText('POST', '/mcp', head, body);
}

test('a stream of many messages pauses for other work', async () => {
  let atOnce = 0;
  let most = 0;
  const { port } = await start(() =>
    chunks(2000, new TextEncoder().encode('data: x\n\n'), () => {
      if (atOnce === 0) setImmediate(() => (atOnce = 0));
      atOnce += 1;
      most = Math.max(most, atOnce);
    }),
  );
  const answer = await sendRaw(port, request(port));
  expect(answer.body.match(/data: x/g)).toHaveLength(2000);
  expect(most).toBeGreaterThan(1);
  expect(most).toBeLessThan(70);
});

describe('a client that does not read its response', () => {
  const large = new Uint8Array(1_000_000);

  async function stall(port: number): Promise<{ socket: Socket; isClosed: () => boolean }> {
    let isClosed = false;
    const socket = connect(port, '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => (isClosed = true));
    await new Promise<void>(resolve => socket.write(request(port), () => resolve()));
    return { socket: socket.pause(), isClosed: () => isClosed };
  }

  it('is disconnected, and its response is dropped', async () => {
    let pulls = 0;
    let isCancelled = false;
    const endless = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulls += 1;
        controller.enqueue(large);
      },
      cancel: () => void (isCancelled = true),
    });
    const { server, port } = await start(() => endless);
    const { socket, isClosed } = await stall(port);
    await eventually(() => isCancelled);
    expect(pulls).toBeLessThan(50);
    socket.resume();
    await eventually(isClosed);
    expect(server.bugs).toEqual([]);
  });
});

test('large responses that are not read count against the memory limit of their token, until their client disconnects', async () => {
  const large = new Uint8Array(12_000_000);
  const fetch = (): Promise<Response> => Promise.resolve(new Response(large));
  const bodyLimits = { perToken: 20_000_000, inAll: 40_000_000 };
  const server = await WaitingServer.start({ fetch, bodyLimits });
  running.push(server);
  const taken = await sendRaw(server.port, request(server.port));
  expect(taken.body.length).toBeGreaterThanOrEqual(large.length);
  const socket = connect(server.port, '127.0.0.1').pause();
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(request(server.port));
  await eventually(async () => (await sendRaw(server.port, request(server.port))).status === 503);
  const refused = await sendRaw(server.port, request(server.port));
  expect(refused.headers).toMatchObject({ 'content-type': 'application/json', 'retry-after': '1' });
  expect((await sendRaw(server.port, request(server.port, waitingTokens[1]))).status).toBe(200);
  socket.destroy();
  await eventually(async () => (await sendRaw(server.port, request(server.port))).status === 200);
  expect(server.server.bugs).toEqual([]);
});

test('a stream whose client disconnected before it began is dropped', async () => {
  let isAsked = false;
  let isCancelled = false;
  const fetch = async ({ request: { signal } }: Incoming): Promise<Response> => {
    isAsked = true;
    await new Promise(resolve => signal.addEventListener('abort', resolve));
    return new Response(new ReadableStream({ cancel: () => void (isCancelled = true) }));
  };
  const server = await WaitingServer.start({ fetch });
  running.push(server);
  const socket = connect(server.port, '127.0.0.1');
  sockets.push(socket);
  socket.write(request(server.port));
  await eventually(() => isAsked);
  socket.destroy();
  await eventually(() => isCancelled);
  expect(server.server.bugs).toEqual([]);
});
