import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { RunningLectern } from '../../support/lectern';

const weekly = `---
description: "Plan the\\nweek\\u202E"
arguments:
  - name: topic
    description: What about
    completes: tag
  - name: tone
    required: false
  - name: path
    required: false
    completes: path
  - name: part
    required: false
    completes: heading
  - name: field
    required: false
    completes: property
  - name: "bad name"
  - 7
---
Plan {{topic}} in a {{ tone }} tone, not {{other}} or {{toString}}.
`;

const files = {
  'Prompts/Weekly plan.md': weekly,
  'Prompts/daily_review.md': 'Mine',
  'Prompts/Secret/inner.md': 'CANARY',
  'Prompts/picture.png': new Uint8Array([1]),
  'Notes/Ärger.md': '---\nstatus: open\n---\n# One\n# Two\n#work #Work/deep',
  'Notes/b.md': '#home',
  'Private/x.md': '---\ncanaryProperty: 1\n---\n# CanaryHeading\n#canarytag #WORK #WORK',
};

let lectern: RunningLectern;
const open: Client[] = [];

beforeAll(async () => {
  lectern = await RunningLectern.start({
    files,
    settings: {
      promptsFolder: 'Prompts/',
      tokens: [
        { name: 'owner', value: 'lct_owner-of-everything', rights: 'full' },
        { name: 'guest', value: 'lct_guest-of-some-folders', rights: 'read', deny: ['Private', 'Secret'] },
      ],
    },
    tokens: [],
  });
});
afterAll(async () => {
  for (const client of open) await client.close();
  await lectern.close();
});

async function connect(token: string, url = lectern.url): Promise<Client> {
  const client = new Client({ name: 'tests', version: '1' }, { versionNegotiation: { mode: 'auto' } });
  const requestInit = { headers: { Authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }));
  open.push(client);
  return client;
}
const owner = (): Promise<Client> => connect('lct_owner-of-everything');
const guest = (): Promise<Client> => connect('lct_guest-of-some-folders');

describe('a note of the prompts folder', () => {
  it('is a prompt, marked as its owner’s, in one line', async () => {
    const { prompts } = await (await owner()).listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual([
      'daily_review',
      'summarize_note',
      'tidy_tags',
      'daily_review_2',
      'Secret_inner',
      'Weekly_plan',
    ]);
    expect(prompts.at(-1)).toEqual({
      name: 'Weekly_plan',
      title: 'Weekly plan',
      description: 'Written by the owner of the vault: Plan the week',
      arguments: [
        { name: 'topic', description: 'What about', required: true },
        ...['tone', 'path', 'part', 'field'].map(name => ({ name, required: false })),
      ],
      _meta: { 'lectern-mcp/source': 'vault' },
    });
  });

  it('inserts its arguments literally and once', async () => {
    const args = { topic: '$& {{tone}} $1', tone: 'calm', other: 'no' };
    const prompt = await (await owner()).getPrompt({ name: 'Weekly_plan', arguments: args });
    expect(prompt.messages).toEqual([
      {
        role: 'user',
        content: {
          type: 'text',
          text: 'Plan $& {{tone}} $1 in a calm tone, not {{other}} or {{toString}}.',
        },
      },
    ]);
    expect(prompt._meta).toMatchObject({ 'lectern-mcp/source': 'vault' });
  });

  it('needs the arguments that it declares', async () => {
    const prompt = (await owner()).getPrompt({ name: 'Weekly_plan', arguments: {} });
    await expect(prompt).rejects.toMatchObject({ code: -32602 });
  });

  it('has a maximum size, whatever its arguments are', async () => {
    const args = { topic: 'x'.repeat(1_100_000) };
    const prompt = (await owner()).getPrompt({ name: 'Weekly_plan', arguments: args });
    await expect(prompt).rejects.toMatchObject({ code: -32602 });
  });

  it('that the token may not see is answered like one that does not exist', async () => {
    const client = await guest();
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).not.toContain('Secret_inner');
    const ask = (name: string): Promise<unknown> =>
      client.getPrompt({ name }).catch((error: unknown) => error);
    expect(String(await ask('Secret_inner'))).toBe(String(await ask('Nowhere')));
  });
});

describe('values that are completed', () => {
  const template = { type: 'ref/resource' as const, uri: 'vault:///{+path}' };
  const summarize = { type: 'ref/prompt' as const, name: 'summarize_note' };
  const plan = { type: 'ref/prompt' as const, name: 'Weekly_plan' };

  async function complete(
    client: Promise<Client>,
    ref: typeof template | typeof summarize,
    name: string,
    value: string,
  ): Promise<string[]> {
    return (await (await client).complete({ ref, argument: { name, value } })).completion.values;
  }

  it.each([
    [template, 'path', 'notes/', ['Notes/Ärger.md', 'Notes/b.md']],
    [template, 'path', 'x', ['Private/x.md']],
    [summarize, 'path', 'weekly', ['Prompts/Weekly plan.md']],
    [plan, 'topic', '#wo', ['WORK', 'Work/deep']],
    [plan, 'tone', '', []],
    [plan, 'field', 'st', ['status']],
    [plan, 'field', 'canary', ['canaryProperty']],
    [template, 'other', '', []],
  ])('for its owner: %j %s %j', async (ref, name, value, expected) => {
    expect(await complete(owner(), ref, name, value)).toEqual(expected);
  });

  it.each([
    [template, 'path', 'x', []],
    [template, 'path', 'Private', []],
    [plan, 'topic', 'wo', ['work', 'Work/deep']],
    [plan, 'topic', 'canary', []],
    [plan, 'field', 'canary', []],
  ])('for a token that may not see a folder: %j %s %j', async (ref, name, value, expected) => {
    expect(await complete(guest(), ref, name, value)).toEqual(expected);
  });
});

describe('the headings that are completed', () => {
  const ref = { type: 'ref/prompt' as const, name: 'Weekly_plan' };
  async function headings(client: Promise<Client>, value: string, path?: string): Promise<string[]> {
    const given = path === undefined ? {} : { context: { arguments: { path } } };
    const { completion } = await (
      await client
    ).complete({ ref, argument: { name: 'part', value }, ...given });
    return completion.values;
  }

  it('are those of the note that was given', async () => {
    expect(await headings(owner(), '', 'Notes/Ärger')).toEqual(['One', 'Two']);
    expect(await headings(owner(), 'tw', 'Notes/Ärger.md')).toEqual(['Two']);
    expect(await headings(owner(), '')).toEqual([]);
  });

  it('are none if the token may not see the note, as if there were none', async () => {
    expect(await headings(owner(), '', 'Private/x.md')).toEqual(['CanaryHeading']);
    expect(await headings(guest(), '', 'Private/x.md')).toEqual([]);
    expect(await headings(guest(), '', '../x')).toEqual([]);
  });
});

test('a token gets the same results as in a vault without the hidden folders', async () => {
  const visible = Object.entries(files).filter(([path]) => !/Private|Secret/.test(path));
  const other = await RunningLectern.start({
    files: Object.fromEntries(visible),
    settings: {
      promptsFolder: 'Prompts/',
      tokens: [
        { name: 'guest', value: 'lct_guest-of-some-folders', rights: 'read', deny: ['Private', 'Secret'] },
      ],
    },
    tokens: [],
  });
  const answers = async (client: Client): Promise<unknown[]> => {
    const asked: unknown[] = [(await client.listPrompts()).prompts];
    const { resources } = await client.listResources();
    asked.push(resources.map(({ uri, name, title, size }) => [uri, name, title, size]));
    for (const name of ['Weekly_plan', 'Secret_inner', 'daily_review_2'])
      asked.push(await client.getPrompt({ name, arguments: { topic: 'x' } }).catch(String));
    for (const value of ['', 'x', 'Private', 'canary', 'wo', 'se']) {
      const argument = { name: 'path', value };
      const ref = { type: 'ref/resource' as const, uri: 'vault:///{+path}' };
      asked.push((await client.complete({ ref, argument })).completion);
      const plan = { type: 'ref/prompt' as const, name: 'Weekly_plan' };
      asked.push((await client.complete({ ref: plan, argument: { name: 'topic', value } })).completion);
    }
    return asked;
  };
  try {
    const there = await connect('lct_guest-of-some-folders', other.url);
    expect(await answers(await guest())).toEqual(await answers(there));
    expect(JSON.stringify(await answers(await guest()))).not.toMatch(/canary|Secret/i);
  } finally {
    await other.close();
  }
});
