/** Params that are no right ones are answered in one sentence, those that can be meant one way only are taken. */
import { z } from 'zod';
import { field } from '../support/json';
import { post } from '../support/http/post';
import { RunningLectern } from '../support/lectern';

let lectern: RunningLectern;
beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { 'a.md': 'hello\n' } });
});
afterAll(() => lectern.close());

const metaOf = (params: object): object =>
  z.object({ _meta: z.looseObject({}) }).safeParse(params).data?._meta ?? {};

const absent = (): Promise<unknown> => Promise.reject(new Error('There is no such era.'));

/** What a request of one of the protocol's eras is answered. */
const answers: Record<string, (method: string, params: unknown) => Promise<unknown>> = {
  '2025': (method, params) => post(lectern, { jsonrpc: '2.0', id: 1, method, params }),
  '2026': (method, given) => {
    const params = z.looseObject({}).parse(given ?? {});
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      ...metaOf(params),
    };
    const name = field(params, 'name') ?? field(params, 'uri');
    return post(
      lectern,
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
  ['tools/call', { name: 'read_note', arguments: { path: 'a.md' }, _meta: { progressToken: null } }, 'hello'],
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
  const ask = (method: string, params: unknown): Promise<unknown> => (answers[era] ?? absent)(method, params);

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
  const answer = await post(lectern, { jsonrpc: '2.0', id: 1, method: 'tools/list', params });
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
  const right = await post(lectern, [call(1, '{"path":"a.md"}'), call(2, { file: 'a' })]);
  expect(right).toMatchObject([{ id: 1 }, { id: 2 }]);
  expect(JSON.stringify(right)).not.toContain('error');
  const wrong = await post(lectern, [call(1, { path: 'a.md' }), call(2, 5)]);
  expect(field(wrong, 'error', 'code')).toBe(-32602);
  expect(field(wrong, 'error', 'message')).toMatch(/^[^\n{]+\.$/u);
});
