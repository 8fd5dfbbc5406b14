import { connect } from 'node:net';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Sends bytes as they are, since an HTTP client would repair what a test means to break. */
export function sendRaw(port: number, bytes: string | Uint8Array, address = '127.0.0.1'): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, address);
    const chunks: Uint8Array[] = [];
    socket.setTimeout(15_000, () => socket.destroy(new Error('No answer in time.')));
    socket.on('connect', () => socket.write(bytes));
    socket.on('data', chunk => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString('utf8'))));
  });
}

/** A request in text, with `Connection: close` so that its answer ends the connection. */
export function requestText(method: string, target: string, headers: readonly string[], body = ''): string {
  return [`${method} ${target} HTTP/1.1`, ...headers, 'Connection: close', '', body].join('\r\n');
}

function parse(text: string): RawAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map(line => [
      line.slice(0, line.indexOf(':')).toLowerCase(),
      line.slice(line.indexOf(':') + 1).trim(),
    ]),
  );
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: rest.join('\r\n\r\n') };
}

/** Whether anybody takes connections on a port of this machine. */
export function isListening(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
