import { connect, createServer } from 'node:net';

/** Where Lectern looks for a free port when its own is taken. */
const range = Array.from({ length: 20 }, (_, index) => 27_151 + index);

/** A program that accepts no connection within so many milliseconds has its port all the same. */
const timeout = 500;

/** The first port that nothing uses on this computer; undefined if there is none. @param host to listen on */
export async function nextFreePort(
  host: string,
  ports: readonly number[] = range,
): Promise<number | undefined> {
  for (const port of ports) if (await isFree(port, host)) return port;
  return undefined;
}

/**
 * Listening alone does not tell: some systems let two programs have one port, one of them at all addresses. And a
 * client that says `localhost` may reach another address than ours.
 */
async function isFree(port: number, host: string): Promise<boolean> {
  for (const address of ['127.0.0.1', '::1']) if (await accepts(port, address)) return false;
  return canListen(port, host);
}

function accepts(port: number, host: string): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ port, host, timeout });
    const end = (isAccepted: boolean): void => {
      socket.destroy();
      resolve(isAccepted);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(true));
    socket.on('error', () => end(false));
  });
}

function canListen(port: number, host: string): Promise<boolean> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
