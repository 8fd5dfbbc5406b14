import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import { isPublic, publicLookup, readDocument } from '../../../src/server/sign-in/client-document';
import { isDocumentAddress } from '../../../src/server/sign-in/clients';

const url = 'https://client.example/client.json';
const fixture = (name: string): Buffer => readFileSync(join(__dirname, '../../fixtures/tls', name));
const certificate = fixture('certificate.pem');

type Answer = (response: ServerResponse, request: IncomingMessage) => void;
let answer: Answer;
/** What the server of the documents was asked for. */
let asked: (string | undefined)[];
const server = createServer({ cert: certificate, key: fixture('key.pem') }, (request, response) => {
  asked.push(request.url);
  answer(response, request);
});
let port: number;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' ? (address?.port ?? 0) : 0;
});
beforeEach(() => {
  asked = [];
});
afterAll(() => {
  server.close();
  server.closeAllConnections();
});

/** The address of every name is the server here. */
const here: ReturnType<typeof publicLookup> = (_host, _options, callback) =>
  callback(null, [{ address: '127.0.0.1', family: 4 }]);

function read(given: Answer, options: object = {}): Promise<unknown> {
  answer = given;
  return readDocument(url, { lookup: here, port, ca: certificate, ...options });
}

describe('a document', () => {
  test('is read over TLS', async () => {
    expect(await read(response => response.end('{"client_id":"x"}'))).toEqual({ client_id: 'x' });
    expect(asked).toEqual(['/client.json']);
  });

  test.each<[string, Answer]>([
    ['a redirect', response => response.writeHead(302, { Location: '/other' }).end('{}')],
    ['an error', response => response.writeHead(500).end('{}')],
    ['no content', response => response.writeHead(204).end()],
    ['no JSON', response => response.end('<html>')],
    ['bytes that are no text', response => response.end(Buffer.from([0x22, 0xff, 0x22]))],
    ['a key that changes objects', response => response.end('{"__proto__":{}}')],
    ['more than 5 kB', response => response.end(JSON.stringify(' '.repeat(5120)))],
    ['bytes without end', response => drip(response)],
    [
      'half an answer',
      response => response.writeHead(200, { 'Content-Length': 9 }).write('{}', () => response.destroy()),
    ],
    ['a broken connection', response => response.destroy()],
  ])('is not there behind %s, and nothing else is asked for', async (_title, given) => {
    expect(await read(given)).toBeUndefined();
    expect(asked).toHaveLength(1);
  });

  test('is not there if it takes longer than three seconds', async () => {
    const started = Date.now();
    expect(await read(response => response.write('{'))).toBeUndefined();
    expect(Date.now() - started).toBeLessThan(6000);
  });

  test('is not there without a certificate that is known, or with that of another name', async () => {
    const given: Answer = response => response.end('{}');
    expect(await read(given, { ca: undefined })).toBeUndefined();
    expect(await read(given, { servername: 'other.example' })).toBeUndefined();
    expect(asked).toEqual([]);
  });

  test('is not asked for at an address that is not public', async () => {
    const lookup = publicLookup(resolvingTo('127.0.0.1', '::1'));
    expect(await read(response => response.end('{}'), { lookup })).toBeUndefined();
    expect(asked).toEqual([]);
  });
});

function drip(response: ServerResponse): void {
  const more = (): void => {
    if (!response.destroyed) response.write(' '.repeat(1000), more);
  };
  more();
}

/** A resolver that knows one name. */
function resolvingTo(...addresses: readonly string[]): Parameters<typeof publicLookup>[0] {
  const found = addresses.map(address => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_host, _options, callback) => callback(null, found);
}

test('a name resolves to its public addresses alone, whichever form is asked for', () => {
  const lookup = publicLookup(resolvingTo('10.0.0.1', '1.1.1.1', '::1', '2606:4700::1111'));
  const given: unknown[] = [];
  lookup('client.example', { all: true }, (_error, found) => void given.push(found));
  lookup('client.example', {}, (_error, ...found) => void given.push(found));
  expect(given).toEqual([
    [
      { address: '1.1.1.1', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ],
    ['1.1.1.1', 4],
  ]);
});

test.each([
  [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.9.9.9',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.9.9',
  ],
  ['192.0.0.8', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.51.100.1', '203.0.113.1'],
  [
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
  ],
  ['64:ff9b::7f00:1', '100::1', '2001::1', '2001:db8::1', '2002:7f00:1::', '3fff::1', 'fc00::1', 'fd12::1'],
  ['fe80::1', 'fe80::1%eth0', 'fec0::1', 'ff02::1', '5f00::1', '', 'localhost', '127.1', '2130706433'],
])('%s and the others of its kind are not public', (...addresses) => {
  expect(addresses.filter(isPublic)).toEqual([]);
});

test.each(['1.1.1.1', '172.15.0.1', '172.32.0.1', '223.255.255.255', '2606:4700::1111', '2a00:1450::1'])(
  '%s is public',
  address => {
    expect(isPublic(address)).toBe(true);
  },
);

test.each(['https://claude.ai/oauth/client.json', 'https://client.example/a?b=c'])('%s is an address', id => {
  expect(isDocumentAddress(id)).toBe(true);
});

test.each([
  [
    'lcc_abc',
    '',
    'http://client.example/a',
    'http://127.0.0.1/a',
    'cursor://anysphere.cursor-mcp/oauth/callback',
  ],
  ['https://client.example', 'https://client.example/', 'https://client.example:8443/a'],
  ['https://127.0.0.1/a', 'https://[::1]/a', 'https://2130706433/a', 'https://0x7f.1/a', 'https://1.1.1.1/a'],
  ['https://user@client.example/a', 'https://client.example/a#b', 'https://client.example/a/../b'],
  [
    'HTTPS://client.example/a',
    'https://CLIENT.example/a',
    ' https://client.example/a',
    'https://client.example\\a',
  ],
])('%j and the others of its kind are no address', (...ids) => {
  expect(ids.filter(isDocumentAddress)).toEqual([]);
});
