import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { post } from '../support/http/post';
import { field } from '../support/json';
import { vaultForAll } from '../support/open-vault';
import { describerOf, type ToolDescription } from '../../src/tools/json-schema';
import { tools } from '../../src/tools';
import { families, type Tool } from '../../src/tools/tool';
import { type Profile, profileIncludes } from '../../src/utils/rights';

/** The lists of tools that tokens are shown, and tools that a list lacks. */
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

  const files = { 'Board.canvas': '{}', 'Books.base': '' };
  const vault = vaultForAll({ files, settings: { tokens } });

  test.each(['Board.canvas', 'Books.base'])('the refusal of %s says where its tools are', async path => {
    const core = await vault.as('lct_core-token-with-full-rights-0').call('read_note', { path });
    expect(JSON.stringify(core.structured)).toContain('`get_vault_info`');
    const all = await vault.as('lct_all-token-with-full-rights-00').call('read_note', { path });
    expect(JSON.stringify(all.structured)).toContain('`read_attachment`');
  });

  test.each([
    ['create_note', { path: 'list.csv', content: 'a' }, '`add_attachment`'],
    ['create_notes', { notes: [{ path: 'pic.png' }] }, '`add_attachment`'],
    ['update_note', { path: 'New.canvas', mode: 'append', content: 'a' }, '`edit_canvas`'],
  ])('%s of another kind of file, %j, names %s where it is listed', async (tool, args, expected) => {
    const core = await vault.as('lct_core-token-with-full-rights-0').call(tool, args);
    expect(JSON.stringify(core.structured)).toContain('`get_vault_info`');
    const all = await vault.as('lct_all-token-with-full-rights-00').call(tool, args);
    expect(JSON.stringify(all.structured)).toContain(expected);
  });

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
    const { text } = await vault.as('lct_core-token-with-full-rights-0').call('get_vault_info');
    expect(text).toContain('replace_in_notes(find, replace, regex?, caseSensitive?, ');
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

describe('the list of tools', () => {
  interface Shown {
    readonly tool: Tool;
    readonly shown: ToolDescription;
  }

  /** What a token of the profile that may use all tools is shown. */
  function listOf(profile: Profile, withOutputSchemas = false): Shown[] {
    const listed = tools.filter(tool => profileIncludes(profile, tool.profile ?? 'all'));
    const shows = (name: string): boolean => !tools.some(tool => tool.name === name) || names.has(name);
    const names = new Set(listed.map(({ name }) => name));
    return listed.map(tool => ({ tool, shown: describerOf(tool)({ profile, shows, withOutputSchemas }) }));
  }

  const descriptions = listOf('all', true);

  const schemaNode = z.looseObject({
    type: z.string().optional(),
    description: z.string().optional(),
    properties: z.record(z.string(), z.unknown()).optional(),
    items: z.unknown().optional(),
  });

  const choiceNode = z.looseObject({ enum: z.array(z.unknown()).optional() });

  /** A schema and all schemas in it. */
  function nodesOf(schema: unknown): z.output<typeof schemaNode>[] {
    const parsed = schemaNode.safeParse(schema);
    if (!parsed.success) return [];
    const { properties = {}, items } = parsed.data;
    return [parsed.data, ...Object.values(properties).flatMap(nodesOf), ...nodesOf(items)];
  }

  /** Arguments with their path, those of objects in lists too, but for lists that say the fields of their items. */
  function argumentsOf(schema: unknown, above = ''): [name: string, description: string][] {
    const { properties = {} } = schemaNode.parse(schema);
    return Object.entries(properties).flatMap(([name, field]): [string, string][] => {
      const { description = '', items } = schemaNode.parse(field);
      const inItems = items === undefined ? [] : argumentsOf(items, `${above}${name}.`);
      const areDescribed = inItems.some(([, words]) => words !== '');
      return [[`${above}${name}`, description], ...(areDescribed ? inItems : [])];
    });
  }

  /** Of the arguments that the list shows: a few are taken without it (`unlisted`). */
  function listedFields({ tool, shown }: Shown): [name: string, field: z.core.$ZodType][] {
    const listed = schemaNode.parse(shown.inputSchema).properties ?? {};
    return Object.entries(tool.input.shape).filter(([name]) => Object.hasOwn(listed, name));
  }

  const core =
    'list get_vault_info read_note read_notes search query_notes list_tasks get_links create_note update_note patch_note edit_note update_frontmatter move delete undo_change';
  const standard =
    'list_notes get_outline get_context read_attachment list_tags list_properties check_links edit_notes replace_in_notes rename_tag update_tags update_task merge_notes list_changes';

  const bytes = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

  /** Bytes of what a model pays for: names, descriptions and input schemas. */
  const costOf = (listed: readonly Shown[]): number =>
    bytes(
      listed.map(({ shown: { name, description, inputSchema } }) => ({ name, description, inputSchema })),
    );

  describe('the list of tools', () => {
    test('contains the tool of each file in a folder of a family, and no other', () => {
      const folder = join(__dirname, '..', '..', 'src', 'tools');
      const files = Object.keys(families).flatMap(family =>
        readdirSync(join(folder, family)).map(file => `${family}/${file}`),
      );
      const named = tools.map(({ family, name }) => `${family}/${name.replaceAll('_', '-')}.ts`);
      expect(named.sort()).toEqual(files.sort());
    });

    test('keeps the tools of a family together, in the order in which families are shown', () => {
      const order = Object.keys(families);
      const places = tools.map(({ family }) => order.indexOf(family));
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    });

    test.each([
      ['core', core],
      ['standard', `${core} ${standard}`],
      ['all', tools.map(({ name }) => name).join(' ')],
    ] as const)('of the profile %s has the tools that it promises', (profile, names) => {
      expect(
        listOf(profile)
          .map(({ tool }) => tool.name)
          .sort(),
      ).toEqual(names.split(' ').sort());
    });

    test.each([
      ['core', 12_500, 15_000],
      ['standard', 30_000, 35_000],
      ['all', 46_000, 54_000],
    ] as const)('of the profile %s is small, for a model and as it is sent', (profile, most, mostSent) => {
      const listed = listOf(profile);
      const ways =
        'Shorten descriptions, flag rare arguments (`rare`), or take the tool out of this profile (`profile`).';
      const over = costOf(listed) - most;
      if (over > 0) throw new Error(`${profile} has ${over} bytes too many. ${ways}`);
      expect(bytes(listed.map(({ shown }) => shown))).toBeLessThanOrEqual(mostSent);
    });

    test('of the profile core lists at most a hundred arguments, and no tool without any', () => {
      const counts = listOf('core').map(({ shown }) => argumentsOf(shown.inputSchema).length);
      expect(Math.min(...counts)).toBeGreaterThan(0);
      expect(counts.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(100);
    });

    test('lists in standard and all what core leaves out', () => {
      const patch = (profile: Profile): string[] => {
        const found = listOf(profile).find(({ tool }) => tool.name === 'patch_note');
        return argumentsOf(found?.shown.inputSchema).map(([name]) => name);
      };
      for (const rare of ['targetDelimiter', 'trimTargetWhitespace', 'diffLines']) {
        expect(patch('core')).not.toContain(rare);
        expect(patch('standard')).toContain(rare);
        expect(patch('all')).toContain(rare);
      }
    });

    test('has no schemas of answers unless they are asked for', () => {
      expect(listOf('all').filter(({ shown }) => 'outputSchema' in shown)).toEqual([]);
      expect(descriptions.filter(({ shown }) => shown.outputSchema === undefined)).toEqual([]);
    });

    test('marks the four tools that clients should always load', () => {
      const marked = descriptions.filter(({ shown }) => shown._meta?.['anthropic/alwaysLoad'] === true);
      expect(marked.map(({ tool }) => tool.name).sort()).toEqual([
        'edit_note',
        'list',
        'read_note',
        'search',
      ]);
    });
  });

  describe.each(descriptions)('$tool.name', ({ tool, shown }) => {
    test('is named by a verb and a noun', () => {
      expect(tool.name).toMatch(/^[a-z]+(_[a-z]+)*$/);
      expect(tool.title.length).toBeLessThanOrEqual(40);
    });

    test('describes itself in a few sentences', () => {
      expect(tool.description.length).toBeGreaterThan(20);
      expect(shown.description.length).toBeLessThan(1000);
      expect(tool.description).toMatch(/\.$/);
    });

    test('names only tools that there are, each in a sentence of its own', () => {
      for (const { tool: other, sentence } of tool.seeAlso ?? []) {
        expect(tools.map(({ name }) => name)).toContain(other);
        expect(sentence).toContain(other);
        expect(shown.description).toContain(sentence);
      }
    });

    test('states all four hints, and its title once, and does not contradict itself', () => {
      const { readOnlyHint, destructiveHint } = tool.risk.annotations;
      expect(Object.keys(shown.annotations).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      expect(shown.title).toBe(tool.title);
      expect(readOnlyHint && destructiveHint).toBe(false);
      expect(readOnlyHint).toBe(tool.risk.name === 'reads');
      if (tool.risk.rights === 'read') expect(readOnlyHint).toBe(true);
    });

    test('takes a strict object without unions, every field described', () => {
      expect(shown.inputSchema.type).toBe('object');
      expect(tool.input.safeParse({ noArgumentOfThisName: 1 }).error?.issues).toContainEqual(
        expect.objectContaining({ code: 'unrecognized_keys' }),
      );
      expect(JSON.stringify(shown.inputSchema)).not.toMatch(/"(anyOf|oneOf|allOf|not|\$ref|if|nullable)":/);
      for (const [name, field] of Object.entries(schemaNode.parse(shown.inputSchema).properties ?? {})) {
        expect([name, schemaNode.parse(field).description]).toEqual([name, expect.stringMatching(/\S/)]);
      }
    });

    test('describes every argument that stands alone', () => {
      expect(argumentsOf(shown.inputSchema).filter(([, description]) => description === '')).toEqual([]);
    });

    test('says the default of each number, choice and switch', () => {
      for (const [name, field] of listedFields({ tool, shown })) {
        if (!(field instanceof z.ZodDefault)) continue;
        const standard: unknown = field.parse(undefined);
        if (!['number', 'boolean', 'string'].includes(typeof standard) || standard === '') continue;
        expect([name, field.description]).toEqual([name, expect.stringContaining(String(standard))]);
      }
    });

    test('has as default of a choice the first one in its schema', () => {
      const shownFields = schemaNode.parse(shown.inputSchema).properties ?? {};
      for (const [name, field] of listedFields({ tool, shown })) {
        const { enum: choices } = choiceNode.parse(shownFields[name]);
        if (choices === undefined || !(field instanceof z.ZodDefault)) continue;
        expect([name, field.parse(undefined)]).toEqual([name, choices[0]]);
      }
    });

    test('names arguments and fields in camel case', () => {
      const names = [...nodesOf(shown.inputSchema), ...nodesOf(shown.outputSchema)].flatMap(node =>
        Object.keys(node.properties ?? {}),
      );
      expect(names.filter(name => !/^[a-z][A-Za-z]*$/.test(name))).toEqual([]);
    });

    test('returns an object, or an error instead', () => {
      expect(shown.outputSchema?.type).toBe('object');
      expect(schemaNode.parse(shown.outputSchema).properties).toHaveProperty('error');
    });
  });
});
