import { createServer, type Server } from 'node:net';
import { nextFreePort } from '../../../src/server/http/free-port';

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

describe('the next free port', () => {
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
