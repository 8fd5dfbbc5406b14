import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { RunningLectern, testToken } from '../../support/lectern';

let lectern: RunningLectern;
let client: Client;

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files: {
      'a b.md': '# A\n',
      'sub/ü.md': 'u',
      'Private/x.md': 'CANARY',
      'pic.png': new Uint8Array([1, 2, 3]),
      'AGENTS.md': 'Guide',
    },
    settings: { hidden: ['Private'] },
  });
  client = new Client({ name: 'tests', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(lectern.url), {
      requestInit: { headers: { Authorization: `Bearer ${testToken}` } },
    }),
  );
});
afterAll(async () => {
  await client.close();
  await lectern.close();
});

test('resources list every readable note by a URI that reads it', async () => {
  const { resources } = await client.listResources();
  expect(resources.map(({ uri }) => uri)).toEqual([
    'vault-info://guide',
    'vault-info://tags',
    'vault:///a%20b.md',
    'vault:///AGENTS.md',
    'vault:///sub/%C3%BC.md',
  ]);
  expect((await client.readResource({ uri: 'vault:///a%20b.md' })).contents).toMatchObject([
    { mimeType: 'text/markdown', text: '# A\n' },
  ]);
  expect((await client.readResource({ uri: 'vault-info://guide' })).contents).toMatchObject([
    { text: 'Guide' },
  ]);
});

test('a note of more than 2 MB is refused', async () => {
  const { vault } = lectern.host.app;
  const note = await vault.create('Large.md', 'a line of words\n'.repeat(140_000));
  await expect(client.readResource({ uri: 'vault:///Large.md' })).rejects.toThrow('too_large');
  await vault.delete(note);
});

test('other files are read as bytes', async () => {
  expect((await client.readResource({ uri: 'vault:///pic.png' })).contents).toMatchObject([
    { mimeType: 'image/png', blob: 'AQID' },
  ]);
});

test.each([
  'vault:///Private/x.md',
  'vault:///nowhere.md',
  'vault:///../outside.md',
  'vault:///%2e%2e/outside.md',
  'vault:///a%ZZ.md',
  'vault://host/a%20b.md',
  'obsidian://open?vault=x',
  `vault:///${','.repeat(10_000)}`,
])('a resource that is absent, hidden or has an unknown URI is not found: %.60s', async uri => {
  await expect(client.readResource({ uri })).rejects.toThrow(/not found/i);
});

test('prompts quote their arguments and request missing ones', async () => {
  const { prompts } = await client.listPrompts();
  expect(prompts.map(({ name }) => name)).toEqual(['daily_review', 'summarize_note', 'tidy_tags']);
  const { messages } = await client.getPrompt({ name: 'summarize_note', arguments: { path: 'a "b"' } });
  expect(JSON.stringify(messages)).toContain('a \\\\\\"b\\\\\\"');
  await expect(client.getPrompt({ name: 'summarize_note' })).rejects.toThrow('path');
  await expect(client.getPrompt({ name: '__proto__' })).rejects.toThrow('Unknown prompt');
});
