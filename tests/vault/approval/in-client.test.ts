import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client, type ClientOptions } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { type ElicitResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { storedToken } from '../../../src/settings/tokens/tokens';
import { RunningLectern, testToken } from '../../support/lectern';

type Answer = () => ElicitResult | Promise<ElicitResult>;

let lectern: RunningLectern;
/** Questions at the terminal of the host, and in the client. */
let here: string[];
let there: string[];
let client: Client | undefined;
beforeEach(() => {
  here = [];
  there = [];
});
afterEach(async () => {
  await client?.close();
  client = undefined;
  await lectern.close();
});

const token = { ...storedToken('phone', 'full', testToken), approval: { edit: 'ask', move: 'ask' } };

async function start(
  rules: object = { asksInClient: true },
  approved: boolean | undefined = true,
): Promise<void> {
  lectern = await RunningLectern.start({
    files: { 'a.md': 'one\n', 'Private/b.md': '[[a]]\n', 'c.md': '[[a]]\n' },
    settings: { tokens: [{ ...token, ...rules }], approvalSeconds: 5 },
    tokens: [],
    approver: question => {
      here.push(question);
      return Promise.resolve(approved);
    },
  });
}

async function connect(
  answer: Answer,
  capabilities: NonNullable<ClientOptions['capabilities']> = { elicitation: {} },
): Promise<Client> {
  client = new Client({ name: 'phone', version: '1' }, { capabilities });
  if (capabilities.elicitation !== undefined)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      there.push(params.message);
      return answer();
    });
  const headers = { Authorization: `Bearer ${testToken}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(lectern.url), { requestInit: { headers } }));
  return client;
}

const texts = z.object({ content: z.array(z.object({ text: z.string() })) });
async function call(tool: string, given: Record<string, unknown>): Promise<string> {
  const result = await client?.callTool({ name: tool, arguments: given });
  return texts
    .parse(result)
    .content.map(({ text }) => text)
    .join('\n');
}

const append = (): Promise<string> => call('update_note', { path: 'a', mode: 'append', content: 'two' });
const note = (): string => readFileSync(join(lectern.folder.path, 'a.md'), 'utf8');
const accept: Answer = () => ({ action: 'accept', content: {} });

test('a client that can ask shows the difference, and the change is made when the user accepts', async () => {
  await start();
  await connect(accept);
  await append();
  expect(there).toEqual([
    '"phone" ("phone") wants to use update_note\nedit a.md\n@@ -1,1 +1,2 @@\n one\n+two',
  ]);
  expect([here, note()]).toEqual([[], 'one\ntwo\n']);
});

test.each(['decline', 'cancel'] as const)('after %s nothing is changed', async action => {
  await start();
  await connect(() => ({ action }));
  expect(await append()).toContain('approval_refused');
  expect([here, note()]).toEqual([[], 'one\n']);
});

test('without an answer the call ends as it does elsewhere, and a late one changes nothing', async () => {
  await start();
  let late: (answer: ElicitResult) => void = () => undefined;
  await connect(() => new Promise(resolve => (late = resolve)));
  expect(await append()).toContain('Nobody answered within 5 seconds.');
  late({ action: 'accept', content: {} });
  await call('read_note', { path: 'a' });
  expect(note()).toBe('one\n');
}, 15_000);

describe('the user is asked at the computer', () => {
  test.each<[string, object, NonNullable<ClientOptions['capabilities']>]>([
    ['where the connection does not say otherwise', {}, { elicitation: {} }],
    ['where the client cannot ask', { asksInClient: true }, {}],
    ['where the client can only open pages', { asksInClient: true }, { elicitation: { url: {} } }],
  ])('%s', async (_title, rules, capabilities) => {
    await start(rules);
    await connect(accept, capabilities);
    await append();
    expect([there, here.length, note()]).toEqual([[], 1, 'one\ntwo\n']);
  });

  test('where the client fails to ask', async () => {
    await start(undefined, false);
    await connect(() => Promise.reject(new Error('No window.')));
    expect(await append()).toContain('approval_refused');
    expect([there.length, here.length, note()]).toEqual([1, 1, 'one\n']);
  });

  test('where the answer is one message', async () => {
    await start();
    const post = (body: object, more: Record<string, string> = {}): Promise<Response> =>
      fetch(lectern.url, {
        method: 'POST',
        headers: {
          ...{ authorization: `Bearer ${testToken}`, 'content-type': 'application/json' },
          ...{ accept: 'application/json', ...more },
        },
        body: JSON.stringify({ jsonrpc: '2.0', ...body }),
      });
    const clientInfo = { name: 'phone', version: '1' };
    const params = { protocolVersion: '2025-11-25', capabilities: { elicitation: { form: {} } }, clientInfo };
    const opened = await post({ id: 1, method: 'initialize', params });
    const session = { 'mcp-session-id': opened.headers.get('mcp-session-id') ?? '' };
    await post({ method: 'notifications/initialized' }, session);
    const edit = { name: 'update_note', arguments: { path: 'a', mode: 'append', content: 'two' } };
    await (await post({ id: 2, method: 'tools/call', params: edit }, session)).text();
    expect([here.length, note()]).toEqual([1, 'one\ntwo\n']);
  });
});

test('the client is not told of files that its token does not see', async () => {
  await start({ asksInClient: true, deny: ['Private'] });
  await connect(accept);
  await call('move', { path: 'a.md', to: 'd.md' });
  expect(there.join('\n')).toContain('c.md');
  expect(there.join('\n')).not.toContain('Private');
});

describe('a client of 2026-07-28', () => {
  let modern: ModernClient;
  afterEach(() => modern.close());

  async function connectModern(...actions: ('accept' | 'decline')[]): Promise<void> {
    modern = new ModernClient(
      { name: 'phone', version: '1' },
      { versionNegotiation: { mode: 'auto' }, capabilities: { elicitation: {} } },
    );
    modern.setRequestHandler('elicitation/create', ({ params }) => {
      there.push(params.message);
      return { action: actions[there.length - 1] ?? 'cancel' };
    });
    const headers = { Authorization: `Bearer ${testToken}` };
    await modern.connect(new ModernTransport(new URL(lectern.url), { requestInit: { headers } }));
    expect(modern.getNegotiatedProtocolVersion()).toBe('2026-07-28');
  }
  const edit = { name: 'update_note', arguments: { path: 'a', mode: 'append', content: 'two' } };

  test.each([
    ['accept', 'one\ntwo\n'],
    ['decline', 'one\n'],
  ] as const)('asks too: after %s', async (action, after) => {
    await start();
    await connectModern(action);
    expect((await modern.callTool(edit)).isError === true).toBe(action === 'decline');
    expect(there).toHaveLength(1);
    expect([here, note()]).toEqual([[], after]);
  });

  test('asks again where the note has changed meanwhile', async () => {
    await start();
    await connectModern('accept', 'decline');
    modern.setRequestHandler('elicitation/create', ({ params }) => {
      there.push(params.message);
      if (there.length === 1) writeFileSync(join(lectern.folder.path, 'a.md'), 'changed\n');
      return { action: there.length === 1 ? 'accept' : 'decline' };
    });
    await modern.callTool(edit);
    expect(there).toHaveLength(2);
    expect([there[1]?.includes('changed'), note()]).toEqual([true, 'changed\n']);
  });

  test('is not asked where the connection does not say so', async () => {
    await start({});
    await connectModern('accept');
    await modern.callTool(edit);
    expect([there, here.length]).toEqual([[], 1]);
  });
});
