import * as z from 'zod';
import { defaultHints } from '../errors';
import type { ToolDescription } from './built-descriptions';
import type { Tool } from './tool';

/** Converts a tool for the protocol; slow, so it is done once per tool, not per request. */
export function describeTool(tool: Tool): ToolDescription {
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: inputSchema(tool.input),
    outputSchema: outputSchema(tool.output),
    annotations: { title: tool.title, ...tool.risk.annotations },
    // Read by Anthropic's clients, which otherwise load tools only when a search finds them.
    ...(tool.alwaysLoaded === true ? { _meta: { 'anthropic/alwaysLoad': true } } : {}),
  };
}

/** Bounds of numbers, texts and lists. A call beyond one is refused with a message that names it. */
const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'minItems', 'maxItems'] as const;

/**
 * What says nothing to a model would be paid for in every list: bounds that it hardly meets, that a list is empty
 * unless given, that the first of several choices stands for none, that a map has any keys. The default of a switch
 * is in its description, which says what the other setting does. A list whose description names the fields of its items
 * (`fieldsInText`) is listed without their schema. Calls are checked by zod all the same.
 */
const compact = {
  io: 'input',
  override: ({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void => {
    delete jsonSchema.default;
    for (const bound of bounds) Reflect.deleteProperty(jsonSchema, bound);
    delete jsonSchema.propertyNames;
    if (saysNothing(jsonSchema)) delete jsonSchema.additionalProperties;
    if (jsonSchema['fieldsInText'] === true) {
      Reflect.deleteProperty(jsonSchema, 'fieldsInText');
      jsonSchema.items = { type: 'object' };
    }
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

function inputSchema(input: z.ZodObject): ToolDescription['inputSchema'] {
  const { $schema: _dialect, properties = {}, ...schema } = z.toJSONSchema(input, compact);
  const listed = Object.entries(properties).filter(([name]) => !isUnlisted(input, name));
  return { ...schema, properties: Object.fromEntries(listed), type: 'object' };
}

/** Whether calls accept the argument although no list shows it (`unlisted` in src/tools/shared/fields.ts). */
function isUnlisted({ shape }: z.ZodObject, name: string): boolean {
  const fields: Readonly<Record<string, z.core.$ZodType>> = shape;
  const field = fields[name];
  return field !== undefined && z.globalRegistry.get(field)?.['unlisted'] === true;
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
