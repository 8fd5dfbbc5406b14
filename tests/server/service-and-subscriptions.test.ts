import { once } from 'node:events';
import { symlinkSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { maxWatched } from '../../src/server/sessions/watch';
import type { Endpoint } from '../support/clients';
import { RunningLectern } from '../support/lectern';
import { askIn, askModern, type Exchange, openSession, streamOf } from '../support/http/mcp-stream';
import { eventually } from '../support/time/waiting';
import type { ServerStatus } from '../../src/control';
import { McpService, type ServiceOptions } from '../../src/server/mcp-service';
import { serverProblemText } from '../../src/ui/text/server-texts';
import { Timers } from '../support/time/timers';
import { nextFreePort } from '../../src/server/http/free-port';
import { checkClients, checkedFiles } from '../support/client-checks';

describe('subscriptions', () => {
  const updated = 'notifications/resources/updated';
  const listChanged = 'notifications/resources/list_changed';
  const promptsChanged = 'notifications/prompts/list_changed';

  const settingsFile = '.obsidian/plugins/lectern-mcp/data.json';

  let lectern: RunningLectern;
  let owner: Endpoint;
  let guest: Endpoint;
  const streams: Exchange[] = [];

  beforeEach(async () => {
    lectern = await RunningLectern.start({
      files: {
        'a.md': '1',
        'b c.md': '1',
        'Private/x.md': '1',
        'AGENTS.md': 'Guide',
        'Prompts/p.md': 'Hi',
        [settingsFile]: '{ "version": 1 }',
      },
      prepare: folder => symlinkSync('Private', join(folder.path, 'Shared')),
      settings: {
        promptsFolder: 'Prompts',
        tokens: [
          { name: 'owner', value: 'lct_owner-of-everything', rights: 'full' },
          { name: 'guest', value: 'lct_guest-of-some-folders', rights: 'read', deny: ['Private'] },
        ],
      },
      tokens: [],
    });
    owner = { url: lectern.url, token: 'lct_owner-of-everything' };
    guest = { url: lectern.url, token: 'lct_guest-of-some-folders' };
  });
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.leave();
    await lectern.close();
  });

  /** The two ways to be told: a session with a stream, and a request that stays open. */
  const eras: Readonly<Record<string, (endpoint: Endpoint, uris: readonly string[]) => Promise<Exchange>>> = {
    2025: async (endpoint, uris) => {
      const session = await openSession(endpoint);
      for (const uri of uris) await askIn(endpoint, session, 'resources/subscribe', { uri });
      return streamOf(endpoint, session);
    },
    2026: async (endpoint, uris) => {
      const notifications = {
        resourceSubscriptions: uris,
        resourcesListChanged: true,
        promptsListChanged: true,
        toolsListChanged: true,
      };
      const stream = await askModern(endpoint, 'subscriptions/listen', { notifications });
      await eventually(() => stream.messages.length > 0);
      return stream;
    },
  };

  /** A stream of each era, side by side: notifications are gathered for half a second, which one wait covers. */
  async function listening(endpoint: Endpoint, uris: readonly string[]): Promise<Exchange[]> {
    const opened = await Promise.all(Object.values(eras).map(listen => listen(endpoint, uris)));
    streams.push(...opened);
    return opened;
  }

  /** Waits until each of them has been told so. */
  function eachTold(opened: readonly Exchange[], holds: (stream: Exchange) => boolean): Promise<void> {
    return eventually(() => opened.every(holds));
  }

  /** What is expected of the stream of each era, in their order. */
  const inEach = (value: unknown): unknown[] => Object.keys(eras).map(() => value);

  const urisTold = (stream: Exchange): unknown[] => stream.told(updated).map(({ uri }) => uri);
  const vault = (): RunningLectern['host']['app']['vault'] => lectern.host.app.vault;

  describe('a client of 2025 and one of 2026 that listen', () => {
    it('are notified once of a note that changes many times, by the URI they gave', async () => {
      const opened = await listening(owner, ['vault:///b%20c.md']);
      for (let count = 0; count < 50; count += 1) await vault().adapter.write('b c.md', String(count));
      await vault().create('new.md', '');
      await eachTold(opened, stream => urisTold(stream).length > 0 && stream.told(listChanged).length > 0);
      expect(opened.map(stream => [...new Set(urisTold(stream))])).toEqual(inEach(['vault:///b%20c.md']));
      for (const stream of opened) expect(urisTold(stream).length).toBeLessThan(5);
    });

    it('are notified of a deleted note', async () => {
      const opened = await listening(owner, ['vault:///a.md']);
      await lectern.host.app.vault.adapter.remove('a.md');
      await eachTold(opened, stream => urisTold(stream).length > 0 && stream.told(listChanged).length > 0);
    });

    it('are notified of changed tags and of the guide', async () => {
      const opened = await listening(owner, ['vault-info://tags', 'vault-info://guide']);
      await vault().adapter.write('AGENTS.md', 'Another guide');
      await eachTold(opened, stream => urisTold(stream).length === 2);
    });

    it('are notified of a new prompt', async () => {
      const opened = await listening(owner, []);
      await vault().create('Prompts/q.md', '');
      await eachTold(opened, stream => stream.told(promptsChanged).length === 1);
    });

    it('get no notification of a folder that their token may not see', async () => {
      const uris = ['vault:///Private/x.md', 'vault:///Private/new.md', 'vault-info://tags'];
      const [told, other] = [await listening(guest, uris), await listening(owner, ['vault:///Private/x.md'])];
      await vault().adapter.write('Private/x.md', '2');
      await vault().create('Private/new.md', '');
      await vault().adapter.remove('Private/x.md');
      await eachTold(other, stream => urisTold(stream).length > 0 && stream.told(listChanged).length > 0);
      await vault().adapter.write('a.md', 'A change that it may see');
      await eachTold(told, stream => urisTold(stream).length > 0);
      expect(told.map(urisTold)).toEqual(inEach(['vault-info://tags']));
      expect(told.map(stream => stream.told(listChanged))).toEqual(inEach([]));
      expect(told.map(stream => stream.told(promptsChanged))).toEqual(inEach([]));
    });

    it('get no notification when a link into such a folder is removed', async () => {
      const [told, other] = [await listening(guest, ['vault-info://tags']), await listening(owner, [])];
      await lectern.host.app.vault.adapter.rename('Shared', 'Common');
      await lectern.host.app.vault.adapter.remove('Common');
      await eachTold(other, stream => stream.told(listChanged).length > 0);
      await vault().adapter.write('Prompts/p.md', 'A change that it may see');
      await eachTold(told, stream => stream.told(promptsChanged).length > 0);
      expect(told.map(stream => stream.told(listChanged))).toEqual(inEach([]));
      expect(told.map(urisTold)).toEqual(inEach(['vault-info://tags']));
    });

    it('are notified when their tools may have changed', async () => {
      const opened = await listening(owner, []);
      changeSettings();
      await eachTold(opened, stream => stream.told('notifications/tools/list_changed').length > 0);
    });
  });

  /** Another hand writes the settings; the tokens stay, which are laid over them. */
  function changeSettings(): void {
    const settings = JSON.stringify({ version: 1, disabledTools: ['search'] });
    lectern.folder.write(settingsFile, settings);
  }

  describe('a session', () => {
    it('cannot subscribe to hidden resources, nor to absent ones', async () => {
      const session = await openSession(guest);
      const [denied, absent] = [
        await askIn(guest, session, 'resources/subscribe', { uri: 'vault:///Private/x.md' }),
        await askIn(guest, session, 'resources/subscribe', { uri: 'vault:///Nowhere/x.md' }),
      ];
      expect(denied.messages[0]?.error?.code).toBe(absent.messages[0]?.error?.code);
      expect(denied.messages[0]?.error?.message.replace('Private', () => 'Nowhere')).toBe(
        absent.messages[0]?.error?.message,
      );
    });

    it('is not notified after it unsubscribes', async () => {
      const session = await openSession(owner);
      for (const uri of ['vault:///a.md', 'vault:///b%20c.md'])
        await askIn(owner, session, 'resources/subscribe', { uri });
      await askIn(owner, session, 'resources/unsubscribe', { uri: 'vault:///a.md' });
      const stream = await streamOf(owner, session);
      streams.push(stream);
      await vault().adapter.write('a.md', '2');
      await vault().adapter.write('b c.md', '2');
      await eventually(() => urisTold(stream).length > 0);
      expect(urisTold(stream)).toEqual(['vault:///b%20c.md']);
    });
  });

  describe('subscriptions without end', () => {
    const many = Array.from({ length: maxWatched + 1 }, (_nothing, index) => `vault:///new ${index}.md`);

    it('are refused where one request names too many resources', async () => {
      const notifications = { resourceSubscriptions: many };
      const stream = await askModern(owner, 'subscriptions/listen', { notifications });
      await stream.ended;
      expect(stream.messages).toMatchObject([{ error: { code: -32602 } }]);
    });

    it('are refused where one token has too many streams, also when it asks for all at once', async () => {
      const opened = await Promise.all(
        Array.from({ length: 40 }, () =>
          askModern(owner, 'subscriptions/listen', { notifications: { toolsListChanged: true } }),
        ),
      );
      streams.push(...opened);
      await eventually(() => opened.every(({ messages }) => messages.length > 0));
      const refused = opened.filter(({ messages }) => messages[0]?.error !== undefined);
      expect(refused).toHaveLength(40 - 16);
    });
  });
});

describe('the service', () => {
  /** A start that can be seen, and goes no further. */
  function seenStart(): { prepare: () => Promise<ServiceOptions>; count: () => number } {
    let count = 0;
    const prepare = (): Promise<ServiceOptions> => {
      count += 1;
      return Promise.reject(new Error('seen'));
    };
    return { prepare, count: () => count };
  }

  test('a service that was ended does not start again, as when the plugin unloads before the layout is ready', async () => {
    const service = new McpService(() => undefined, serverProblemText);
    const { prepare, count } = seenStart();
    const waiting = service.start(prepare);
    const ended = service.end();
    await service.start(prepare);
    await Promise.all([waiting, ended]);
    expect(count()).toBe(0);
    expect(service.status).toEqual({ state: 'off' });
  });

  test('a service that was stopped starts again', async () => {
    const service = new McpService(() => undefined, serverProblemText);
    const { prepare, count } = seenStart();
    await service.stop();
    await service.start(prepare);
    expect(count()).toBe(1);
    expect(service.status).toEqual({ state: 'failed', problem: 'seen' });
  });

  describe('a port that is in use', () => {
    const open: Server[] = [];
    afterEach(() => {
      for (const server of open.splice(0)) server.close();
    });

    async function taken(): Promise<{ port: number; free: () => Promise<unknown> }> {
      const server = createServer();
      open.push(server);
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('There is no port.');
      const free = (): Promise<unknown> => {
        server.close();
        return once(server, 'close');
      };
      return { port: address.port, free };
    }

    function serviceOn(port: number): {
      service: McpService;
      timers: Timers;
      states: ServerStatus['state'][];
      prepare: () => Promise<ServiceOptions>;
    } {
      const timers = new Timers();
      const states: ServerStatus['state'][] = [];
      const service = new McpService(
        () => states.push(service.status.state),
        serverProblemText,
        timers.after,
      );
      const protocol = {
        fetchFor: () => () => Promise.resolve(new Response()),
        listChanged: () => undefined,
        open: () => ({ sessions: 0, subscriptions: 0 }),
        close: () => Promise.resolve(),
      };
      const parts: ServiceOptions = {
        ...{ host: '127.0.0.1', port, allowedOrigins: [], clock: () => 0, reportBug: () => undefined },
        entries: () => [
          {
            valueHash: 'a',
            expires: undefined,
            grant: { token: 'a', rights: 'read', allow: [], allowWrite: [], deny: [], disabledTools: [] },
          },
        ],
        createProtocol: () => protocol,
      };
      return { service, timers, states, prepare: () => Promise.resolve(parts) };
    }

    const problem = (port: number): string =>
      `Port ${port} is in use by another program, perhaps another vault. Choose another port in the settings.`;

    test('is waited for by a start with a waiting time, and used as soon as it is free', async () => {
      const { port, free } = await taken();
      const { service, timers, states, prepare } = serviceOn(port);
      const started = service.start(prepare, true);
      await eventually(() => timers.count === 1);
      expect(service.status.problem).toBe(
        `Port ${port} is still in use by another program, perhaps by this app before a reload.`,
      );
      await free();
      timers.pass(500);
      await started;
      expect(states).toEqual(['starting', 'waiting', 'listening']);
      await service.end();
    });

    test('fails the start when the time is over', async () => {
      const { port } = await taken();
      const { service, timers, prepare } = serviceOn(port);
      let isOver = false;
      const started = service.start(prepare, true).then(() => (isOver = true));
      let tries = 0;
      await eventually(() => {
        if (timers.count > 0) tries += 1;
        timers.pass(500);
        return isOver;
      });
      await started;
      expect(tries).toBe(40);
      expect(service.status).toEqual({ state: 'failed', problem: problem(port), takenPort: port });
    });

    test('fails a start without a waiting time at once', async () => {
      const { port } = await taken();
      const { service, timers, states, prepare } = serviceOn(port);
      await service.start(prepare);
      expect(states).toEqual(['starting', 'failed']);
      expect(timers.count).toBe(0);
    });

    test.each(['stop', 'end'] as const)(
      'is no longer waited for after %s, and no timer is left',
      async how => {
        const { port } = await taken();
        const { service, timers, prepare } = serviceOn(port);
        const started = service.start(prepare, true);
        await eventually(() => timers.count === 1);
        await service[how]();
        await started;
        expect(service.status).toEqual({ state: 'off' });
        expect(timers.count).toBe(0);
      },
    );

    test('is not waited for when the stop came before the first try', async () => {
      const { port } = await taken();
      const { service, timers, prepare } = serviceOn(port);
      const started = service.start(prepare, true);
      await service.stop();
      await started;
      expect(service.status).toEqual({ state: 'off' });
      expect(timers.count).toBe(0);
    });

    test('is tried at once by a start of the user while another start waits for it', async () => {
      const { port } = await taken();
      const { service, timers, prepare } = serviceOn(port);
      const waiting = service.start(prepare, true);
      await eventually(() => timers.count === 1);
      await service.start(prepare);
      await waiting;
      expect(service.status).toEqual({ state: 'failed', problem: problem(port), takenPort: port });
      expect(timers.count).toBe(0);
    });
  });

  describe('the next free port', () => {
    const open: Server[] = [];
    afterEach(() => {
      for (const server of open.splice(0)) server.close();
    });

    /** Listens on a free port of an address. */
    async function used(host: string): Promise<number> {
      const server = createServer();
      open.push(server);
      await new Promise<void>(resolve => server.listen(0, host, resolve));
      const address = server.address();
      if (address === null || typeof address === 'string') throw new Error('There is no port.');
      return address.port;
    }

    async function free(): Promise<number> {
      const port = await used('127.0.0.1');
      await new Promise(resolve => open.pop()?.close(resolve));
      return port;
    }

    test.each(['127.0.0.1', '0.0.0.0', '::', '::1'])('is none that a program has at %s', async host => {
      const ports = [await used(host), await free()];
      expect(await nextFreePort('127.0.0.1', ports)).toBe(ports[1]);
    });

    test('is unknown if all are used', async () => {
      expect(await nextFreePort('127.0.0.1', [await used('127.0.0.1'), await used('::1')])).toBeUndefined();
    });

    test('is free afterwards', async () => {
      const port = await free();
      await nextFreePort('127.0.0.1', [port]);
      expect(await nextFreePort('127.0.0.1', [port])).toBe(port);
    });
  });
});

describe('clients of both eras', () => {
  let lectern: RunningLectern;

  beforeAll(async () => {
    lectern = await RunningLectern.start({ files: checkedFiles });
  });
  afterAll(() => lectern.close());

  checkClients(() => lectern);
});
