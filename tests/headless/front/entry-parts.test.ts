import {
  Client as ModernClient,
  StreamableHTTPClientTransport as ModernTransport,
} from '@modelcontextprotocol/client';
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { frontTokens, RunningEntry } from '../../support/front';
import { askIn, askModern, type Exchange, openSession, streamOf } from '../../support/http/mcp-stream';
import { field } from '../../support/json';
import { eventually } from '../../support/time/waiting';

const files = {
  work: { 'Plan.md': 'one\n', 'Prompts/ask.md': '---\ndescription: Asks.\n---\nAsk {{who}}.\n' },
  home: { 'A b.md': 'Water the beans.\n' },
  old: {},
};

let entry: RunningEntry;
const asked: string[] = [];
beforeAll(async () => {
  entry = await RunningEntry.start(files, {
    profile: 'all',
    approval: { edit: 'ask' },
    asksInClient: true,
    listOutputSchemas: true,
  });
});
afterAll(() => entry.close());

const info = { name: 'phone', version: '1' };
const capabilities = { elicitation: {} };

interface AnyClient {
  readonly close: () => Promise<void>;
  readonly listTools: () => Promise<{ tools: object[] }>;
  readonly listResources: (
    given?: object,
  ) => Promise<{ resources: { uri: string }[]; nextCursor?: string | undefined }>;
  readonly listTemplates: () => Promise<unknown>;
  readonly readResource: (uri: string) => Promise<unknown>;
  readonly listPrompts: () => Promise<unknown>;
  readonly getPrompt: (name: string, given: Record<string, string>) => Promise<unknown>;
  readonly complete: (ref: CompleteRef, argument: Named, given?: Record<string, string>) => Promise<unknown>;
  readonly call: (name: string, given: Record<string, unknown>, onProgress?: () => void) => Promise<unknown>;
  readonly instructions: () => string | undefined;
}
type CompleteRef = { type: 'ref/resource'; uri: string } | { type: 'ref/prompt'; name: string };
type Named = { name: string; value: string };

const connecting: Readonly<Record<'2025' | '2026', () => Promise<AnyClient>>> = {
  2025: async () => {
    const client = new LegacyClient(info, { capabilities });
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: {} };
    });
    const headers = { Authorization: `Bearer ${frontTokens.all}` };
    await client.connect(new LegacyTransport(new URL(entry.url), { requestInit: { headers } }));
    return {
      close: () => client.close(),
      listTools: () => client.listTools(),
      listResources: given => client.listResources(given),
      listTemplates: () => client.listResourceTemplates(),
      readResource: uri => client.readResource({ uri }),
      listPrompts: () => client.listPrompts(),
      getPrompt: (name, given) => client.getPrompt({ name, arguments: given }),
      complete: (ref, argument, given = {}) =>
        client.complete({ ref, argument, context: { arguments: given } }),
      call: (name, given, onProgress) =>
        client.callTool({ name, arguments: given }, undefined, {
          ...(onProgress === undefined ? {} : { onprogress: onProgress }),
        }),
      instructions: () => client.getInstructions(),
    };
  },
  2026: async () => {
    const client = new ModernClient(info, { versionNegotiation: { mode: 'auto' }, capabilities });
    client.setRequestHandler('elicitation/create', ({ params }) => {
      asked.push(params.message);
      return { action: 'accept', content: {} };
    });
    const headers = { Authorization: `Bearer ${frontTokens.all}` };
    await client.connect(new ModernTransport(new URL(entry.url), { requestInit: { headers } }));
    return {
      close: () => client.close(),
      listTools: () => client.listTools(),
      listResources: given => client.listResources(given),
      listTemplates: () => client.listResourceTemplates(),
      readResource: uri => client.readResource({ uri }),
      listPrompts: () => client.listPrompts(),
      getPrompt: (name, given) => client.getPrompt({ name, arguments: given }),
      complete: (ref, argument, given = {}) =>
        client.complete({ ref, argument, context: { arguments: given } }),
      call: (name, given, onProgress) =>
        client.callTool(
          { name, arguments: given },
          { ...(onProgress === undefined ? {} : { onprogress: onProgress }) },
        ),
      instructions: () => client.getInstructions(),
    };
  },
};

describe.each(['2025', '2026'] as const)('for a client of %s', era => {
  let client: AnyClient;
  beforeAll(async () => {
    client = await connecting[era]();
  });
  afterAll(() => client.close());

  test('instructions name the vaults', () => {
    expect(client.instructions()).toContain('"work", "home", "old"');
  });

  test('resources are listed vault after vault, and read by URIs that name it', async () => {
    const uris: string[] = [];
    for (let cursor: string | undefined = ''; cursor !== undefined;) {
      const page = await client.listResources(cursor === '' ? {} : { cursor });
      uris.push(...page.resources.map(({ uri }) => uri));
      cursor = page.nextCursor;
    }
    expect(uris.filter(uri => uri.startsWith('vault://'))).toEqual([
      'vault://work/Prompts/ask.md',
      'vault://work/Plan.md',
      'vault://home/A%20b.md',
    ]);
    expect(uris).toContain('vault-info://old/tags');
    const uri = 'vault://home/A%20b.md';
    expect(await client.readResource(uri)).toMatchObject({ contents: [{ uri, text: 'Water the beans.\n' }] });
    expect(await client.readResource('vault-info://home/tags')).toMatchObject({
      contents: [{ uri: 'vault-info://home/tags' }],
    });
    expect(await client.listTemplates()).toMatchObject({
      resourceTemplates: [{ uriTemplate: 'vault://{vault}/{+path}' }],
    });
    for (const missing of ['vault://home/No.md', 'vault://none/A.md', 'vault:///Plan.md', 'x'])
      await expect(client.readResource(missing)).rejects.toThrow(missing);
  });

  test('prompts have the argument `vault`', async () => {
    expect(await client.listPrompts()).toMatchObject({
      prompts: [
        { name: 'daily_review', arguments: [{ name: 'vault', required: true }, { name: 'date' }] },
        { name: 'summarize_note', arguments: [{ name: 'vault', required: true }, { name: 'path' }] },
        { name: 'tidy_tags', arguments: [{ name: 'vault', required: true }] },
      ],
    });
    const prompt = await client.getPrompt('summarize_note', { vault: 'home', path: 'A b.md' });
    expect(field(prompt, 'messages', '0', 'content', 'text')).toMatch(/"home".*"A b\.md"/u);
    await expect(client.getPrompt('summarize_note', { path: 'A b.md' })).rejects.toThrow('vault');
  });

  test('completions offer vaults, and then what is in one', async () => {
    const note = { type: 'ref/resource', uri: 'vault://{vault}/{+path}' } as const;
    const prompt = { type: 'ref/prompt', name: 'summarize_note' } as const;
    for (const ref of [note, prompt]) {
      const vaults = await client.complete(ref, { name: 'vault', value: 'ho' });
      expect(vaults).toMatchObject({ completion: { values: ['home'] } });
      const paths = await client.complete(ref, { name: 'path', value: 'A' }, { vault: 'home' });
      expect(paths).toMatchObject({ completion: { values: ['A b.md'] } });
      expect(await client.complete(ref, { name: 'path', value: 'A' })).toMatchObject({
        completion: { values: [] },
      });
    }
  });

  test('a change that needs approval is asked in the client', async () => {
    asked.length = 0;
    const given = { vault: 'work', path: 'Plan', mode: 'append', content: era };
    const result = await client.call('update_note', given);
    expect(result).toMatchObject({ structuredContent: { vault: 'work' } });
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(`+${era}`);
  });

  test('a call reports its progress', async () => {
    let reports = 0;
    await client.call('search', { vault: 'work', query: 'one' }, () => (reports += 1));
    expect(reports).toBeGreaterThan(0);
  });

  test('the list of tools costs at most 90 bytes a tool more', async () => {
    const { tools } = await client.listTools();
    const one = await entry.connect(era, 'work');
    const own = await one.listTools();
    const grown = JSON.stringify(tools).length - JSON.stringify(own).length;
    // Answers have a `vault` too, which few clients list.
    expect(grown / tools.length).toBeLessThan(90 + '"vault":{"type":"string"},'.length);
  });
});

const listChanged = 'notifications/resources/list_changed';

const listening: Readonly<Record<string, (uris: readonly string[]) => Promise<Exchange>>> = {
  2025: async uris => {
    const endpoint = { url: entry.url, token: frontTokens.all };
    const session = await openSession(endpoint);
    for (const uri of uris) await askIn(endpoint, session, 'resources/subscribe', { uri });
    return streamOf(endpoint, session);
  },
  2026: async uris => {
    const notifications = { resourceSubscriptions: uris, resourcesListChanged: true };
    const endpoint = { url: entry.url, token: frontTokens.all };
    const stream = await askModern(endpoint, 'subscriptions/listen', { notifications });
    await eventually(() => stream.messages.length > 0);
    return stream;
  },
};

test.each(['2025', '2026'])(
  'a client of %s is told of changes by URIs that name the vault',
  async era => {
    const uri = 'vault://home/A%20b.md';
    const stream = await listening[era]?.([uri]);
    if (stream === undefined) throw new Error('There is no such era.');
    const updates = (): number => stream.told('notifications/resources/updated').length;
    entry.vaults['home']?.folder.write('A b.md', `${era}\n`);
    await eventually(() => updates() > 0);
    expect(stream.told('notifications/resources/updated')[0]).toMatchObject({ uri });
    // The vault's process ends, and another one takes its place.
    entry.doors['home']?.serve(undefined);
    entry.doors['home']?.serve(entry.vaults['home']);
    const before = updates();
    entry.vaults['home']?.folder.write('A b.md', `${era} again\n`);
    entry.vaults['work']?.folder.write(`New ${era}.md`, 'x');
    await eventually(() => updates() > before && stream.told(listChanged).length > 0);
    stream.leave();
  },
  20_000,
);

/** The status of a request of the 2026 revision at the address of all vaults. */
async function statusOf(
  method: string,
  given: object = {},
  more: Record<string, string> = {},
): Promise<number> {
  const revision = '2026-07-28';
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': revision,
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const response = await fetch(entry.url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${frontTokens.all}`,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': revision,
      'Mcp-Method': method,
      ...more,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...given, _meta } }),
  });
  await response.text();
  return response.status;
}

test('a call whose headers name something else is refused as at the vault itself', async () => {
  const call = { name: 'stat', arguments: { paths: ['Plan'], vault: 'work' } };
  expect(await statusOf('tools/call', call, { 'Mcp-Name': 'read_note' })).toBe(400);
});

test('a method that does not exist is answered with the status that it has at the vault itself', async () => {
  for (const method of ['made/up', 'constructor', '__proto__', 'resources/subscribe', 'ping'])
    expect([method, await statusOf(method)]).toEqual([method, 404]);
  for (const method of ['tools/list', 'resources/list', 'server/discover'])
    expect([method, await statusOf(method)]).toEqual([method, 200]);
});
