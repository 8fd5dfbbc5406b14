import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { describeTool } from '../../src/tools/json-schema';
import { tools } from '../../src/tools';
import { families } from '../../src/tools/tool';
import { profileIncludes, defaultProfile } from '../../src/utils/rights';

const descriptions = tools.map(tool => ({ tool, shown: describeTool(tool) }));

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
function listedFields({
  tool,
  shown,
}: (typeof descriptions)[number]): [name: string, field: z.core.$ZodType][] {
  const listed = schemaNode.parse(shown.inputSchema).properties ?? {};
  return Object.entries(tool.input.shape).filter(([name]) => Object.hasOwn(listed, name));
}

/** A capital, a verb in the third person (of a switch behind `True` or `False`), another word at least, a period. */
const sentence = /^(?:(?:True|False) [a-z]+|[A-Z][a-z]+)s\b[^]*\s[^]*\S\.$/;

/** What says nothing to somebody who sees one argument alone, or is no plain English. */
const vague =
  /as above|as said above|^like \w+\.|so many|one a line|an item a note|^(?:its|it) |whatever|where it goes|which way|what to find\.|stands? |tells? of|the same as/i;

/** Bytes of what a model pays for: names, descriptions and input schemas. */
function costOf(listed: typeof descriptions): number {
  const paid = listed.map(({ shown: { name, description, inputSchema } }) => ({
    name,
    description,
    inputSchema,
  }));
  return Buffer.byteLength(JSON.stringify(paid));
}

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
    ['core', 16, 13_000],
    ['standard', tools.length, 36_900],
    ['all', tools.length, 38_600],
  ] as const)('of the profile %s is small', (profile, most, bytes) => {
    const listed = descriptions.filter(({ tool }) =>
      profileIncludes(profile, tool.profile ?? defaultProfile),
    );
    const cost = costOf(listed);
    const ways =
      'Shorten descriptions, take rare arguments out of the list (`unlisted`), or the tool out of this profile (`profile`). If it is worth its room to every model that gets the list, raise the limit here and say why.';
    expect(listed.length).toBeLessThanOrEqual(most);
    if (cost > bytes) throw new Error(`${profile} has ${cost - bytes} bytes too many. ${ways}`);
  });

  test('marks the four tools that clients should always load', () => {
    const marked = descriptions.filter(({ shown }) => shown._meta?.['anthropic/alwaysLoad'] === true);
    expect(marked.map(({ tool }) => tool.name).sort()).toEqual(['edit_note', 'list', 'read_note', 'search']);
  });
});

describe.each(descriptions)('$tool.name', ({ tool, shown }) => {
  test('is named by a verb and a noun', () => {
    expect(tool.name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(tool.title.length).toBeLessThanOrEqual(40);
  });

  test('describes itself in a few sentences', () => {
    expect(tool.description.length).toBeGreaterThan(60);
    expect(tool.description.length).toBeLessThan(1000);
    expect(tool.description).toMatch(/\.$/);
  });

  test('states all four hints and a title, and does not contradict itself', () => {
    const { readOnlyHint, destructiveHint } = tool.risk.annotations;
    expect(Object.keys(shown.annotations).sort()).toEqual([
      'destructiveHint',
      'idempotentHint',
      'openWorldHint',
      'readOnlyHint',
      'title',
    ]);
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

  test('describes every argument in a sentence that can be read alone', () => {
    for (const [name, description] of argumentsOf(shown.inputSchema)) {
      expect([name, description]).toEqual([name, expect.stringMatching(sentence)]);
      expect([name, description]).not.toEqual([name, expect.stringMatching(vague)]);
    }
  });

  test('says the default of each number and choice', () => {
    for (const [name, field] of listedFields({ tool, shown })) {
      if (!(field instanceof z.ZodDefault)) continue;
      const isNumber = field.unwrap() instanceof z.ZodNumber;
      if (!isNumber && !(field.unwrap() instanceof z.ZodEnum)) continue;
      const words = ` ${(field.description ?? '').replace(/\W+/gu, ' ')} `;
      const stated = isNumber ? ` default ${String(field.parse(undefined))} ` : ' default ';
      expect([name, words]).toEqual([name, expect.stringContaining(stated)]);
    }
  });

  test('describes for each switch what it does when it is not at its default', () => {
    for (const [name, field] of listedFields({ tool, shown })) {
      if (!(field instanceof z.ZodDefault && field.unwrap() instanceof z.ZodBoolean)) continue;
      const other = field.parse(undefined) === true ? /^False / : /^True /;
      expect([name, field.description]).toEqual([name, expect.stringMatching(other)]);
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
    expect(shown.outputSchema.type).toBe('object');
    expect(schemaNode.parse(shown.outputSchema).properties).toHaveProperty('error');
  });
});
