import { createServer, Server, type AddressInfo } from 'node:net';
import { isFunction } from '../../pkg/headless/obsidian/core/unknowns';

/** Lectern's own port in the app, and those that it may take instead. */
const isLecterns = (port: unknown): boolean => typeof port === 'number' && port >= 27_150 && port <= 27_170;

/**
 * In the tests of this file, of the ports that Lectern takes in the app those of the returned set are taken. Whoever
 * asks for another one of them gets a free port: a Lectern may run beside the tests.
 */
export function withTakenPorts(): Set<number> {
  const taken = new Set<number>();
  const own: unknown = Reflect.get(Server.prototype, 'listen');
  const holder = createServer();
  function listen(this: Server, port: unknown, ...rest: readonly unknown[]): unknown {
    if (!isFunction(own)) throw new Error('Servers do not listen as they did.');
    const isTaken = typeof port === 'number' && taken.has(port);
    const real = isTaken ? portOf(holder) : isLecterns(port) ? 0 : port;
    return Reflect.apply(own, this, [real, ...rest]);
  }
  beforeAll(async () => {
    await new Promise<void>(resolve => holder.listen(0, '127.0.0.1', resolve));
    Reflect.set(Server.prototype, 'listen', listen);
  });
  afterEach(() => taken.clear());
  afterAll(() => {
    Reflect.set(Server.prototype, 'listen', own);
    holder.close();
  });
  return taken;
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  return address.port;
}
