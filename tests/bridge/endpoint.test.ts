import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { Endpoint, noSession } from '../../pkg/bridge/endpoint';

const message = { jsonrpc: '2.0', id: 1, method: 'ping' };

let server: Server;
let endpoint: Endpoint;

beforeEach(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server has no port.');
  endpoint = new Endpoint(new URL(`http://127.0.0.1:${address.port}/mcp`), 'lct_test');
});
afterEach(() => {
  endpoint.close();
  server.close();
});

const post = (): Promise<IncomingMessage> => endpoint.post(message, noSession, new AbortController().signal);

async function done(response: IncomingMessage): Promise<number | undefined> {
  response.resume();
  await once(response, 'end');
  return response.statusCode;
}

test('a message after a restart of the server does not go to a connection that the server has ended', async () => {
  await done(await post());
  // The connection is now free to be used again, and the server ends it.
  await new Promise(resolve => setImmediate(resolve));
  server.closeAllConnections();
  expect(await done(await post())).toBe(200);
});
