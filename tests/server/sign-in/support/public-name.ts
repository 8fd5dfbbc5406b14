import { request } from 'node:http';

export const publicUrl = 'https://notes.example.org';

export interface PublicAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Each request comes from an address of its own unless it says otherwise, so that none is one too many. */
let addresses = 0;

export function freshAddress(): string {
  addresses += 1;
  return `198.51.${Math.floor(addresses / 250) % 250}.${addresses % 250}`;
}

/** A request as a proxy on this computer passes it on, with the public name as its host. */
export function atPublicName(port: number, url: string, sent: Sent = {}): Promise<PublicAnswer> {
  const { host, pathname, search } = new URL(url);
  const { method = 'GET', headers = {}, body } = sent;
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        ...{ host: '127.0.0.1', port, method, path: `${pathname}${search}`, agent: false },
        headers: { host, 'x-forwarded-for': freshAddress(), ...headers },
      },
      incoming => {
        const chunks: Uint8Array[] = [];
        incoming.on('data', (chunk: Uint8Array) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const fields = Object.entries(incoming.headersDistinct);
          const all = fields.flatMap(([name, values = []]) =>
            values.map((value): [string, string] => [name, value]),
          );
          resolve({ status: incoming.statusCode ?? 0, headers: new Headers(all), text });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

/** `fetch` for a client of the public name, whose tunnel ends at this port. */
export function publicFetch(
  port: () => number,
): (url: string | URL, init?: RequestInit) => Promise<Response> {
  return (url, init = {}) => {
    const { host, pathname, search } = new URL(url);
    const headers = Object.fromEntries(new Headers(init.headers));
    const { method = 'GET', body, signal } = init;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        {
          ...{ host: '127.0.0.1', port: port(), method, path: `${pathname}${search}`, agent: false },
          headers: { ...headers, host, 'x-forwarded-for': freshAddress() },
        },
        incoming => {
          const status = incoming.statusCode ?? 0;
          const fields = Object.entries(incoming.headers).map(([name, value]): [string, string] => [
            name,
            String(value),
          ]);
          const stream = new ReadableStream<Uint8Array>({
            start: controller => {
              incoming.on('data', (chunk: Uint8Array) => controller.enqueue(chunk));
              incoming.on('end', () => controller.close());
              incoming.on('error', error => controller.error(error));
            },
            cancel: () => void incoming.destroy(),
          });
          const isEmpty = [202, 204, 304].includes(status);
          resolve(new Response(isEmpty ? null : stream, { status, headers: fields }));
        },
      );
      signal?.addEventListener('abort', () => outgoing.destroy(new Error('Aborted.')));
      outgoing.on('error', reject);
      outgoing.end(
        typeof body === 'string' ? body : body instanceof URLSearchParams ? body.toString() : undefined,
      );
    });
  };
}
