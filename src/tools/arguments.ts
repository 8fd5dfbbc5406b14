import * as z from 'zod';
import { ToolFailure } from '../errors';
import { sortHint, sortWords } from '../utils/properties/sort-words';
import { holdsLoneSurrogate, holdsProto, isTooComplex } from '../utils/json/json-limits';
import { suggestedArguments, equivalentArguments } from './argument-names';
import { problemOf } from './argument-problem';
import { isObject } from '../utils/json/json-field';

/**
 * Parses a call's arguments with a tool's schema. Clients often send arrays, objects, numbers and booleans as
 * JSON strings: those are decoded by the declared type, never coerced by truthiness. If a list of texts is
 * declared, a single text becomes a list of one.
 * @param insteadOf hints for arguments that the tool does not have, by their names
 * @throws ToolFailure `invalid_argument` that names the argument
 */
export function readArguments<Input extends z.ZodObject>(
  schema: Input,
  raw: unknown,
  insteadOf: Readonly<Record<string, string>> = {},
): z.output<Input> {
  const given: unknown = raw ?? {};
  if (!isObject(given)) throw refused('Arguments must be an object.');
  const known = Object.keys(schema.shape);
  for (const name of Object.keys(given)) {
    if (!Object.hasOwn(schema.shape, name))
      throw Object.hasOwn(insteadOf, name)
        ? unknown(name, insteadOf[name] ?? '', [])
        : (ofItems(name, schema) ?? unknownArgument(name, known, name, given));
  }
  const decoded = Object.fromEntries(
    Object.entries(given).map(([name, value]) => [name, decode(value, fieldOf(schema, name), name)]),
  );
  const parsed = schema.safeParse(decoded);
  if (!parsed.success) throw refused(problemOf(parsed.error.issues, decoded), hintFor(decoded));
  return parsed.data;
}

function decode(value: unknown, schema: z.core.$ZodType | undefined, name: string): unknown {
  const type = bare(schema);
  if (typeof value === 'string') {
    if (!value.isWellFormed()) throw unpaired(name);
    const kind = wanted(type);
    if (type instanceof z.ZodArray && type.element instanceof z.ZodString && !jsonList.test(value))
      return [value];
    return kind === undefined ? value : decodeNested(parseAs(kind, value, name), type, name);
  }
  return decodeNested(value, type, name);
}

/** Items of a list or properties of an object; checking more one by one would block the thread. */
const maxEntries = 10_000;

function decodeNested(value: unknown, type: z.core.$ZodType | undefined, name: string): unknown {
  if (type !== undefined && hasTooManyEntries(value))
    throw refused(`\`${name}\` has more than ${maxEntries} entries.`);
  if (type instanceof z.ZodArray && Array.isArray(value)) {
    return value.map((item, index) => decode(item, type.element, `${name}[${index}]`));
  }
  if (type instanceof z.ZodObject && isObject(value)) {
    for (const key of Object.keys(value)) {
      if (!Object.hasOwn(type.shape, key))
        throw unknownArgument(key, Object.keys(type.shape), `${name}.${key}`, value);
    }
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, decode(item, fieldOf(type, key), `${name}.${key}`)]),
    );
  }
  // A single item counts as a list of one, for objects too.
  if (type instanceof z.ZodArray && type.element instanceof z.ZodObject && isObject(value))
    return [decode(value, type.element, `${name}[0]`)];
  // For any type: a note cannot contain an unpaired surrogate, at any depth.
  if (holdsLoneSurrogate(value)) throw unpaired(name);
  return value;
}

function hasTooManyEntries(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return (Array.isArray(value) ? value : Object.keys(value)).length > maxEntries;
}

function unpaired(name: string): ToolFailure {
  return refused(`\`${name}\` contains an unpaired surrogate, which no file can hold.`);
}

function fieldOf({ shape }: z.ZodObject, name: string): z.core.$ZodType | undefined {
  const fields: Readonly<Record<string, z.core.$ZodType>> = shape;
  return Object.hasOwn(fields, name) ? fields[name] : undefined;
}

/** The type inside `optional` and `default`. */
function bare(schema: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
  let type = schema;
  while (type instanceof z.ZodOptional || type instanceof z.ZodDefault) type = type.unwrap();
  return type;
}

/** Whether a text is meant as JSON: `["a"]`; not a wikilink, nor a pattern such as `[ab]*`. */
const jsonList = /^\s*\[\s*(?:["\]{]|-?\d|true|false|null)/u;

type JsonKind = 'a number' | 'true or false' | 'an array' | 'an object';

function wanted(type: z.core.$ZodType | undefined): JsonKind | undefined {
  if (type instanceof z.ZodNumber) return 'a number';
  if (type instanceof z.ZodBoolean) return 'true or false';
  if (type instanceof z.ZodArray) return 'an array';
  if (type instanceof z.ZodObject || type instanceof z.ZodRecord) return 'an object';
  return undefined;
}

/** Limit for JSON given as a text, characters: it is checked and parsed in one step. */
const maxJsonText = 1_000_000;

function parseAs(kind: JsonKind, text: string, name: string): unknown {
  if (text.length > maxJsonText)
    throw refused(`\`${name}\` must be ${kind}, not a text of more than 1,000,000 characters.`);
  if (isTooComplex(text)) throw refused(`\`${name}\` is nested too deep or holds too many values.`);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw refused(`\`${name}\` must be ${kind}.`);
  }
  if (!isKind(kind, value) || holdsProto(value)) throw refused(`\`${name}\` must be ${kind}.`);
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

/**
 * @param known names of the existing arguments
 * @param written the name with the place where it was given
 * @param given the arguments among which it was given
 */
function unknownArgument(
  name: string,
  known: readonly string[],
  written: string,
  given: Readonly<Record<string, unknown>>,
): ToolFailure {
  const before = written.slice(0, written.length - name.length);
  const meant = suggestedArguments(name, known);
  const free = meant.filter(one => !Object.hasOwn(given, one));
  const candidates = (free.length > 0 ? free : meant).map(one => `${before}${one}`);
  const all = known.map(one => `${before}${one}`);
  const others = `Remove it or use one of: ${all.length === 0 ? '(no arguments)' : all.join(', ')}.`;
  const condition = candidates.includes('where') ? conditionsOf(given[name]) : undefined;
  if (condition !== undefined) return unknown(written, `Write ${condition}.`, candidates);
  const isOfProperty = candidates.length === 0 && known.includes('where');
  const ofProperty = isOfProperty ? conditionsOf({ [name]: given[name] }) : undefined;
  const hint = ofProperty === undefined ? others : `For a property write ${ofProperty}. ${others}`;
  return unknown(written, hint, candidates);
}

function unknown(written: string, hint: string, candidates: readonly string[]): ToolFailure {
  return new ToolFailure('invalid_argument', `There is no argument ${shown(written)}.`, { hint, candidates });
}

const maxConditions = 5;
const maxConditionLength = 100;

/** How properties with their values, such as `{"status":"lent"}`, are written as conditions; undefined for others. */
function conditionsOf(value: unknown): string | undefined {
  const entries = isObject(value) ? Object.entries(value) : [];
  const isPlain = entries.every(([, one]) => ['string', 'number', 'boolean'].includes(typeof one));
  if (entries.length === 0 || entries.length > maxConditions || !isPlain) return undefined;
  const conditions = entries.map(([name, one]) => `${name}=${String(one)}`);
  if (conditions.some(({ length }) => length > maxConditionLength)) return undefined;
  return `\`where: ${JSON.stringify(conditions)}\``;
}

/** For an argument that belongs in the items of a list, such as `oldText` of `edits`; undefined for others. */
function ofItems(name: string, schema: z.ZodObject): ToolFailure | undefined {
  const own = Object.keys(schema.shape);
  for (const list of own) {
    const type = bare(fieldOf(schema, list));
    if (!(type instanceof z.ZodArray) || !(type.element instanceof z.ZodObject)) continue;
    const [inner] = equivalentArguments(name, Object.keys(type.element.shape));
    const beside = own.filter(one => one !== list);
    if (inner === undefined || equivalentArguments(name, beside).length > 0) continue;
    return unknown(name, `Give it in an item of \`${list}\`, as {"${list}":[{"${inner}":…}]}.`, [list]);
  }
  return undefined;
}

function shown(name: string): string {
  return name.length > 60 || !name.isWellFormed() ? 'of that name' : `\`${name}\``;
}

/** A hint derived from the given values. */
function hintFor({ sort }: Readonly<Record<string, unknown>>): string | undefined {
  const words = typeof sort === 'string' ? sortWords(sort) : undefined;
  return words === undefined ? undefined : sortHint(words);
}

function refused(message: string, hint?: string): ToolFailure {
  return new ToolFailure('invalid_argument', message, hint === undefined ? {} : { hint });
}
