/** No text that a client gets before its first call names a tool that its token is not shown. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { profiles, rightsLevels } from '../../../src/utils/rights';
import { RunningLectern } from '../../support/lectern';
import { namedTools } from '../../support/text/named-tools';

const tokens = profiles.flatMap(profile =>
  rightsLevels.map(rights => ({
    ...{ name: `${profile} ${rights}`, profile, rights },
    value: `lct_token-of-${profile}-with-${rights}`,
  })),
);
const withoutSome = {
  ...{ name: 'some switched off', profile: 'all', rights: 'full', value: 'lct_token-without-some-tools' },
  disabledTools: ['search', 'read_note', 'edit_note', 'update_frontmatter', 'list_notes'],
};

let lectern: RunningLectern;
beforeAll(async () => {
  lectern = await RunningLectern.start({ settings: { tokens: [...tokens, withoutSome] }, tokens: [] });
});
afterAll(() => lectern.close());

async function connected(token: string): Promise<Client> {
  const client = new Client({ name: 'reader', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(lectern.url), { requestInit }));
  return client;
}

test.each([...tokens, withoutSome])('of a token such as $name', async ({ value }) => {
  const client = await connected(value);
  try {
    const { tools } = await client.listTools();
    const { prompts } = await client.listPrompts();
    const texts = [...tools.map(tool => JSON.stringify(tool)), client.getInstructions() ?? ''];
    for (const { name } of prompts)
      texts.push(JSON.stringify(await client.getPrompt({ name, arguments: { path: 'a' } })));
    const listed = new Set(tools.map(({ name }) => name));
    const hidden = texts.flatMap(text => namedTools(text).filter(name => !listed.has(name)));
    expect(hidden).toEqual([]);
    expect(client.getInstructions()).toContain('Obsidian vault');
  } finally {
    await client.close();
  }
});

test('a prompt is listed, and filled in, where its tools are shown', async () => {
  const few = await connected('lct_token-of-core-with-read');
  const many = await connected('lct_token-of-standard-with-read');
  try {
    const names = async (client: Client): Promise<string[]> =>
      (await client.listPrompts()).prompts.map(({ name }) => name);
    expect(await names(few)).toEqual(['daily_review', 'summarize_note']);
    expect(await names(many)).toEqual(['daily_review', 'summarize_note', 'tidy_tags']);
    await expect(few.getPrompt({ name: 'tidy_tags' })).rejects.toThrow('Unknown prompt');
  } finally {
    await few.close();
    await many.close();
  }
});

test('a tool that is not listed can be called, and one that is switched off cannot', async () => {
  const few = await connected('lct_token-of-core-with-read');
  const less = await connected('lct_token-without-some-tools');
  try {
    expect((await few.callTool({ name: 'list_tags', arguments: {} })).isError).toBeUndefined();
    expect((await few.callTool({ name: 'rename_tag', arguments: { from: 'a', to: 'b' } })).isError).toBe(
      true,
    );
    expect((await less.callTool({ name: 'search', arguments: { query: 'a' } })).isError).toBe(true);
  } finally {
    await few.close();
    await less.close();
  }
});

test('schemas of answers are listed for a token that asks for them, and structured content is always there', async () => {
  const value = 'lct_token-that-writes-code';
  const own = await RunningLectern.start({
    settings: { tokens: [{ name: 'code', rights: 'read', value, listOutputSchemas: true }] },
  });
  try {
    const [code, other] = [await own.connect('2026', value), await own.connect('2026')];
    expect((await code.listTools()).every(tool => 'outputSchema' in tool)).toBe(true);
    expect((await other.listTools()).some(tool => 'outputSchema' in tool)).toBe(false);
    for (const client of [code, other])
      expect((await client.call('list', {})).structured).toMatchObject({ items: [], totalCount: 0 });
  } finally {
    await own.close();
  }
});
