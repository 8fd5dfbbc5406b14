import * as z from 'zod';
import { defaultHints } from '../errors';
import type { ToolDescription } from './built-descriptions';
import { flagsOf } from './field-flags';
import type { Tool } from './tool';

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
const bounds = ['minLength', 'maxLength', 'minItems', 'maxItems'] as const;

interface Overridden {
  readonly zodSchema: z.core.$ZodType;
  readonly jsonSchema: z.core.JSONSchema.BaseSchema;
}

/**
 * What says nothing to a model would be paid for in every list: bounds that it hardly meets, that a list is empty
 * unless given, that the first of several choices stands for none, that a map has any keys. The default of a switch
 * is in its description, which says what the other setting does. Calls are checked by zod all the same.
 *
 * What clients refuse is written otherwise: docs/clients.md, "What clients send", has their rules.
 */
const compact = {
  io: 'input',
  override: ({ zodSchema, jsonSchema }: Overridden): void => {
    const { fieldsInText, listedItems, usual } = flagsOf(zodSchema);
    delete jsonSchema.default;
    for (const bound of bounds) Reflect.deleteProperty(jsonSchema, bound);
    delete jsonSchema.propertyNames;
    if (saysNothing(jsonSchema)) delete jsonSchema.additionalProperties;
    if (listedItems !== undefined) jsonSchema.items = listedObject(listedItems);
    if (fieldsInText === true) jsonSchema.items = withoutDescriptions(jsonSchema.items);
    if (usual !== undefined) jsonSchema.properties = structuredClone(usual);
    if (zodSchema instanceof z.ZodUnknown) jsonSchema.type = 'string';
  },
} as const;

/** That other keys may hold anything; or that there are none beside those named, since a call with one is refused. */
function saysNothing({
  additionalProperties: others,
  properties = {},
}: z.core.JSONSchema.BaseSchema): boolean {
  if (others === false) return Object.keys(properties).length > 0;
  return typeof others === 'object' && Object.keys(others).length === 0;
}

/** A copy, since arguments that are declared once share one schema. */
function withoutDescriptions(schema: z.core.JSONSchema.BaseSchema['items']): z.core.JSONSchema.BaseSchema {
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

function listedObject(object: z.ZodObject): z.core.JSONSchema.BaseSchema & { type: 'object' } {
  const { $schema: _dialect, properties = {}, ...schema } = z.toJSONSchema(object, compact);
  const fields: Readonly<Record<string, z.core.$ZodType>> = object.shape;
  const listed = Object.entries(properties).filter(([name]) => flagsOf(fields[name]).unlisted !== true);
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
  } = z.toJSONSchema(output, compact);
  return {
    ...schema,
    type: 'object',
    properties: { ...schema.properties, leftOut: leftOutSchema, error: errorSchema },
    ...(required === undefined ? {} : { anyOf: [{ required }, { required: ['error'] }] }),
  };
}
