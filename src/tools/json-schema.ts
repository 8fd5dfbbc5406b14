import * as z from 'zod';
import { defaultHints } from '../errors';
import { flagsOf } from './field-flags';
import type { Tool } from './tool';

type ListedSchema = Record<string, unknown> & { readonly type: 'object' };

/** A tool as `tools/list` shows it. */
export interface ToolDescription {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ListedSchema;
  readonly outputSchema: ListedSchema;
  readonly annotations: { readonly title: string } & Tool['risk']['annotations'];
  readonly _meta?: { readonly 'anthropic/alwaysLoad': true };
}

/** Converts a tool for the protocol; slow, so it is done once per tool, not per request. */
export function describeTool(tool: Tool): ToolDescription {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: listedObject(tool.input),
    outputSchema: outputSchema(tool.output),
    annotations: { title: tool.title, ...tool.risk.annotations },
    // Read by Anthropic's clients, which otherwise load tools only when a search finds them.
    ...(tool.alwaysLoaded === true ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}

/** Bounds of texts and lists, which say little. A call beyond one is refused with a message that names it. */
const bounds = ['minLength', 'maxLength', 'minItems', 'maxItems'];
/** Of an answer a client need not know any. */
const allBounds = [...bounds, 'minimum', 'maximum'];

type JsonSchema = z.core.JSONSchema.BaseSchema;

interface Overridden {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: JsonSchema;
}

/**
 * What says nothing to a model would be paid for in every list: bounds that it hardly meets, that a list is empty
 * unless given, that the first of several choices stands for none, that a map has any keys. The default of a switch
 * is in its description, which says what the other setting does. Calls are checked by zod all the same.
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
 * Written so that every client takes it (docs/clients.md, "What clients send"): each has a type, and an object lists
 * members. A text stands for any JSON, since it is decoded.
 */
const ofArguments = {
  io: 'input',
  override: ({ zodSchema, jsonSchema }: Overridden): void => {
    compact(jsonSchema, bounds);
    const { usual } = flagsOf(zodSchema);
    if (zodSchema instanceof z.ZodUnknown) jsonSchema.type = 'string';
    if (usual === undefined) return;
    jsonSchema.properties = { ...usual };
    delete jsonSchema.additionalProperties;
  },
} as const;

/** That other keys may hold anything; or that there are none beside those named, since a call with one is refused. */
function saysNothing({ additionalProperties: others, properties = {} }: JsonSchema): boolean {
  if (others === false) return Object.keys(properties).length > 0;
  return typeof others === 'object' && Object.keys(others).length === 0;
}

/** The items of a list as its declaration wants them. */
function listedItemsOf(field: z.core.$ZodType | undefined, { items }: JsonSchema): JsonSchema | undefined {
  const { fieldsInText, listedItems } = flagsOf(field);
  if (listedItems !== undefined) return listedObject(listedItems);
  return fieldsInText === true ? withoutDescriptions(items) : undefined;
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

function listedObject(object: z.ZodObject): JsonSchema & { type: 'object' } {
  const { $schema: _dialect, properties = {}, ...schema } = z.toJSONSchema(object, ofArguments);
  const fields: Readonly<Record<string, z.core.$ZodType>> = object.shape;
  const listed = Object.entries(properties).flatMap(([name, field]) => {
    if (flagsOf(fields[name]).unlisted === true || typeof field !== 'object') return [];
    const items = listedItemsOf(fields[name], field);
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
  },
  required: ['code', 'message', 'hint'],
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
function outputSchema(output: z.ZodObject): ToolDescription['outputSchema'] {
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
