/** Endpoints and `Accept` headers as clients write them. */
import { request as httpRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { post } from '../support/http/post';
import { field } from '../support/json';
import { RunningLectern } from '../support/lectern';

let lectern: RunningLectern;
const long = 'A line of a long note.\n'.repeat(20_000);
beforeAll(async () => {
  lectern = await RunningLectern.start({ files: { 'a.md': 'hello\n', 'long.md': long } });
});
afterAll(() => lectern.close());

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
      { host: '127.0.0.1', port: lectern.port, path, method },
      response =>
        void text(response).then(body => {
          const { 'content-type': type, 'mcp-session-id': session } = response.headers;
          resolve({ status: response.statusCode ?? 0, type, session: session?.toString(), body });
        }, reject),
    );
    sent.on('error', reject);
    sent.setHeader('Authorization', `Bearer ${lectern.token}`);
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
  expect((await send(read, headers, { path: `/mcp?token=${lectern.token}` })).status).toBe(401);
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
    expectJson(await send(call('read_note', { path: 'a.md' }, envelope), { ...headers, ...modern }), 'hello');
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
  expect(await send(read, { Accept: 'text/html' })).toMatchObject({ status: 406, type: 'application/json' });
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
  expect(await post(lectern, { jsonrpc: '2.0', id: 1, method: 'no/such' })).toMatchObject({
    error: { code: -32601 },
  });
});
