import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import {
  isAcceptableRedirect,
  isRegistered,
  withParameters,
  isDocumentAddress,
} from '../../../src/server/sign-in/clients';
import { isPublic, publicLookup, readDocument } from '../../../src/server/sign-in/client-document';
import { signIn as browse } from './support/browser';
import { type DirectSignIn, opened, signInAlone } from './support/direct';
import { authorizationUrl, form, redeemed, refreshed, tokensIn } from './support/plain-client';
import { atPublicName, type PublicAnswer, publicUrl } from './support/public-name';

describe('the address that a code is sent to', () => {
  test.each([
    'https://claude.ai/api/mcp/auth_callback',
    'https://chatgpt.com/connector_platform_oauth_redirect',
    'https://www.cursor.com/agents/mcp/oauth/callback',
    'cursor://anysphere.cursor-mcp/oauth/callback',
    'https://vscode.dev/redirect',
    'http://127.0.0.1/',
    'http://127.0.0.1:33418/',
    'http://127.0.0.1:33418',
    'http://localhost:8787/callback',
    'http://[::1]:1234/callback',
    'https://client.example/callback?tenant=a',
  ])('%s may be registered', redirect => {
    expect(isAcceptableRedirect(redirect)).toBe(true);
  });

  test.each([
    [
      '',
      'http://client.example/callback',
      'HTTPS://client.example/callback',
      'https://CLIENT.example/callback',
    ],
    ['https://client.example/callback#', 'https://client.example/callback#part'],
    ['https://user@client.example/', 'https://user:word@client.example/', 'https://@client.example/'],
    [
      'https://claude.ai@evil.example/',
      'https://claude.ai%2eevil.example/',
      'https://claude.ai%00.evil.example/',
    ],
    ['https://*.example/callback', 'https://client.example/*', 'https://client.example\\@evil.example/'],
    ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'vscode://x/y', 'about:blank'],
    ['cursor://anysphere.cursor-mcp/oauth/callback?x', 'cursor://evil/oauth/callback', '//client.example/'],
    [
      'http://127.0.0.1.evil.example/',
      'http://127.1/',
      'http://2130706433/',
      'http://localhost.evil.example/',
    ],
    ['http://0.0.0.0/', 'http://[::ffff:127.0.0.1]/', 'http://127.0.0.2/', 'https://evil.example/\u202e'],
    ['https://client.example/a/../b', 'https://client.example/a b', ' https://client.example/', 'https://'],
    ['https://clıent.example/', 'https://client.example:443/', 'https://client.example/\r\nX: y'],
    [
      'https://client.example/?code=x',
      'https://client.example/?a=b&state=y',
      'https://client.example/?iss=z',
    ],
  ])('%j and the others of its kind may not', (...redirects) => {
    expect(redirects.filter(isAcceptableRedirect)).toEqual([]);
  });

  const registered = [
    'https://client.example/callback',
    'http://127.0.0.1/callback',
    'http://localhost:80/b',
  ];

  test.each([
    ['https://client.example/callback', true],
    ['https://client.example/callback/', false],
    ['https://client.example/callback?next=evil', false],
    ['https://client.example/Callback', false],
    ['https://client.example:8443/callback', false],
    ['https://client.example.evil.example/callback', false],
    ['https://client.example%2f@evil.example/callback', false],
    ['http://client.example/callback', false],
    ['http://127.0.0.1:5000/callback', true],
    ['http://127.0.0.1:5000/callback/..', false],
    ['http://127.0.0.1:5000@evil.example/callback', false],
    ['http://localhost:5000/callback', false],
    ['https://127.0.0.1/callback', false],
    ['http://[::1]:5000/callback', false],
  ])('of the registered addresses, %s is one: %s', (redirect, isOne) => {
    expect(isRegistered(redirect, registered)).toBe(isOne);
  });

  test('parameters go behind the query that is there, and nothing of them can end it', () => {
    expect(withParameters('https://a.example/?b=c', { state: 'x&code=y#z' })).toBe(
      'https://a.example/?b=c&state=x%26code%3Dy%23z',
    );
    expect(withParameters('http://127.0.0.1/', { code: 'a' })).toBe('http://127.0.0.1/?code=a');
  });
});

describe('the document of a client', () => {
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

  test.each(['https://claude.ai/oauth/client.json', 'https://client.example/a?b=c'])(
    '%s is an address',
    id => {
      expect(isDocumentAddress(id)).toBe(true);
    },
  );

  test.each([
    [
      'lcc_abc',
      '',
      'http://client.example/a',
      'http://127.0.0.1/a',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ],
    ['https://client.example', 'https://client.example/', 'https://client.example:8443/a'],
    [
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://2130706433/a',
      'https://0x7f.1/a',
      'https://1.1.1.1/a',
    ],
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
});

describe('a sign-in of a client with a document', () => {
  const id = 'https://client.example/client.json';
  const client = { id, redirect: 'https://client.example/callback' };
  const usual = { client_id: id, client_name: 'Phone', redirect_uris: [client.redirect] };

  let isOn: boolean;
  let document: unknown;
  let read: string[];
  let direct: DirectSignIn;
  let port: number;
  beforeEach(async () => {
    isOn = true;
    document = usual;
    read = [];
    const at = (url: string): Promise<unknown> => {
      read.push(url);
      return Promise.resolve(document);
    };
    direct = await signInAlone({ isOn: () => isOn, at });
    port = direct.listener.port;
  });
  afterEach(async () => {
    direct.signIn.close();
    await direct.listener.close();
  });

  const authorize = (changes = {}): Promise<PublicAnswer> =>
    atPublicName(port, authorizationUrl(client, changes));
  const announced = async (): Promise<unknown> => {
    const answer = await atPublicName(port, `${publicUrl}/.well-known/oauth-authorization-server`);
    return JSON.parse(answer.text);
  };

  test('a client with a document signs in, and refreshes without one', async () => {
    const code = opened(direct.signIn);
    const back = await browse(port, authorizationUrl(client), code);
    const first = tokensIn(await redeemed(port, client, back.searchParams.get('code') ?? ''));
    isOn = false;
    tokensIn(await refreshed(port, client, first.refresh_token));
    expect(read).toEqual([id]);
  });

  test('the page has the name and the redirect of the document', async () => {
    opened(direct.signIn);
    const page = await authorize();
    expect(page.status).toBe(200);
    expect(page.text).toContain('Phone');
    expect(page.text).toContain('client.example');
  });

  test('documents are announced while they are read, and only then', async () => {
    const supported = { client_id_metadata_document_supported: true };
    expect(await announced()).toMatchObject({
      ...supported,
      token_endpoint_auth_methods_supported: ['none'],
    });
    isOn = false;
    expect(await announced()).not.toMatchObject(supported);
  });

  describe('no document is read', () => {
    test('where the owner has not switched it on', async () => {
      opened(direct.signIn);
      isOn = false;
      expect((await authorize()).status).toBe(400);
      expect(read).toEqual([]);
    });

    test('outside the ten minutes', async () => {
      expect((await authorize()).status).toBe(403);
      expect(read).toEqual([]);
    });

    test.each(['https://127.0.0.1/client.json', 'https://client.example:8443/a', 'http://client.example/a'])(
      'at %s',
      async other => {
        opened(direct.signIn);
        expect((await authorize({ client_id: other })).status).toBe(400);
        expect(read).toEqual([]);
      },
    );

    test('for a token, a revocation, or the code', async () => {
      opened(direct.signIn);
      const sent = { client_id: id, token: 'lca_x', code: 'x', grant_type: 'authorization_code' };
      expect((await form(port, 'token', sent)).status).toBe(401);
      await form(port, 'revoke', sent);
      const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: publicUrl };
      const entered = await atPublicName(port, authorizationUrl(client), {
        method: 'POST',
        headers,
        body: 'code=x',
      });
      expect(entered.status).toBe(400);
      expect(read).toEqual([]);
    });

    test('beyond twenty clients that nobody has connected', async () => {
      opened(direct.signIn);
      for (let count = 0; count < 22; count += 1) {
        const own = `${id}?${count}`;
        document = { ...usual, client_id: own };
        await authorize({ client_id: own });
      }
      expect(read).toHaveLength(20);
    });
  });

  test.each([
    ['of another client', { ...usual, client_id: `${id}?other` }],
    ['without an id', { ...usual, client_id: undefined }],
    ['without redirects', { ...usual, redirect_uris: [] }],
    [
      'with a redirect that nobody may register',
      { ...usual, redirect_uris: [client.redirect, 'http://evil.example/'] },
    ],
    ['that redirects elsewhere', { ...usual, redirect_uris: ['https://evil.example/callback'] }],
    ['that is not there', undefined],
    ['that is a list', [usual]],
  ])('a document %s is no client', async (_title, given) => {
    opened(direct.signIn);
    document = given;
    const page = await authorize();
    expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  });

  test('what the document says now holds at the next sign-in', async () => {
    opened(direct.signIn);
    expect((await authorize()).status).toBe(200);
    document = { ...usual, redirect_uris: ['https://client.example/other'] };
    expect((await authorize()).status).toBe(400);
  });
});
