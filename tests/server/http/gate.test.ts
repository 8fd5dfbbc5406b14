import { storedToken } from '../../../src/settings/tokens/tokens';
import { GateRequests } from '../../support/http/gate-requests';
import { field } from '../../support/json';
import { RunningLectern, testToken } from '../../support/lectern';
import type { RawAnswer } from '../../support/http/raw-http';

describe('a request', () => {
  let lectern: RunningLectern;
  let requests: GateRequests;
  const expired = {
    ...storedToken('old', 'full', 'lct_expired-token-0123456789'),
    expires: '2020-01-01T00:00:00Z',
  };

  beforeAll(async () => {
    lectern = await RunningLectern.start({
      files: { 'secret-name.md': 'x' },
      settings: { allowedOrigins: ['https://ours.example', 'https://slash.example/'], tokens: [expired] },
    });
    requests = new GateRequests(lectern.port);
  });
  afterAll(() => lectern.close());

  test('a right request is served', async () => {
    const answer = await requests.send();
    expect(answer.status).toBe(200);
    expect(answer.body).toContain('secret-name.md');
    expect(
      Object.keys(answer.headers).filter(name => /^(access-control|x-powered-by|server|location)/.test(name)),
    ).toEqual([]);
  });

  test.each([
    ['127.0.0.1:PORT', 400],
    ['evil.example', 403],
  ])('a target that cannot be parsed, at Host %j, is refused with %i in JSON', async (host, status) => {
    const headers = { Host: host.replace('PORT', () => String(lectern.port)), Authorization: null };
    for (const method of ['POST', 'OPTIONS'])
      await requests.expectRefusal({ method, target: 'http://[::/mcp', headers }, status);
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
    ])('with Host %j is answered with %i', async (host, status) => {
      const headers = { Host: host.replace('PORT', () => String(lectern.port)) };
      if (status === 200) expect((await requests.send({ headers })).status).toBe(200);
      else await requests.expectRefusal({ headers }, status);
    });

    test('is needed once', async () => {
      await requests.expectRefusal({ headers: { Host: null } }, 400);
      const own = `127.0.0.1:${lectern.port}`;
      await requests.expectRefusal({ headers: { Host: [own, own] } }, 400);
    });

    test.each([
      ['http://127.0.0.1:PORT', 200],
      ['http://localhost:PORT', 200],
      ['https://ours.example', 200],
      ['https://slash.example', 200],
      ['https://evil.example', 403],
      ['null', 403],
      ['', 403],
      ['app://obsidian.md', 403],
      ['http://localhost:1', 403],
      ['http://localhost.evil.example:PORT', 403],
      ['http://127.0.0.1.evil.example', 403],
      ['http://evil.example#127.0.0.1', 403],
      [`http://${'a'.repeat(10_000)}`, 403],
    ])('with Origin %j is answered with %i', async (origin, status) => {
      const headers = { Origin: origin.replace('PORT', () => String(lectern.port)) };
      if (status === 200) expect((await requests.send({ headers })).status).toBe(200);
      else await requests.expectRefusal({ headers }, status);
    });

    test('may not come from two origins', async () => {
      await requests.expectRefusal(
        { headers: { Origin: ['https://ours.example', 'https://ours.example'] } },
        400,
      );
    });
  });

  describe('a web page', () => {
    const pages = { Origin: 'https://ours.example', 'Access-Control-Request-Method': 'POST' };
    const accessHeaders = (headers: Readonly<Record<string, string>>): string[] =>
      Object.keys(headers).filter(name => name.startsWith('access-control'));
    const preflight = (headers: Record<string, string | null>): Promise<RawAnswer> =>
      requests.send({
        method: 'OPTIONS',
        body: '',
        headers: { Authorization: null, 'Content-Type': null, 'Content-Length': null, ...headers },
      });

    test('of an allowed origin lists the calls that it may make, without a token', async () => {
      const { status, headers, body } = await preflight(pages);
      expect([status, body]).toEqual([204, '']);
      expect(headers).toMatchObject({
        'access-control-allow-origin': 'https://ours.example',
        'access-control-allow-methods': 'POST, GET, DELETE',
        'access-control-allow-headers':
          'Authorization, Content-Type, Last-Event-ID, Mcp-Method, Mcp-Name, Mcp-Protocol-Version, Mcp-Session-Id',
        'access-control-max-age': '600',
        vary: 'Origin',
      });
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    });

    test('of an allowed origin may read its responses, refusals included', async () => {
      for (const [authorization, status] of [
        [`Bearer ${testToken}`, 200],
        ['Bearer wrong', 401],
      ] as const) {
        const answer = await requests.send({
          headers: { Origin: 'https://ours.example', Authorization: authorization },
        });
        expect(answer.status).toBe(status);
        expect(answer.headers).toMatchObject({
          'access-control-allow-origin': 'https://ours.example',
          'access-control-expose-headers': 'Mcp-Session-Id',
        });
      }
    });

    const others: [what: string, change: Record<string, string | null>, status: number][] = [
      ['another origin', { Origin: 'https://evil.example' }, 403],
      ['the own address, whose pages need no permission', { Origin: 'http://127.0.0.1:PORT' }, 405],
      ['no origin', { Origin: null }, 405],
      ['a Host that is not ours', { Host: 'evil.example' }, 403],
      ['a method that nobody may call', { 'Access-Control-Request-Method': 'PUT' }, 405],
    ];
    test.each(others)('that asks with %s gets no allowed calls', async (_what, change, status) => {
      const named = Object.entries(change).map(([name, value]): [string, string | null] => [
        name,
        value?.replace('PORT', () => String(lectern.port)) ?? null,
      ]);
      const answer = await preflight({ ...pages, ...Object.fromEntries(named) });
      expect(answer.status).toBe(status);
      if (change['Access-Control-Request-Method'] === undefined)
        expect(accessHeaders(answer.headers)).toEqual([]);
      else expect(answer.headers).not.toHaveProperty('access-control-allow-methods');
    });
  });

  describe('the route', () => {
    test.each([
      ['/', 'The endpoint is /mcp.'],
      ['/register', 'Lectern uses a token, not sign-in. The token is missing, wrong, expired or revoked.'],
      [
        '/.well-known/oauth-authorization-server',
        'Lectern uses a token, not sign-in. The token is missing, wrong, expired or revoked.',
      ],
      [
        '/.well-known/oauth-protected-resource/mcp',
        'Lectern uses a token, not sign-in. The token is missing, wrong, expired or revoked.',
      ],
      ['/well-known', 'There is no such page; the endpoint is /mcp.'],
    ])('tells a client at %s what is wrong with its path', async (target, message) => {
      const { status, body } = await requests.send({ target, headers: { Authorization: null } });
      expect(status).toBe(404);
      expect(field(JSON.parse(body), 'error', 'message')).toBe(message);
    });

    test.each([
      '/',
      '//mcp',
      '/mcp//',
      '/mcp/x',
      '/mcp;x',
      '/mcp/..',
      '/%6dcp',
      '/MCP',
      '/favicon.ico',
      '/.well-known/oauth-protected-resource',
      '/register',
    ])('is no other than /mcp, whoever the client is: %s', async target => {
      const [known, stranger] = [
        await requests.expectRefusal({ target }, 404),
        await requests.expectRefusal({ target, headers: { Authorization: null } }, 404),
      ];
      expect(stranger.body).toBe(known.body);
    });

    test('may not name another authority', async () => {
      await requests.expectRefusal({ target: 'http://evil.example/mcp' }, 400);
    });

    test.each(['PUT', 'PATCH', 'TRACE', 'OPTIONS'])('takes POST, GET and DELETE, not %s', async method => {
      const answer = await requests.expectRefusal(
        { method, headers: { Authorization: null, Origin: null } },
        405,
      );
      expect(answer.headers['allow']).toBe('GET, POST, DELETE');
      expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    });

    test('answers HEAD without a body and CONNECT like any other method', async () => {
      expect(await requests.send({ method: 'HEAD' })).toMatchObject({ status: 405, body: '' });
      await requests.expectRefusal({ method: 'CONNECT', target: 'evil.example:443' }, 405);
    });

    test.each(['post', 'FOO'])('refuses the method %s that HTTP does not know', async method => {
      await requests.expectRefusal({ method }, 400);
    });
  });

  describe('the token', () => {
    test('that is wrong is refused with a message that says where to get the right one', async () => {
      const { body } = await requests.send({ headers: { Authorization: 'Bearer wrong' } });
      expect(field(JSON.parse(body), 'error', 'message')).toMatch(
        /^Missing or wrong token\..*--setup CLIENT/,
      );
    });

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
      const answer = await requests.expectRefusal({ headers: { Authorization: value } }, 401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
      expect(answer.body).toBe((await requests.send({ headers: { Authorization: null } })).body);
    });

    test('may name its scheme in any case', async () => {
      expect((await requests.send({ headers: { Authorization: `bEaReR ${testToken}` } })).status).toBe(200);
    });

    test('of a megabyte is refused before it is checked', async () => {
      await requests.expectRefusal({ headers: { Authorization: `Bearer ${'x'.repeat(1_000_000)}` } }, 431);
    });
  });
});

describe('the health address', () => {
  let lectern: RunningLectern;
  let requests: GateRequests;

  beforeAll(async () => {
    lectern = await RunningLectern.start({ files: { 'secret-name.md': 'x' } });
    requests = new GateRequests(lectern.port);
  });
  afterAll(() => lectern.close());

  const withoutToken = { target: '/health', headers: { Authorization: null }, body: '' };

  test('responds without a token, says only that the server runs, and ends the connection', async () => {
    const { status, headers, body } = await requests.send({ ...withoutToken, method: 'GET' });
    expect({ status, body }).toEqual({ status: 200, body: '{"status":"ok"}' });
    expect(Object.keys(headers).sort()).toEqual([
      'cache-control',
      'connection',
      'content-length',
      'content-type',
      'date',
    ]);
    expect(headers['connection']).toBe('close');
  });

  test('gives every client the same response', async () => {
    const stranger = await requests.send({ ...withoutToken, method: 'GET' });
    const known = await requests.send({ method: 'GET', target: '/health', body: '' });
    expect(known.body).toBe(stranger.body);
  });

  test('answers HEAD without a body', async () => {
    expect(await requests.send({ ...withoutToken, method: 'HEAD' })).toMatchObject({ status: 200, body: '' });
  });

  test.each([
    ['a foreign name', { Host: 'evil.example' }],
    ['a foreign page', { Origin: 'https://evil.example' }],
  ])('is refused to %s', async (_who, headers) => {
    const request = { ...withoutToken, method: 'GET', headers: { ...withoutToken.headers, ...headers } };
    await requests.expectRefusal(request, 403);
  });

  test.each([
    ['POST', '/health'],
    ['GET', '/health/'],
    ['GET', '/health?x'],
  ])('has no other form: %s %s is not found', async (method, target) => {
    await requests.expectRefusal({ ...withoutToken, method, target }, 404);
  });
});
