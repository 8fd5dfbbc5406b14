/** The lists of tools that tokens are shown, and tools that a list lacks. */
import { z } from 'zod';
import { post } from '../support/http/post';
import { field } from '../support/json';
import { vaultForAll } from '../support/open-vault';

describe('schemas of arguments as clients demand them', () => {
  const profiles = ['core', 'standard', 'all'] as const;
  const tokenOf = (profile: string): string => `lct_token-of-the-profile-${profile}`;

  const vault = vaultForAll({
    settings: {
      tokens: profiles.map(profile => ({ name: profile, value: tokenOf(profile), rights: 'full', profile })),
    },
  });

  interface Schema {
    readonly [keyword: string]: unknown;
    readonly properties?: Readonly<Record<string, Schema>> | undefined;
    readonly items?: Schema | undefined;
  }
  const schema: z.ZodType<Schema> = z.lazy(() =>
    z.looseObject({ properties: z.record(z.string(), schema).optional(), items: schema.optional() }),
  );
  const listing = z.array(z.looseObject({ name: z.string(), description: z.string(), inputSchema: schema }));

  type Place = readonly [place: string, schema: Schema];

  /** A schema and all in it, with their places. */
  function placesIn(one: Schema, place: string): Place[] {
    const inner = Object.entries(one.properties ?? {}).flatMap(([name, own]) =>
      placesIn(own, `${place}.${name}`),
    );
    return [[place, one], ...inner, ...(one.items === undefined ? [] : placesIn(one.items, `${place}[]`))];
  }

  /** The places that break a rule. */
  const breaking = (places: readonly Place[], keeps: (one: Schema) => boolean): string[] =>
    places.filter(([, one]) => !keeps(one)).map(([place]) => place);

  const isKey = (name: string): boolean => /^[a-zA-Z0-9_.-]{1,64}$/u.test(name);
  /** `parameters` of the Gemini API: https://ai.google.dev/api/caching#Schema */
  const ofGemini = new Set([
    ...['type', 'format', 'title', 'description', 'nullable', 'enum', 'properties', 'required', 'items'],
    ...['minimum', 'maximum', 'minItems', 'maxItems', 'minLength', 'maxLength', 'pattern', 'anyOf'],
  ]);

  describe.each(profiles)('of the profile %s', profile => {
    let tools: z.output<typeof listing> = [];
    let places: Place[] = [];
    beforeAll(async () => {
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
      const answer = await post({ url: vault.lectern.url, token: tokenOf(profile) }, message);
      tools = listing.parse(field(answer, 'result', 'tools'));
      places = tools.flatMap(({ name, inputSchema }) => placesIn(inputSchema, name));
    });

    test('there are tools, with names that every client can prefix', () => {
      expect(tools.length).toBeGreaterThan(10);
      // VS Code and Cursor put `mcp_lectern_` before a name; OpenAI and Anthropic take 64 characters.
      expect(tools.filter(({ name }) => !/^[a-zA-Z0-9_-]{1,50}$/u.test(name))).toEqual([]);
    });

    test('each schema has one type', () => {
      expect(breaking(places, ({ type }) => typeof type === 'string' && type !== 'null')).toEqual([]);
    });

    test('no schema has alternatives, references or constants', () => {
      const refused = [
        'anyOf',
        'oneOf',
        'allOf',
        'not',
        'if',
        'const',
        '$ref',
        '$schema',
        '$defs',
        'nullable',
      ];
      expect(breaking(places, one => refused.every(keyword => !(keyword in one)))).toEqual([]);
    });

    test('each object lists members, which is what OpenAI and Gemini want, and says nothing of others', () => {
      const objects = places.filter(([, { type }]) => type === 'object');
      expect(breaking(objects, ({ properties = {} }) => Object.keys(properties).length > 0)).toEqual([]);
      expect(breaking(objects, one => !('additionalProperties' in one))).toEqual([]);
      const required = z.array(z.string()).default([]);
      const isListed = ({ properties = {}, ...one }: Schema): boolean =>
        required.parse(one['required']).every(name => Object.hasOwn(properties, name));
      expect(breaking(objects, isListed)).toEqual([]);
    });

    test('each list says what its items are, as VS Code and OpenAI want it, and nothing else does', () => {
      expect(breaking(places, ({ type, items }) => (type === 'array') === (items !== undefined))).toEqual([]);
      expect(
        breaking(places, ({ type, properties }) => (type === 'object') === (properties !== undefined)),
      ).toEqual([]);
    });

    test('each number says its least and its most', () => {
      const numbers = places.filter(([, { type }]) => type === 'integer' || type === 'number');
      const isSafe = (value: unknown): boolean => typeof value === 'number' && Math.abs(value) <= 1e12;
      expect(breaking(numbers, ({ minimum, maximum }) => isSafe(minimum) && isSafe(maximum))).toEqual([]);
    });

    test('choices are texts that are not empty, as Gemini wants them', () => {
      const choices = z.array(z.string().min(1)).min(1).optional();
      expect(breaking(places, one => choices.safeParse(one['enum']).success)).toEqual([]);
      expect(breaking(places, one => !('enum' in one) || one['type'] === 'string')).toEqual([]);
    });

    test('names of members are such as Anthropic takes', () => {
      expect(breaking(places, ({ properties = {} }) => Object.keys(properties).every(isKey))).toEqual([]);
    });

    test('no keyword is there that Gemini does not know', () => {
      expect(breaking(places, one => Object.keys(one).every(keyword => ofGemini.has(keyword)))).toEqual([]);
    });

    test('the whole is an object', () => {
      expect(tools.filter(({ inputSchema }) => inputSchema['type'] !== 'object')).toEqual([]);
    });
  });
});

describe('tools that are not listed', () => {
  const tokens = [
    { name: 'Core', value: 'lct_core-token-with-full-rights-0', rights: 'full', profile: 'core' },
    { name: 'Reader', value: 'lct_reader-token-of-core-tools-00', rights: 'read', profile: 'core' },
    { name: 'All', value: 'lct_all-token-with-full-rights-00', rights: 'full' },
  ];

  const vault = vaultForAll({ settings: { tokens } });

  async function refusalOf(tool: string, token: string): Promise<string> {
    const caller = vault.as(token);
    return caller.call(tool).then(
      () => 'none',
      (error: unknown) => String(error),
    );
  }

  test.each([
    ['rename_tags', 'rename_tag'],
    ['renameTag', 'rename_tag'],
    ['update_tag', 'update_tags'],
    ['check_link', 'check_links'],
    ['get-outline', 'get_outline'],
  ])('`%s` with the core list names `%s` and where the list is set', async (tool, expected) => {
    const core = await refusalOf(tool, 'lct_core-token-with-full-rights-0');
    expect(core).toContain(expected);
    expect(core).toContain('Connections');
    const all = await refusalOf(tool, 'lct_all-token-with-full-rights-00');
    expect(all).toContain(expected);
    expect(all).not.toContain('Connections');
  });

  test('a tool that the token may not use is not named', async () => {
    expect(await refusalOf('rename_tags', 'lct_reader-token-of-core-tools-00')).not.toContain('rename_tag');
    expect(await refusalOf('check_link', 'lct_reader-token-of-core-tools-00')).toContain('check_links');
  });

  test.each([
    ['complete_task', ['update_task']],
    ['manage_tags', ['update_tags', 'rename_tag']],
    ['finish-todo', ['update_task']],
  ])('`%s` is matched by its words with %j', async (tool, expected) => {
    const refusal = await refusalOf(tool, 'lct_core-token-with-full-rights-0');
    for (const name of expected) expect(refusal).toContain(name);
  });

  test('the first answer about the vault names the tools that the list leaves out', async () => {
    const namesFor = async (token: string): Promise<string[]> => {
      const caller = vault.as(token);
      const listed = (await (await vault.client(token)).listTools()).map(({ name }) => name);
      const { structured, text } = await caller.call('get_vault_info');
      const others = z.array(z.string()).default([]).parse(structured['otherTools']);
      for (const one of others) expect(text).toContain(one);
      const names = others.map(one => one.replace(/\(.*$/u, () => ''));
      for (const name of names) expect(listed).not.toContain(name);
      return names;
    };
    const core = await namesFor('lct_core-token-with-full-rights-0');
    expect(core).toEqual(expect.arrayContaining(['update_task', 'rename_tag', 'list_tags', 'query_base']));
    expect(core).not.toContain('open_note');
    const reader = await namesFor('lct_reader-token-of-core-tools-00');
    expect(reader).toEqual(expect.arrayContaining(['list_tags', 'query_base']));
    expect(reader).not.toContain('rename_tag');
    expect(await namesFor('lct_all-token-with-full-rights-00')).toEqual([]);
  });

  test('an unknown tool near to none names none', async () => {
    expect(await refusalOf('xyzzy', 'lct_core-token-with-full-rights-0')).not.toContain('Connections');
  });
});
