import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import type { ServerStatus } from '../../src/control';
import { McpService, type ServiceOptions } from '../../src/server/mcp-service';
import { serverProblemText } from '../../src/ui/text/server-texts';
import { Timers } from '../support/time/timers';
import { eventually } from '../support/time/waiting';
import { nextFreePort } from '../../src/server/http/free-port';

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
    const service = new McpService(() => states.push(service.status.state), serverProblemText, timers.after);
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

  test.each(['stop', 'end'] as const)('is no longer waited for after %s, and no timer is left', async how => {
    const { port } = await taken();
    const { service, timers, prepare } = serviceOn(port);
    const started = service.start(prepare, true);
    await eventually(() => timers.count === 1);
    await service[how]();
    await started;
    expect(service.status).toEqual({ state: 'off' });
    expect(timers.count).toBe(0);
  });

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
