import { sweepTime } from '../../../src/server/sessions/change-hub';
import { idleTime, checkInterval, sessionsPerToken } from '../../../src/server/sessions/sessions';
import { askIn, askModern, Exchange, openSession, streamOf } from '../../support/http/mcp-stream';
import { Timers } from '../../support/time/timers';
import { eventually } from '../../support/time/waiting';
import { type RunningServer, WaitingServer, waitingTokens } from '../../support/process/waiting-server';

let running: RunningServer;
let timers: Timers;
const streams: Exchange[] = [];
const [token, otherToken] = waitingTokens;
const endpoint = (value: string = token): { url: string; token: string } => ({
  url: `http://127.0.0.1:${running.port}/mcp`,
  token: value,
});

beforeEach(async () => {
  timers = new Timers();
  running = await WaitingServer.start({ timers });
});
afterEach(async () => {
  for (const stream of streams.splice(0)) stream.leave();
  await running.close();
  expect(running.server.bugs).toEqual([]);
});

const sessions = (): number => running.server.protocol.open().sessions;

async function stream(session: string, value?: string): Promise<Exchange> {
  const opened = await streamOf(endpoint(value), session);
  streams.push(opened);
  return opened;
}

/** A call that works until it is told to end. */
async function beginWaiting(session: string): Promise<Exchange> {
  const before = running.server.started;
  const exchange = await Exchange.begin(endpoint(), {
    body: { jsonrpc: '2.0', id: 'w', method: 'tools/call', params: { name: 'wait', arguments: {} } },
    headers: { 'Mcp-Session-Id': session },
  });
  streams.push(exchange);
  await eventually(() => running.server.started > before);
  return exchange;
}

describe('an older client', () => {
  it('that initializes gets a session', async () => {
    const session = await openSession(endpoint());
    expect(session).toMatch(/^[\w-]{22}\.[\w-]{43}$/);
    expect((await askIn(endpoint(), session, 'tools/list')).messages[0]?.result).toHaveProperty('tools');
    expect(sessions()).toBe(1);
  });

  it('is named in the log of calls, until its session is restored', async () => {
    const session = await openSession(endpoint());
    running.server.endCalls();
    const call = { name: 'wait', arguments: {} };
    await askIn(endpoint(), session, 'tools/call', call);
    timers.pass(idleTime + checkInterval);
    expect(sessions()).toBe(0);
    await askIn(endpoint(), session, 'tools/call', call);
    expect(running.server.log.all.map(({ client }) => client)).toEqual(['tests', undefined]);
  });

  it('that uses an id again while its request is under way is refused, and the first request is answered', async () => {
    const session = await openSession(endpoint());
    const first = await beginWaiting(session);
    const second = await Exchange.begin(endpoint(), {
      body: { jsonrpc: '2.0', id: 'w', method: 'tools/list' },
      headers: { 'Mcp-Session-Id': session },
    });
    await second.ended;
    expect(second.status).toBe(400);
    running.server.endCalls();
    await first.ended;
    expect(first.messages.at(-1)).toMatchObject({ id: 'w', result: { structuredContent: { done: true } } });
    const third = await Exchange.begin(endpoint(), {
      body: { jsonrpc: '2.0', id: 'w', method: 'tools/list' },
      headers: { 'Mcp-Session-Id': session },
    });
    await third.ended;
    expect(third.messages[0]?.result).toHaveProperty('tools');
  });

  it('that names no session is served without one', async () => {
    const exchange = await Exchange.begin(endpoint(), {
      body: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    });
    await exchange.ended;
    expect(exchange.messages[0]?.result).toHaveProperty('tools');
    expect(sessions()).toBe(0);
  });

  it('ends its session, which is then unknown', async () => {
    const session = await openSession(endpoint());
    const opened = await stream(session);
    const ending = await Exchange.begin(endpoint(), {
      method: 'DELETE',
      headers: { 'Mcp-Session-Id': session },
    });
    expect(ending.status).toBe(200);
    await opened.ended;
    expect(sessions()).toBe(0);
    const after = await askIn(endpoint(), session, 'tools/list');
    expect(after.status).toBe(404);
    expect(after.messages[0]?.error).toEqual({ code: -32001, message: 'Session not found.' });
    expect((await stream(session)).status).toBe(404);
  });

  it('cannot use the session of another token, nor an invented id', async () => {
    const session = await openSession(endpoint());
    const [others, invented] = [
      await askIn(endpoint(otherToken), session, 'tools/list'),
      await askIn(endpoint(otherToken), `${'x'.repeat(22)}.${'y'.repeat(43)}`, 'tools/list'),
    ];
    expect([others.status, others.messages]).toEqual([404, invented.messages]);
    expect((await stream(session, otherToken)).status).toBe(404);
    expect((await askIn(endpoint(), session, 'tools/list')).status).toBe(200);
  });

  it('gets no stream without a session', async () => {
    for (const method of ['GET', 'DELETE'])
      expect((await Exchange.begin(endpoint(), { method })).status).toBe(405);
  });

  it('that opens its stream again gets the new one', async () => {
    const session = await openSession(endpoint());
    const [first, second] = [await stream(session), await stream(session)];
    await first.ended;
    running.server.protocol.listChanged('tools');
    await eventually(() => second.messages.length === 1);
  });

  it('ends a call by cancelling it, and its stream ends', async () => {
    const session = await openSession(endpoint());
    const call = await beginWaiting(session);
    await Exchange.begin(endpoint(), {
      body: { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'w' } },
      headers: { 'Mcp-Session-Id': session },
    });
    await call.ended;
    await eventually(() => running.server.abandoned === 1);
    expect(call.messages).toEqual([]);
  });

  it('ends a call by disconnecting', async () => {
    const session = await openSession(endpoint());
    (await beginWaiting(session)).leave();
    await eventually(() => running.server.abandoned === 1);
  });
});

test('a client of the current revision ends a call by disconnecting', async () => {
  const params = { name: 'wait', arguments: {} };
  const controller = new AbortController();
  const revision = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const gone = fetch(endpoint().url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      Accept: 'application/json, text/event-stream',
      'Content-Type': 'application/json',
      'MCP-Protocol-Version': revision,
      'Mcp-Method': 'tools/call',
      'Mcp-Name': 'wait',
    },
    signal: controller.signal,
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { ...params, _meta } }),
  }).catch(() => undefined);
  await eventually(() => running.server.started === 1);
  controller.abort();
  await gone;
  await eventually(() => running.server.abandoned === 1);
});

describe('a session', () => {
  it('that is idle is dropped, and restored when it is used', async () => {
    const session = await openSession(endpoint());
    timers.pass(idleTime + checkInterval);
    expect(sessions()).toBe(0);
    expect(timers.count).toBe(0);
    expect((await askIn(endpoint(), session, 'tools/list')).messages[0]?.result).toHaveProperty('tools');
    expect((await stream(session)).status).toBe(200);
    expect(sessions()).toBe(1);
  });

  it('stays while its stream or a call is open', async () => {
    const [watching, calling] = [await openSession(endpoint()), await openSession(endpoint())];
    const opened = await stream(watching);
    const call = await beginWaiting(calling);
    timers.pass(10 * idleTime);
    expect(sessions()).toBe(2);
    opened.leave();
    call.leave();
    await eventually(() => {
      timers.pass(idleTime + checkInterval);
      return sessions() === 0;
    });
  });

  it('is dropped for newer ones, idle ones before busy ones', async () => {
    const busy = await openSession(endpoint());
    const opened = await stream(busy);
    const others = await openSession(endpoint(otherToken));
    for (let count = 0; count < 2 * sessionsPerToken; count += 1) await openSession(endpoint());
    expect(sessions()).toBe(sessionsPerToken + 1);
    running.server.protocol.listChanged('tools');
    await eventually(() => opened.messages.length === 1);
    expect((await askIn(endpoint(otherToken), others, 'tools/list')).status).toBe(200);
  });

  it('ends when its token does', async () => {
    const opened = await stream(await openSession(endpoint()));
    running.server.entries = running.server.entries.slice(1);
    running.server.protocol.listChanged('tools');
    await opened.ended;
    expect(opened.messages).toEqual([]);
    expect(sessions()).toBe(0);
  });

  it('ends at the next check when its token expires', async () => {
    const opened = await stream(await openSession(endpoint()));
    const listening = await askModern(endpoint(), 'subscriptions/listen', {
      notifications: { toolsListChanged: true },
    });
    running.server.entries = running.server.entries.map(entry => ({ ...entry, expires: 1 }));
    timers.pass(sweepTime);
    await opened.ended;
    await listening.ended;
  });
});

describe('the streams of the current revision', () => {
  const notifications = { toolsListChanged: true };

  it('are limited for one token, and freed when clients disconnect', async () => {
    const opened: Exchange[] = [];
    for (let count = 0; count < 16; count += 1)
      opened.push(await askModern(endpoint(), 'subscriptions/listen', { notifications }));
    streams.push(...opened);
    const refused = await askModern(endpoint(), 'subscriptions/listen', { notifications });
    await refused.ended;
    expect(refused.messages[0]?.error?.message).toMatch(/^busy/);
    for (const one of opened) one.leave();
    await eventually(() => running.server.protocol.open().subscriptions === 0);
  });

  it('end when their token does', async () => {
    const opened = await askModern(endpoint(), 'subscriptions/listen', { notifications });
    running.server.entries = running.server.entries.slice(1);
    running.server.protocol.listChanged('tools');
    await opened.ended;
    expect(opened.told('notifications/tools/list_changed')).toEqual([]);
    expect(running.server.protocol.open().subscriptions).toBe(0);
  });
});
