import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { requestUrl } from '../../../pkg/headless/obsidian/plugins/request';

/** A server on this computer, and what it was asked. */
class Asked {
  readonly requests: string[] = [];
  private constructor(private readonly server: Server) {}

  static async start(answer: (request: IncomingMessage, response: ServerResponse) => void): Promise<Asked> {
    const server = createServer();
    const made = new Asked(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      made.requests.push(`${request.method} ${request.url}`);
      request.resume();
      request.on('end', () => answer(request, response));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return made;
  }

  get url(): string {
    const address = this.server.address();
    return `http://127.0.0.1:${typeof address === 'object' ? (address?.port ?? 0) : 0}`;
  }

  close(): void {
    this.server.close();
    this.server.closeAllConnections();
  }
}

describe('a request of a plugin', () => {
  const open: Asked[] = [];
  const served = async (...given: Parameters<typeof Asked.start>): Promise<Asked> => {
    const server = await Asked.start(...given);
    open.push(server);
    return server;
  };
  afterEach(() => {
    for (const server of open.splice(0)) server.close();
  });
  const elsewhere = (): Promise<Asked> => served((_request, response) => response.end('elsewhere'));

  it.each([301, 302, 303, 307, 308])('is not led elsewhere with its body by %d', async status => {
    const other = await elsewhere();
    const server = await served((_request, response) => {
      response.writeHead(status, { Location: `${other.url}/taken` }).end();
    });
    for (const method of ['POST', 'PUT', 'PATCH'])
      await expect(requestUrl({ url: server.url, method, body: 'secret', throw: false })).rejects.toThrow();
    expect(other.requests).toEqual([]);
    expect(server.requests).toHaveLength(3);
  });

  it('follows a redirect where it has no body', async () => {
    const other = await elsewhere();
    const server = await served((_request, response) => {
      response.writeHead(302, { Location: `${other.url}/taken` }).end();
    });
    expect(await requestUrl(server.url).text).toBe('elsewhere');
    expect(other.requests).toEqual(['GET /taken']);
  });

  it('gives up an answer to its body that does not end', async () => {
    let sent = 0;
    const part = Buffer.alloc(1_000_000, '1,');
    const server = await served((_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(part)) sent += part.length;
        sent += part.length;
      };
      response.on('drain', more);
      more();
    });
    await expect(requestUrl({ url: server.url, method: 'POST', body: 'x' })).rejects.toThrow(/bytes/);
    expect(sent).toBeLessThan(64_000_000);
  }, 20_000);

  it('has an answer of several parts whole', async () => {
    const server = await served((_request, response) => {
      response.write('{"a":');
      setImmediate(() => response.end('"é"}'));
    });
    const answer = requestUrl({ url: server.url, method: 'POST', body: 'x' });
    expect(await answer.json).toEqual({ a: 'é' });
  });
});
