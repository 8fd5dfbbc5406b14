import * as z from 'zod';
import { defaultHints, type Shows } from '../errors';
import { lazily } from '../utils/lazily';
import type { Profile } from '../utils/rights';
import { flagsOf } from './field-flags';
import type { Tool } from './tool';

type ListedSchema = Record<string, unknown> & { readonly type: 'object' };

export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ListedSchema;
  readonly outputSchema?: ListedSchema;
  readonly annotations: Tool['risk']['annotations'];
  readonly _meta?: { readonly 'anthropic/alwaysLoad': true };
}

/** What one caller is shown of the tools that it is shown. */
interface ListView {
  readonly profile: Profile;
  readonly shows: Shows;
  readonly withOutputSchemas: boolean;
}

/** Converts a tool for the protocol. Converting its schemas is slow, so each is converted once, when it is needed. */
export function describerOf(tool: Tool): (view: ListView) => ToolDescription {
  const usualInput = lazily(() => listedObject(tool.input, true));
  const wholeInput = lazily(() => listedObject(tool.input, false));
  const output = lazily(() => outputSchema(tool.output));
  const { name, title, alwaysLoaded, risk } = tool;
  return ({ profile, shows, withOutputSchemas }) => ({
    name,
    title,
    description: describedFor(tool, shows),
    inputSchema: profile === 'core' ? usualInput() : wholeInput(),
    ...(withOutputSchemas ? { outputSchema: output() } : {}),
    annotations: risk.annotations,
    // Read by Anthropic's clients, which otherwise load tools only when a search finds them.
    ...(alwaysLoaded === true ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  });
}

/** The description with its sentences about other tools that the caller is shown. */
export function describedFor({ description, seeAlso = [] }: Tool, shows: Shows): string {
  const shown = seeAlso.filter(({ tool }) => shows(tool)).map(({ sentence }) => sentence);
  return [description, ...shown].join(' ');
}

/** Bounds of texts and lists, which tell a model little: a call beyond one is refused with a message that names it. */
const bounds = ['minLength', 'maxLength', 'minItems', 'maxItems'];
/** For answers no bound is listed. */
const allBounds = [...bounds, 'minimum', 'maximum'];

type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Overridden {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: JsonSchema;
}

/**
 * Drops what tells a model nothing but costs tokens in every list: bounds that it hardly meets, empty lists and first
 * choices as defaults, maps with any keys. The default of a switch is in its description, which says what the other
 * setting does. Zod checks calls all the same.
 */
function compact(schema: JsonSchema, dropped: readonly string[]): void {
  delete schema.default;
  for (const bound of dropped) Reflect.deleteProperty(schema, bound);
  delete schema.propertyNames;
  if (saysNothing(schema)) delete schema.additionalProperties;
}

const ofAnswer = {
  io: 'input',
  override: ({ jsonSchema }: Overridden): void => compact(jsonSchema, allBounds),
} as const;

/**
 * Makes a schema that every client accepts (docs/clients.md, "What clients send"): each value has a type, and objects
 * list members. Any JSON is declared as text, since text is decoded.
 */
function argumentSchema({ zodSchema, jsonSchema }: Overridden, usualOnly: boolean): void {
  compact(jsonSchema, bounds);
  const { usual } = flagsOf(zodSchema);
  if (zodSchema instanceof z.ZodUnknown) jsonSchema.type = 'string';
  if (zodSchema instanceof z.ZodObject)
    for (const [name, field] of Object.entries<z.core.$ZodType>(zodSchema.shape))
      if (!isListed(field, usualOnly)) Reflect.deleteProperty(jsonSchema.properties ?? {}, name);
  if (usual === undefined) return;
  jsonSchema.properties = { ...usual };
  delete jsonSchema.additionalProperties;
}

/** @param usualOnly whether rare arguments are left out */
export function isListed(field: z.core.$ZodType, usualOnly: boolean): boolean {
  const { unlisted, rare } = flagsOf(field);
  return unlisted !== true && !(usualOnly && rare === true);
}

/** Whether it only says that other keys may hold anything, or that there are none: a call with one is refused anyway. */
function saysNothing({ additionalProperties: others, properties = {} }: JsonSchema): boolean {
  if (others === false) return Object.keys(properties).length > 0;
  return typeof others === 'object' && Object.keys(others).length === 0;
}

function listedItemsOf(
  field: z.core.$ZodType | undefined,
  { items }: JsonSchema,
  usualOnly: boolean,
): JsonSchema | undefined {
  const { fieldsInText, listedItems } = flagsOf(field);
  const own = listedItems === undefined ? undefined : listedObject(listedItems, usualOnly);
  return fieldsInText === true ? withoutDescriptions(own ?? items) : own;
}

/** A copy, since arguments that are declared once share one schema. */
function withoutDescriptions(schema: JsonSchema['items']): JsonSchema {
  if (typeof schema !== 'object' || Array.isArray(schema)) return {};
  const { description: _words, properties, items, ...plain } = schema;
  const fields = Object.entries(properties ?? {}).map(
    ([name, field]) => [name, typeof field === 'object' ? withoutDescriptions(field) : field] as const,
  );
  return {
    ...plain,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(fields) }),
    ...(items === undefined ? {} : { items: withoutDescriptions(items) }),
  };
}

function listedObject(object: z.ZodObject, usualOnly: boolean): JsonSchema & { type: 'object' } {
  const {
    $schema: _dialect,
    properties = {},
    ...schema
  } = z.toJSONSchema(object, {
    io: 'input',
    override: overridden => argumentSchema(overridden, usualOnly),
  });
  const fields: Readonly<Record<string, z.core.$ZodType>> = object.shape;
  const listed = Object.entries(properties).flatMap(([name, field]) => {
    if (typeof field !== 'object') return [];
    const items = listedItemsOf(fields[name], field, usualOnly);
    return [[name, items === undefined ? field : { ...field, items }] as const];
  });
  return { ...schema, properties: Object.fromEntries(listed), type: 'object' };
}

const errorSchema = {
  type: 'object',
  properties: {
    code: { type: 'string', description: `One of ${Object.keys(defaultHints).join(', ')}.` },
    message: { type: 'string' },
    hint: { type: 'string' },
    candidates: { type: 'array', items: { type: 'string' } },
    versionId: { type: 'string' },
    diff: { type: 'string' },
  },
  required: ['code', 'message'],
} as const;

const hintsSchema = {
  type: 'array',
  items: { type: 'string' },
  description: 'Arguments that were left out.',
} as const;

const leftOutSchema = {
  type: 'string',
  description: 'What was left out because the answer was too large, and how to get it.',
} as const;

/**
 * A result has either the tool's own fields or `error`. Older clients validate the structured content of
 * error results too (seen in the 1.x SDK client once it has listed the tools), so the schema allows both.
 */
function outputSchema(output: z.ZodObject): ListedSchema {
  const {
    $schema: _dialect,
    required,
    additionalProperties: _closed,
    ...schema
  } = z.toJSONSchema(output, ofAnswer);
  return {
    ...schema,
    type: 'object',
    properties: {
      ...schema.properties,
      hints: schema.properties?.['hints'] ?? hintsSchema,
      leftOut: leftOutSchema,
      error: errorSchema,
    },
    ...(required === undefined ? {} : { anyOf: [{ required }, { required: ['error'] }] }),
  };
}
