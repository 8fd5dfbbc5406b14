import { ChangeHub, gatherTime, sweepTime } from '../../../src/server/sessions/change-hub';
import { itemAt } from '../../../src/utils/collections';
import { maxWatched, type WatchServices, Watch } from '../../../src/server/sessions/watch';
import type { SliceTurn } from '../../../src/utils/slicing/time-slicer';
import type { VaultChange } from '../../../src/vault/app/change-feed';
import { Timers } from '../../support/time/timers';
import { idleTime, checkInterval, sessionsPerToken } from '../../../src/server/sessions/sessions';
import { askIn, askModern, Exchange, openSession, streamOf } from '../../support/http/mcp-stream';
import { eventually } from '../../support/time/waiting';
import { type RunningServer, WaitingServer, waitingTokens } from '../../support/process/waiting-server';

describe('the changes that are told', () => {
  const uriOf = (path: string): string => `vault:///${path}`;

  /** A vault in which folder `Private` is not there, with a count of what it is asked. */
  class SeenVault implements WatchServices {
    asked = 0;
    readonly gone = new Set<string>();
    readonly denied = new Set<string>();
    readonly resources = {
      pathOf: (uri: string) => (uri.startsWith('vault:///') ? uri.slice('vault:///'.length) : undefined),
      sees: (path: string) => this.ask(this.allows(path) && !this.gone.has(path)),
      mayHaveSeen: (path: string) => this.ask(this.allows(path)),
    };
    readonly vaultOverview = { isGuide: (path: string) => path === 'AGENTS.md' };
    readonly promptNotes = { holds: (path: string) => path.startsWith('Prompts/') };

    private allows(path: string): boolean {
      return !path.startsWith('Private/') && !this.denied.has(path);
    }

    private ask(answer: boolean): boolean {
      this.asked += 1;
      return answer;
    }
  }

  function hubOf(): {
    hub: ChangeHub;
    timers: Timers;
    steps: () => number;
    pauses: () => number;
    feeds: () => number;
    happen: (path: string, kind?: VaultChange['kind']) => void;
  } {
    const timers = new Timers();
    const feeds = new Set<(change: VaultChange) => void>();
    let steps = 0;
    let pauses = 0;
    const turn: SliceTurn = {
      due: () => (steps += 1) % 16 === 0,
      worked: () => 0,
      pause: () => Promise.resolve(void (pauses += 1)),
      share: work => work(),
    };
    const hub = new ChangeHub({
      after: timers.after,
      slicer: { slice: () => turn, deadlineIn: () => 0 },
      changes: listener => {
        feeds.add(listener);
        return () => feeds.delete(listener);
      },
      reportBug: (_where, error) => {
        throw error;
      },
    });
    const happen = (path: string, kind: VaultChange['kind'] = 'contents'): void => {
      for (const feed of feeds) feed({ path, kind, isNote: true });
    };
    return { hub, timers, steps: () => steps, pauses: () => pauses, feeds: () => feeds.size, happen };
  }

  function listener(): { watch: Watch; told: string[]; lists: string[] } {
    const told: string[] = [];
    const lists: string[] = [];
    const watch = new Watch({
      updated: uri => void told.push(uri),
      listChanged: kind => void lists.push(kind),
    });
    return { watch, told, lists };
  }

  const nothing = (): void => undefined;

  describe('a burst of ten thousand changes', () => {
    it('is reported to a client with a thousand resources once for each, in slices', async () => {
      const { hub, timers, steps, pauses, happen } = hubOf();
      const vault = new SeenVault();
      const { watch, told } = listener();
      for (let index = 0; index < 1000; index += 1) watch.add(uriOf(`n${index}.md`), vault);
      hub.add({ watch, services: () => vault, end: nothing });
      vault.asked = 0;
      for (let count = 0; count < 10_000; count += 1) happen(`n${count % 2000}.md`);
      // One to tell, and one to look for tokens that are no longer good.
      expect(timers.count).toBe(2);
      expect(vault.asked).toBe(0);
      timers.pass(gatherTime);
      await hub.settled();
      expect(told).toHaveLength(1000);
      expect(new Set(told).size).toBe(1000);
      // Once for each resource that it watches, and not for each change.
      expect(vault.asked).toBe(1000);
      expect(steps()).toBeGreaterThanOrEqual(1000);
      expect(pauses()).toBeGreaterThan(50);
      expect(timers.count).toBe(1);
    });

    it('in a folder that the client may not see causes no notification', async () => {
      const { hub, timers, happen } = hubOf();
      const vault = new SeenVault();
      const { watch, told, lists } = listener();
      for (let index = 0; index < 10; index += 1) watch.add(uriOf(`Private/${index}.md`), vault);
      watch.add('vault-info://tags', vault);
      hub.add({ watch, services: () => vault, end: nothing });
      for (let count = 0; count < 10_000; count += 1) happen(`Private/${count}.md`, 'listing');
      timers.pass(gatherTime);
      await hub.settled();
      expect([told, lists]).toEqual([[], []]);
    });
  });

  describe('the hub', () => {
    it('stores nothing and subscribes to nothing without listeners', () => {
      const { hub, timers, feeds, happen } = hubOf();
      const vault = new SeenVault();
      const leave = [1, 2].map(() =>
        hub.add({ watch: listener().watch, services: () => vault, end: nothing }),
      );
      happen('a.md');
      expect([feeds(), timers.count]).toEqual([1, 2]);
      for (const each of leave) each();
      expect([feeds(), timers.count, hub.size]).toEqual([0, 0, 0]);
    });

    it('reports changes during its notifications afterwards', async () => {
      const { hub, timers, happen } = hubOf();
      const vault = new SeenVault();
      const { watch, told } = listener();
      for (const path of ['a.md', 'b.md']) watch.add(uriOf(path), vault);
      hub.add({ watch, services: () => vault, end: nothing });
      happen('a.md');
      timers.pass(gatherTime);
      happen('b.md');
      await hub.settled();
      expect(told).toEqual([uriOf('a.md')]);
      await Promise.resolve();
      timers.pass(gatherTime);
      await hub.settled();
      expect(told).toEqual([uriOf('a.md'), uriOf('b.md')]);
    });

    it('notifies of a deletion once, and never of a note that was not there', async () => {
      const { hub, timers, happen } = hubOf();
      const vault = new SeenVault();
      const { watch, told } = listener();
      watch.add(uriOf('a.md'), vault);
      hub.add({ watch, services: () => vault, end: nothing });
      vault.gone.add('a.md');
      for (let round = 0; round < 3; round += 1) {
        happen('a.md', 'listing');
        timers.pass(gatherTime);
        await hub.settled();
        await Promise.resolve();
      }
      expect(told).toEqual([uriOf('a.md')]);
    });

    it('ends a stream whose token is no longer valid, without a notification', async () => {
      const { hub, timers, happen } = hubOf();
      const vault = new SeenVault();
      const { watch, told } = listener();
      watch.add(uriOf('a.md'), vault);
      let ended = 0;
      hub.add({ watch, services: () => undefined, end: () => void (ended += 1) });
      happen('a.md');
      timers.pass(gatherTime);
      await hub.settled();
      expect([told, ended]).toEqual([[], 1]);
    });
  });

  test('the number of resources that a client can watch is limited', () => {
    const vault = new SeenVault();
    const { watch } = listener();
    for (let index = 0; index < maxWatched; index += 1)
      expect(watch.add(uriOf(`${index}.md`), vault)).toBe(true);
    expect(watch.add(uriOf('more.md'), vault)).toBe(false);
    watch.remove(uriOf('0.md'));
    expect(watch.add(uriOf('more.md'), vault)).toBe(true);
  });

  test('a note that is denied after it was subscribed to causes no further notification', async () => {
    const { hub, timers, happen } = hubOf();
    const vault = new SeenVault();
    const { watch, told } = listener();
    for (const path of ['a.md', 'b.md']) watch.add(uriOf(path), vault);
    hub.add({ watch, services: () => vault, end: nothing });
    vault.denied.add('a.md');
    for (const path of ['a.md', 'b.md']) happen(path);
    timers.pass(gatherTime);
    await hub.settled();
    expect(told).toEqual([uriOf('b.md')]);
  });
});

describe('sessions', () => {
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

    it('of a client that can show questions stays for an hour, since a restored one could not', async () => {
      await openSession(endpoint(), { elicitation: { form: {} } });
      timers.pass(10 * idleTime);
      expect(sessions()).toBe(1);
      timers.pass(100 * idleTime);
      expect(sessions()).toBe(0);
    });

    it('goes on by its latest token', async () => {
      const current = itemAt(running.server.entries, 0);
      let isLive = true;
      running.server.entries = [{ ...current, isLive: () => isLive }];
      const session = await openSession(endpoint());
      running.server.entries = [current];
      const opened = await stream(session);
      isLive = false;
      running.server.protocol.listChanged('tools');
      await eventually(() => opened.messages.length === 1);
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
});
