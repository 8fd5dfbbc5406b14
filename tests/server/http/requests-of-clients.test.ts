/** Requests as clients write them: endpoints, headers and params. */
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { post } from '../../support/http/post';
import { field } from '../../support/json';
import { vaultForAll } from '../../support/open-vault';

describe('endpoints and `Accept` headers', () => {
  const long = 'A line of a long note.\n'.repeat(20_000);

  const vault = vaultForAll({ files: { 'a.md': 'hello\n', 'long.md': long } });

  interface Answer {
    readonly status: number;
    readonly type: string | undefined;
    readonly session: string | undefined;
    readonly body: string;
  }

  /** Sends no header of its own, as `fetch` does. */
  function send(
    message: unknown,
    headers: Record<string, string>,
    { path = '/mcp', method = 'POST' } = {},
  ): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        { host: '127.0.0.1', port: vault.lectern.port, path, method },
        response =>
          void text(response).then(body => {
            const { 'content-type': type, 'mcp-session-id': session } = response.headers;
            resolve({ status: response.statusCode ?? 0, type, session: session?.toString(), body });
          }, reject),
      );
      sent.on('error', reject);
      sent.setHeader('Authorization', `Bearer ${vault.lectern.token}`);
      sent.setHeader('Content-Type', 'application/json');
      for (const [name, value] of Object.entries(headers)) sent.setHeader(name, value);
      sent.end(message === undefined ? '' : JSON.stringify(message));
    });
  }

  const call = (name: string, args: object, meta: object = {}): object => ({
    ...{ jsonrpc: '2.0', id: 7, method: 'tools/call' },
    params: { name, arguments: args, ...meta },
  });
  const read = call('read_note', { path: 'a.md' });
  const initialize = {
    ...{ jsonrpc: '2.0', id: 1, method: 'initialize' },
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  const modern = {
    'MCP-Protocol-Version': '2026-07-28',
    'Mcp-Method': 'tools/call',
    'Mcp-Name': 'read_note',
  };
  const envelope = {
    _meta: {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
    },
  };

  test.each(['/mcp', '/mcp/', '/mcp?', '/mcp?x=1', '/mcp/?x=1&y=http://[::', '/mcp?token=a%zz'])(
    'a call to %s is answered',
    async path => {
      const { status, body } = await send(read, { Accept: 'application/json, text/event-stream' }, { path });
      expect(status).toBe(200);
      expect(body).toContain('hello');
    },
  );

  test('a token in a query is none', async () => {
    const headers = { Authorization: '' };
    expect((await send(read, headers, { path: `/mcp?token=${vault.lectern.token}` })).status).toBe(401);
  });

  const jsonOnly: Record<string, string>[] = [
    {},
    { Accept: '*/*' },
    { Accept: '' },
    { Accept: 'application/json' },
    { Accept: 'Application/JSON; charset=utf-8' },
    { Accept: 'application/json;q=0.9, */*;q=0.1' },
    { Accept: 'application/*' },
    { Accept: 'text/html, application/json, image/gif, */*; q=.2' },
  ];

  describe.each(jsonOnly)('with the headers %j', headers => {
    const expectJson = (answer: Answer, expected: string): void => {
      expect(answer).toMatchObject({ status: 200, type: 'application/json' });
      expect(JSON.stringify(JSON.parse(answer.body))).toContain(expected);
    };

    test('a call without a session is answered in JSON', async () => {
      expectJson(await send(read, headers), 'hello');
    });

    test('a call in a session is answered in JSON', async () => {
      const opened = await send(initialize, headers);
      expectJson(opened, 'lectern-mcp');
      const session = { ...headers, 'Mcp-Session-Id': opened.session ?? '' };
      const ready = { jsonrpc: '2.0', method: 'notifications/initialized' };
      expect(await send(ready, session)).toMatchObject({ status: 202, body: '' });
      expectJson(await send(read, session), 'hello');
    });

    test('a call of the newest revision is answered in JSON', async () => {
      expectJson(
        await send(call('read_note', { path: 'a.md' }, envelope), { ...headers, ...modern }),
        'hello',
      );
    });

    test('a large answer is whole', async () => {
      const args = { path: 'long.md', maxChars: 500_000, withLineNumbers: false };
      const answer: unknown = JSON.parse((await send(call('read_note', args), headers)).body);
      expect(field(answer, 'result', 'structuredContent', 'content')).toBe(long);
    });

    test('progress does not come between', async () => {
      const moved = { _meta: { progressToken: 1 } };
      const args = { find: 'line', replace: 'row' };
      expectJson(await send(call('replace_in_notes', args, moved), headers), 'filesChanged');
      const meta = { _meta: { ...envelope._meta, ...moved._meta } };
      const named = { ...headers, ...modern, 'Mcp-Name': 'replace_in_notes' };
      expectJson(await send(call('replace_in_notes', args, meta), named), 'filesChanged');
    });

    test('a batch is answered as one', async () => {
      const answer = await send([read, { ...read, id: 8 }], headers);
      expect(JSON.parse(answer.body)).toMatchObject([{ id: 7 }, { id: 8 }]);
    });
  });

  test.each(['application/json, text/event-stream', 'text/event-stream'])(
    'a client that takes %s gets a stream as before',
    async accept => {
      const { status, type, body } = await send(read, { Accept: accept });
      expect([status, type]).toEqual([200, 'text/event-stream']);
      expect(body).toContain('hello');
    },
  );

  test('a client that takes neither is refused', async () => {
    expect(await send(read, { Accept: 'text/html' })).toMatchObject({
      status: 406,
      type: 'application/json',
    });
  });

  test('a cancelled call in a session that takes JSON ends', async () => {
    const { session = '' } = await send(initialize, {});
    const headers = { 'Mcp-Session-Id': session };
    const wanted = send(call('list', {}), headers);
    const cancelled = {
      ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
      params: { requestId: 7 },
    };
    expect((await send(cancelled, headers)).status).toBe(202);
    expect([200, 202]).toContain((await wanted).status);
  });

  test('a message that is no request is answered in JSON', async () => {
    expect(await post(vault.lectern, { jsonrpc: '2.0', id: 1, method: 'no/such' })).toMatchObject({
      error: { code: -32601 },
    });
  });
});

describe('params', () => {
  const vault = vaultForAll({ files: { 'a.md': 'hello\n' } });

  const metaOf = (params: object): object =>
    z.object({ _meta: z.looseObject({}) }).safeParse(params).data?._meta ?? {};

  const absent = (): Promise<unknown> => Promise.reject(new Error('There is no such era.'));

  /** What a request of one of the protocol's eras is answered. */
  const answers: Record<string, (method: string, params: unknown) => Promise<unknown>> = {
    '2025': (method, params) => post(vault.lectern, { jsonrpc: '2.0', id: 1, method, params }),
    '2026': (method, given) => {
      const params = z.looseObject({}).parse(given ?? {});
      const _meta = {
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientCapabilities': {},
        ...metaOf(params),
      };
      const name = field(params, 'name') ?? field(params, 'uri');
      return post(
        vault.lectern,
        { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
        {
          'MCP-Protocol-Version': '2026-07-28',
          'Mcp-Method': method,
          ...(typeof name === 'string' ? { 'Mcp-Name': name } : {}),
        },
      );
    },
  };

  const taken: [method: string, params: unknown, expected: string][] = [
    ['tools/call', { name: 'get_vault_info', arguments: null }, 'vaultName'],
    ['tools/call', { name: 'get_vault_info' }, 'vaultName'],
    ['tools/call', { name: 'get_vault_info', arguments: 'null' }, 'vaultName'],
    ['tools/call', { name: 'read_note', arguments: '{"path":"a.md"}' }, 'hello'],
    [
      'tools/call',
      { name: 'read_note', arguments: { path: 'a.md' }, _meta: { progressToken: null } },
      'hello',
    ],
    ['tools/list', { cursor: null }, 'read_note'],
    ['prompts/list', { cursor: null }, 'daily_review'],
    ['resources/list', { cursor: null }, 'vault:///a.md'],
    ['resources/templates/list', { cursor: null }, 'uriTemplate'],
    ['prompts/get', { name: 'daily_review', arguments: null }, 'Review the notes'],
    ['prompts/get', { name: 'daily_review', arguments: { date: null } }, 'today'],
    ['prompts/get', { name: 'summarize_note', arguments: '{"path":"a.md"}' }, 'a.md'],
    ['resources/read', { uri: 'vault:///a.md', cursor: null }, 'hello'],
    [
      'completion/complete',
      {
        ref: { type: 'ref/prompt', name: 'summarize_note', title: null },
        argument: { name: 'path', value: 'a' },
        context: null,
      },
      'a.md',
    ],
  ];

  const wrong: [method: string, params: unknown][] = [
    ...['initialize', 'tools/call', 'prompts/get', 'resources/read', 'completion/complete'].flatMap(
      (method): [string, unknown][] => [
        [method, undefined],
        [method, null],
        [method, {}],
        [method, { name: 5, uri: 5, ref: 5, argument: 5, protocolVersion: 5 }],
      ],
    ),
    ...['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].flatMap(
      (method): [string, unknown][] => [
        [method, { cursor: 5 }],
        [method, { cursor: {} }],
      ],
    ),
    ...[[], ['x'], 5, true, '[1]', 'x', '5'].map((given): [string, unknown] => [
      'tools/call',
      { name: 'read_note', arguments: given },
    ]),
    ['tools/call', { name: null, arguments: {} }],
    ['tools/call', { name: 'read_note', arguments: {}, _meta: { progressToken: {} } }],
    ['prompts/get', { name: 'daily_review', arguments: [] }],
    ['prompts/get', { name: 'daily_review', arguments: { date: { day: 5 } } }],
    ['resources/read', { uri: ['vault:///a.md'] }],
    ['completion/complete', { ref: { type: 'ref/other', name: 'x' }, argument: { name: 'x', value: 'y' } }],
    ['completion/complete', { ref: { type: 'ref/prompt' }, argument: { name: 'x', value: 'y' } }],
    [
      'completion/complete',
      {
        ref: { type: 'ref/prompt', name: 'x' },
        argument: { name: 'x', value: 'y' },
        context: { arguments: 5 },
      },
    ],
    ['ping', { _meta: { progressToken: [] } }],
  ];

  describe.each(['2025', '2026'])('in %s', era => {
    const ask = (method: string, params: unknown): Promise<unknown> =>
      (answers[era] ?? absent)(method, params);

    test.each(taken)('%s with %j is answered', async (method, params, expected) => {
      const answer = await ask(method, params);
      expect(field(answer, 'error')).toBeUndefined();
      expect(JSON.stringify(answer)).toContain(expected);
    });

    test.each(wrong.filter(([method]) => era === '2025' || !['initialize', 'ping'].includes(method)))(
      '%s with %j is refused in one sentence',
      async (method, params) => {
        const answer = await ask(method, params);
        expect(field(answer, 'error', 'code')).toBe(-32602);
        expect(field(answer, 'error', 'message')).toMatch(/^[^\n{]+\.$/u);
        expect(field(answer, 'id')).toBe(1);
      },
    );
  });

  test.each([[[]], [5], ['x'], [true]])('params that are %j are refused in one sentence', async params => {
    const answer = await post(vault.lectern, { jsonrpc: '2.0', id: 1, method: 'tools/list', params });
    expect(field(answer, 'error', 'code')).toBe(-32602);
    expect(field(answer, 'error', 'message')).toMatch(/^[^\n{]+\.$/u);
  });

  test.each(['initialize', 'resources/subscribe', 'resources/unsubscribe'])(
    'the newest revision has no %s',
    async method => {
      const answer = await (answers['2026'] ?? absent)(method, {});
      expect(field(answer, 'error', 'code')).toBe(-32601);
    },
  );

  test('resources cannot be watched under an odd name', async () => {
    for (const method of ['resources/subscribe', 'resources/unsubscribe']) {
      const answer = await (answers['2025'] ?? absent)(method, { uri: null });
      expect(field(answer, 'error', 'message')).toMatch(/^[^\n{]+\.$/u);
    }
  });

  test('a batch with a request that cannot be read is refused in one sentence', async () => {
    const call = (id: number, given: unknown): unknown => ({
      ...{ jsonrpc: '2.0', id, method: 'tools/call' },
      params: { name: 'read_note', arguments: given },
    });
    const right = await post(vault.lectern, [call(1, '{"path":"a.md"}'), call(2, { file: 'a' })]);
    expect(right).toMatchObject([{ id: 1 }, { id: 2 }]);
    expect(JSON.stringify(right)).not.toContain('error');
    const wrong = await post(vault.lectern, [call(1, { path: 'a.md' }), call(2, 5)]);
    expect(field(wrong, 'error', 'code')).toBe(-32602);
    expect(field(wrong, 'error', 'message')).toMatch(/^[^\n{]+\.$/u);
  });
});
