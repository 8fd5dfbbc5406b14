import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough, Writable } from 'node:stream';
import { bridgeStdio } from '../../pkg/bridge/stdio';
import { type Message, notificationOf, parseMessage, resultOf } from '../../pkg/bridge/message';
import { Endpoint, noSession } from '../../pkg/bridge/endpoint';
import { readEvents } from '../../pkg/bridge/event-stream';

describe('standard input and output', () => {
  type Serve = (asked: Message, response: ServerResponse, request: IncomingMessage) => void;

  let input: PassThrough;
  let serve: Serve;
  let server: Server;
  let url: URL;

  beforeEach(async () => {
    input = new PassThrough();
    server = createServer((request, response) => {
      const chunks: string[] = [];
      request.setEncoding('utf8').on('data', chunk => chunks.push(String(chunk)));
      request.on('end', () => serve(parseMessage(chunks.join('')) ?? {}, response, request));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    url = new URL(`http://127.0.0.1:${portOf(server)}/mcp`);
  });
  afterEach(() => {
    server.closeAllConnections();
    server.close();
  });

  function portOf(listening: Server): number {
    const address: AddressInfo | string | null = listening.address();
    return typeof address === 'object' && address !== null ? address.port : 0;
  }

  const call = (id: number, method = 'tools/call'): string =>
    `${JSON.stringify({ jsonrpc: '2.0', id, method, params: { name: 'x' } })}\n`;

  function answer(response: ServerResponse, ...messages: readonly Message[]): void {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    response.end(messages.map(message => `data: ${JSON.stringify(message)}\n\n`).join(''));
  }

  const run = (output: Writable, timeout?: number): Promise<void> =>
    bridgeStdio(url, 'lct_x', {
      ...{ input, output, complain: () => undefined },
      ...(timeout === undefined ? {} : { timeout }),
    });

  test('each request of a batch is refused, so that none waits', async () => {
    const output = new PassThrough({ encoding: 'utf8' });
    const [one, two] = [call(1), call(2)].map(text => text.trim());
    input.end(`[${one},{"jsonrpc":"2.0","method":"notifications/x"},${two}]\n`);
    await run(output);
    const lines = String(output.read()).trim().split('\n');
    expect(lines.map(line => parseMessage(line))).toMatchObject([
      { id: 1, error: { code: -32_600 } },
      { id: 2, error: { code: -32_600 } },
    ]);
  });

  describe('when the client closes its input', () => {
    test('its pending requests are still answered', async () => {
      const output = new PassThrough({ encoding: 'utf8' });
      const ended = new Promise<void>(resolve => {
        serve = (_asked, response) => {
          input.end();
          input.once('close', () => {
            setImmediate(() => answer(response, resultOf(1, { done: true })));
            resolve();
          });
        };
      });
      input.write(call(1));
      await Promise.all([run(output), ended]);
      expect(JSON.parse(String(output.read()))).toEqual(resultOf(1, { done: true }));
    });

    test('a response that does not come is not waited for longer than the limit', async () => {
      const gone = new Promise<void>(resolve => {
        serve = (_asked, response) => {
          input.end();
          response.once('close', resolve);
        };
      });
      input.write(call(1));
      await run(new PassThrough(), 20);
      await gone;
    });

    test('a subscription, which has no response, is not waited for', async () => {
      serve = () => input.end();
      input.write(call(1, 'subscriptions/listen'));
      await run(new PassThrough(), 3_600_000);
    });

    test('nothing is waited for when nothing reads the output any more', async () => {
      const output = new PassThrough();
      serve = () => {
        input.end();
        output.destroy();
      };
      input.write(call(1));
      await run(output, 3_600_000);
    });
  });

  test('nothing is written faster than it is read', async () => {
    const written: string[] = [];
    const waiting: (() => void)[] = [];
    const output = new Writable({
      highWaterMark: 1,
      decodeStrings: false,
      write: (line: string, _encoding, taken) => {
        written.push(line);
        waiting.push(taken);
        output.emit('begun');
      },
    });
    const messages = [1, 2, 3].map(step => ({ ...notificationOf('notifications/progress'), step }));
    serve = (_asked, response) => answer(response, ...messages, resultOf(1, {}));
    const begun = once(output, 'begun');
    input.write(call(1));
    const running = run(output);
    await begun;
    await turns(20);
    expect(output.writableLength).toBe(written[0]?.length);
    input.end();
    for (let most = 200; most > 0 && written.length < 5; most -= 1) {
      waiting.shift()?.();
      await turns(1);
    }
    waiting.shift()?.();
    await running;
    expect(written.slice(0, 4).map(line => parseMessage(line))).toEqual([...messages, resultOf(1, {})]);
  });

  /** Of the event loop. */
  async function turns(count: number): Promise<void> {
    for (let turn = 0; turn < count; turn += 1) await new Promise(resolve => setImmediate(resolve));
  }
});

describe('a server that starts again', () => {
  const message = { jsonrpc: '2.0', id: 1, method: 'ping' };

  let server: Server;
  let endpoint: Endpoint;

  beforeEach(async () => {
    server = createServer((request, response) => {
      request.resume();
      response.end('{}');
    });
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('The server has no port.');
    endpoint = new Endpoint(new URL(`http://127.0.0.1:${address.port}/mcp`), 'lct_test');
  });
  afterEach(() => {
    endpoint.close();
    server.close();
  });

  const post = (): Promise<IncomingMessage> =>
    endpoint.post(message, noSession, new AbortController().signal);

  async function done(response: IncomingMessage): Promise<number | undefined> {
    response.resume();
    await once(response, 'end');
    return response.statusCode;
  }

  test('a message after a restart of the server does not go to a connection that the server has ended', async () => {
    await done(await post());
    // The connection is now free to be used again, and the server ends it.
    await new Promise(resolve => setImmediate(resolve));
    server.closeAllConnections();
    expect(await done(await post())).toBe(200);
  });
});

async function* from(chunks: readonly string[]): AsyncGenerator<string> {
  for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function eventsIn(...chunks: string[]): Promise<string[]> {
  const events: string[] = [];
  for await (const event of readEvents(from(chunks))) events.push(event);
  return events;
}

describe('a stream of server-sent events', () => {
  test.each([
    ['one event', ['data: {"a":1}\n\n'], ['{"a":1}']],
    ['one without the space', ['data:x\n\n'], ['x']],
    ['data on several lines', ['data: a\ndata: b\n\n'], ['a\nb']],
    ['data beside ids', ['id: 7\ndata: a\n\ndata: b\n\n'], ['a', 'b']],
    ['comments and other fields', [': ping\nevent: message\nretry: 5\ndata: a\n\n'], ['a']],
    ['an event without data', ['id: 1\n\n'], []],
    ['an event that has not ended', ['data: a\n'], []],
    ['every kind of line break', ['data: a\r\n\r\ndata: b\r\rdata: c\n\n'], ['a', 'b', 'c']],
  ])('reads %s', async (_title, chunks, events) => {
    expect(await eventsIn(...chunks)).toEqual(events);
    expect(await eventsIn(...Array.from(chunks.join('')))).toEqual(events);
  });
});
