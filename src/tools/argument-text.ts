/** JSON that a client sends as a text where another type is declared. */
import * as z from 'zod';
import { ToolFailure } from '../errors';
import { parseExactJson, holdsProto, isTooComplex, isObject } from '../utils/json';

export type JsonKind = 'a number' | 'true or false' | 'an array' | 'an object';

/** The kind of JSON that a declared type takes; undefined for a text and for any value. */
export function wantedKind(type: z.core.$ZodType | undefined): JsonKind | undefined {
  if (type instanceof z.ZodNumber) return 'a number';
  if (type instanceof z.ZodBoolean) return 'true or false';
  if (type instanceof z.ZodArray) return 'an array';
  if (type instanceof z.ZodObject || type instanceof z.ZodRecord) return 'an object';
  return undefined;
}

/** Whether a text is meant as JSON: `["a"]`; not a wikilink, nor a pattern such as `[ab]*`. */
const jsonList = /^\s*\[\s*(?:["\]{]|-?\d|true|false|null)/u;

/** Whether a text for a list of texts is one of them, not the list. */
export function isSingleText(type: z.core.$ZodType | undefined, text: string): boolean {
  return type instanceof z.ZodArray && type.element instanceof z.ZodString && !jsonList.test(text);
}

/** Limit for JSON given as a text, characters: it is checked and parsed in one step. */
const maxJsonText = 1_000_000;

/**
 * The value that a text has; null where it says `null`.
 * @throws ToolFailure `invalid_argument`
 */
export function parsedText(kind: JsonKind, text: string, name: string): unknown {
  if (text.length > maxJsonText)
    throw refused(`\`${name}\` must be ${kind}, not a text of more than 1,000,000 characters.`);
  if (isTooComplex(text)) throw refused(`\`${name}\` is nested too deeply or has too many values.`);
  let value: unknown;
  try {
    value = parseExactJson(text);
  } catch {
    throw refused(`\`${name}\` must be ${kind}.`);
  }
  if ((value !== null && !isKind(kind, value)) || holdsProto(value))
    throw refused(`\`${name}\` must be ${kind}.`);
  return value;
}

function isKind(kind: JsonKind, value: unknown): boolean {
  switch (kind) {
    case 'a number':
      return typeof value === 'number';
    case 'true or false':
      return typeof value === 'boolean';
    case 'an array':
      return Array.isArray(value);
    case 'an object':
      return isObject(value);
  }
}

export function refused(message: string, hint?: string): ToolFailure {
  return new ToolFailure('invalid_argument', message, hint === undefined ? {} : { hint });
}
