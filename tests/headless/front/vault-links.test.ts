import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { envelopeOf, VaultLinks } from '../../../pkg/headless/front/entry/vault-links';
import type { VaultDoor } from '../../../pkg/headless/front/vault-door';

let pieces: readonly string[] = [];
let vault: Server;
const links = new VaultLinks();

beforeAll(async () => {
  vault = createServer((request, response) => void request.resume().once('end', () => void answer(response)));
  await new Promise<void>(resolve => vault.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  links.close();
  vault.close();
});

/** Each piece arrives by itself. */
async function answer(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'Content-Type': 'text/event-stream' });
  for (const piece of pieces) {
    response.write(piece);
    await delay(2);
  }
  response.end();
}

function door(): VaultDoor {
  const address: AddressInfo | string | null = vault.address();
  const port = address === null || typeof address === 'string' ? undefined : address.port;
  return { name: 'work', state: 'ready', notes: 0, port, onChange: () => () => undefined };
}

const progress =
  'event: message\ndata: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1}}';
const result = 'event: message\ndata: {"jsonrpc":"2.0","id":1,"result":{"content":[]}}';
const whole = `${progress}\n\n${progress}\n\n: a comment\n\n${result}\n\n`;

test.each(Array.from({ length: whole.length - 1 }, (_, at) => at + 1))(
  'events are read as they are where the stream is cut at %i',
  async at => {
    pieces = [whole.slice(0, at), whole.slice(at)];
    const reports: unknown[] = [];
    const signal = new AbortController().signal;
    const asker = { authorization: '', host: 'x', envelope: envelopeOf(undefined, false), signal };
    const onNotification = (method: string): void => void reports.push(method);
    const question = { method: 'tools/call', params: {}, onNotification };
    expect(await links.ask(door(), asker, question)).toEqual({ content: [] });
    expect(reports).toEqual(['notifications/progress', 'notifications/progress']);
  },
);

test('a vault that refuses a call for a while says for how long', async () => {
  const busy = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(503, { 'Retry-After': '7' }).end('{"error":{}}'));
  });
  await new Promise<void>(resolve => busy.listen(0, '127.0.0.1', resolve));
  const address: AddressInfo | string | null = busy.address();
  const port = address === null || typeof address === 'string' ? undefined : address.port;
  const asker = { authorization: '', host: 'x', envelope: {}, signal: new AbortController().signal };
  const { init } = await links.forward({ ...door(), port }, asker, { message: {}, headers: {} });
  expect(init).toEqual({ status: 503, headers: { 'Retry-After': '7' } });
  await new Promise(resolve => busy.close(resolve).closeAllConnections());
});
