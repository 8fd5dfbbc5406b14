import { connect } from 'node:net';
import { storedToken } from '../../src/settings/tokens';
import { RunningLectern, testToken } from '../support/lectern';
import { field } from '../support/json';
import { type RawAnswer, requestText, sendRaw } from '../support/raw-http';

let lectern: RunningLectern;
const expired = {
  ...storedToken('old', 'full', 'lct_expired-token-0123456789'),
  expires: '2020-01-01T00:00:00Z',
};

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: { 'secret-name.md': 'x' },
    settings: { allowedOrigins: ['https://ours.example'], tokens: [expired] },
  });
});
afterAll(() => lectern.close());

const call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"list","arguments":{}}}';

interface Change {
  readonly method?: string;
  readonly target?: string;
  /** Headers by name; an array repeats one, null leaves it out. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  readonly body?: string;
}

function send({
  method = 'POST',
  target = '/mcp',
  headers = {},
  body = call,
}: Change = {}): Promise<RawAnswer> {
  const all = {
    Host: `127.0.0.1:${lectern.port}`,
    Authorization: `Bearer ${testToken}`,
    'Content-Type': 'application/json',
    Accept: 'application/json, text/event-stream',
    'Content-Length': String(Buffer.byteLength(body)),
    ...headers,
  };
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : [value].flat().map(one => `${name}: ${one}`),
  );
  return sendRaw(lectern.port, requestText(method, target, lines, body));
}

async function expectRefusal(change: Change, status: number): Promise<RawAnswer> {
  const answer = await send(change);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(field(JSON.parse(answer.body), 'error', 'code')).toEqual(expect.any(Number));
  expect(answer.body).not.toMatch(/lectern|secret-name|vault|node|express|at .*:\d+/i);
  return answer;
}

test('a right request is served', async () => {
  const answer = await send();
  expect(answer.status).toBe(200);
  expect(answer.body).toContain('secret-name.md');
  expect(
    Object.keys(answer.headers).filter(name => /^(access-control|x-powered-by|server|location)/.test(name)),
  ).toEqual([]);
});

describe('the address', () => {
  test.each([
    ['localhost:PORT', 200],
    ['LOCALHOST:PORT', 200],
    ['evil.example:PORT', 403],
    ['0.0.0.0:PORT', 403],
    ['127.0.0.1', 403],
    ['127.0.0.1:1', 403],
    ['2130706433:PORT', 403],
    ['[::1]:PORT', 403],
    ['[::ffff:127.0.0.1]:PORT', 403],
    ['127.0.0.1:PORT/evil.example', 403],
    ['evil@127.0.0.1:PORT', 403],
    ['127.0.0.1:PORT.evil.example', 403],
    ['', 403],
  ])('of Host %j answers %i', async (host, status) => {
    const headers = { Host: host.replace('PORT', () => String(lectern.port)) };
    if (status === 200) expect((await send({ headers })).status).toBe(200);
    else await expectRefusal({ headers }, status);
  });

  test('is needed once', async () => {
    await expectRefusal({ headers: { Host: null } }, 400);
    const own = `127.0.0.1:${lectern.port}`;
    await expectRefusal({ headers: { Host: [own, own] } }, 400);
  });

  test.each([
    ['http://127.0.0.1:PORT', 200],
    ['http://localhost:PORT', 200],
    ['https://ours.example', 200],
    ['https://evil.example', 403],
    ['null', 403],
    ['', 403],
    ['app://obsidian.md', 403],
    ['http://localhost:1', 403],
    ['http://localhost.evil.example:PORT', 403],
    ['http://127.0.0.1.evil.example', 403],
    ['http://evil.example#127.0.0.1', 403],
    [`http://${'a'.repeat(10_000)}`, 403],
  ])('of Origin %j answers %i', async (origin, status) => {
    const headers = { Origin: origin.replace('PORT', () => String(lectern.port)) };
    if (status === 200) expect((await send({ headers })).status).toBe(200);
    else await expectRefusal({ headers }, status);
  });

  test('may not come from two origins', async () => {
    await expectRefusal({ headers: { Origin: ['https://ours.example', 'https://ours.example'] } }, 400);
  });
});

describe('the route', () => {
  test.each([
    '/',
    '/mcp/',
    '//mcp',
    '/mcp/..',
    '/%6dcp',
    '/MCP',
    '/mcp?x',
    '/favicon.ico',
    '/.well-known/oauth-protected-resource',
    '/register',
  ])('is exactly /mcp, and the same for everyone: %s', async target => {
    const [known, stranger] = [
      await expectRefusal({ target }, 404),
      await expectRefusal({ target, headers: { Authorization: null } }, 404),
    ];
    expect(stranger.body).toBe(known.body);
  });

  test('may not name another authority', async () => {
    await expectRefusal({ target: 'http://evil.example/mcp' }, 400);
  });

  test.each(['GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'OPTIONS'])('takes POST, not %s', async method => {
    const answer = await expectRefusal({ method, headers: { Authorization: null, Origin: null } }, 405);
    expect(answer.headers['allow']).toBe('POST');
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('answers HEAD without a body and CONNECT like any other method', async () => {
    expect(await send({ method: 'HEAD' })).toMatchObject({ status: 405, body: '' });
    await expectRefusal({ method: 'CONNECT', target: 'evil.example:443' }, 405);
  });

  test.each(['post', 'FOO'])('refuses the method %s that HTTP does not know', async method => {
    await expectRefusal({ method }, 400);
  });
});

describe('the token', () => {
  const strangers = {
    missing: null,
    empty: 'Bearer ',
    shorter: `Bearer ${testToken.slice(0, -1)}`,
    longer: `Bearer ${testToken}x`,
    'of another first letter': `Bearer x${testToken.slice(1)}`,
    'of another last letter': `Bearer ${testToken.slice(0, -1)}x`,
    'without a scheme': testToken,
    'of scheme Basic': `Basic ${testToken}`,
    'behind two spaces': `Bearer  ${testToken}`,
    'behind a tab': `Bearer\t${testToken}`,
    quoted: `Bearer "${testToken}"`,
    'joined with another': `Bearer ${testToken}, Bearer ${testToken}`,
    'full-width': `Bearer ${Buffer.from('ｌｃｔ', 'utf8').toString('latin1')}`,
    expired: 'Bearer lct_expired-token-0123456789',
    repeated: [`Bearer ${testToken}`, `Bearer ${testToken}`],
  };

  test.each(Object.entries(strangers))('that is %s is refused like every other', async (_name, value) => {
    const answer = await expectRefusal({ headers: { Authorization: value } }, 401);
    expect(answer.headers['www-authenticate']).toBe('Bearer');
    expect(answer.body).toBe((await send({ headers: { Authorization: null } })).body);
  });

  test('may name its scheme in any case', async () => {
    expect((await send({ headers: { Authorization: `bEaReR ${testToken}` } })).status).toBe(200);
  });

  test('of a megabyte is refused before it is looked at', async () => {
    await expectRefusal({ headers: { Authorization: `Bearer ${'x'.repeat(1_000_000)}` } }, 431);
  });
});

describe('the body', () => {
  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    null,
    'text/plain; x=application/json',
    'application/json; charset=utf-16le',
  ])('of type %s is refused unread', async type => {
    await expectRefusal({ headers: { 'Content-Type': type } }, 415);
  });

  test.each(['application/json; charset=utf-8', 'Application/JSON; charset="UTF-8"'])(
    'of type %s is read',
    async type => {
      expect((await send({ headers: { 'Content-Type': type } })).status).toBe(200);
    },
  );

  test.each(['gzip', 'br', 'deflate, gzip'])('may not be encoded: %s', async encoding => {
    await expectRefusal({ headers: { 'Content-Encoding': encoding } }, 415);
  });

  test('over 10 MB is refused by its length before any of it is sent', async () => {
    await expectRefusal({ headers: { 'Content-Length': String(11 * 1024 * 1024) }, body: '' }, 413);
  });

  test('over 10 MB in chunks is refused as soon as it has grown so far', async () => {
    const chunk = 'x'.repeat(1024 * 1024);
    const body = `${`100000\r\n${chunk}\r\n`.repeat(11)}0\r\n\r\n`;
    await expectRefusal({ headers: { 'Content-Length': null, 'Transfer-Encoding': 'chunked' }, body }, 413);
  });

  test('of several megabytes is served', async () => {
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'list', arguments: { path: 'x'.repeat(5_000_000) } },
    });
    const answer = await send({ body });
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('invalid_path');
  });

  test.each(['{', '', 'null', 'true', '"s"', '[]', '[1,2]', '{"jsonrpc":"2.0"}'])(
    'that is no request is refused: %j',
    async body => {
      const answer = await send({ body });
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.status).toBeLessThan(500);
      expect(answer.headers['content-type']).toBe('application/json');
    },
  );

  test.each(['Content-Length: 5\r\nTransfer-Encoding: chunked', 'X: a\u0000b', 'Host : x', 'Bad Header'])(
    'and headers that smuggle are refused: %j',
    async line => {
      const text = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${lectern.port}\r\n${line}\r\n\r\n`;
      expect((await sendRaw(lectern.port, text)).status).toBe(400);
    },
  );
});

test('an answer to nothing we asked is taken and has no effect', async () => {
  expect(await send({ body: '{"result":{},"id":1,"jsonrpc":"2.0"}' })).toMatchObject({
    status: 202,
    body: '',
  });
});

test('requests sent in one piece are answered in their order', async () => {
  const head = [`Host: 127.0.0.1:${lectern.port}`, 'Content-Length: 0'];
  const one = `POST /mcp HTTP/1.1\r\n${head.join('\r\n')}\r\nAuthorization: Bearer ${testToken}\r\nContent-Type: application/json\r\n`;
  const bodies = Array.from({ length: 20 }, (_, id) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`);
  const text = bodies.map(
    (body, index) =>
      `${one.replace('Content-Length: 0', () => `Content-Length: ${body.length}`)}Accept: application/json, text/event-stream\r\n` +
      `${index === bodies.length - 1 ? 'Connection: close\r\n' : ''}\r\n${body}`,
  );
  const { body } = await sendRaw(lectern.port, text.join(''));
  expect([...body.matchAll(/"id":(\d+)/g)].map(match => Number(match[1]))).toEqual(bodies.map((_, id) => id));
});

test('a client that resets its connection in the middle of a body leaves no trace in the log', async () => {
  const before = lectern.log();
  for (let round = 0; round < 20; round += 1) {
    await new Promise<void>(resolve => {
      const socket = connect(lectern.port, '127.0.0.1', () => {
        const head = [
          `Host: 127.0.0.1:${lectern.port}`,
          `Authorization: Bearer ${testToken}`,
          'Content-Type: application/json',
          'Content-Length: 1000',
        ];
        socket.write(requestText('POST', '/mcp', head, '{"jsonrpc":'.slice(0, round)), () =>
          socket.resetAndDestroy(),
        );
      });
      socket.on('close', () => resolve());
    });
  }
  expect((await send()).status).toBe(200);
  expect(lectern.log()).toBe(before);
});

test('a request in two halves with a pause is served', async () => {
  const head = [
    `Host: 127.0.0.1:${lectern.port}`,
    `Authorization: Bearer ${testToken}`,
    'Content-Type: application/json',
    'Accept: application/json, text/event-stream',
    `Content-Length: ${call.length}`,
  ];
  const text = requestText('POST', '/mcp', head, call);
  const answer = await new Promise<string>(resolve => {
    let received = '';
    const socket = connect(lectern.port, '127.0.0.1', () => {
      socket.write(text.slice(0, 200));
      setTimeout(() => socket.write(text.slice(200)), 50);
    });
    socket.on('data', chunk => (received += String(chunk)));
    socket.on('close', () => resolve(received));
  });
  expect(answer).toContain('200 OK');
});
