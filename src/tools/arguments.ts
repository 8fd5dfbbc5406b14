import * as z from 'zod';
import type { Advice, ToolFailure } from '../errors';
import { percentDecoded } from '../utils/text/pieces';
import { parseExactJson, holdsProto, isTooComplex, isObject, holdsLoneSurrogate } from '../utils/json';
import { isOfClient, meantArgument, namesOf, inOurShapes } from './argument-shapes';
import { problemOf, refused } from './argument-problem';
import { bare, flagsOf } from './field-flags';
import {
  type LeftOut,
  leftOut,
  meantOtherwise,
  noArgument,
  ofItems,
  unknownArgument,
} from './unknown-argument';

type JsonKind = 'a number' | 'true or false' | 'a list' | 'an object';

/** The kind of JSON that a declared type takes; undefined for a text and for any value. */
function wantedKind(type: z.core.$ZodType | undefined): JsonKind | undefined {
  if (type instanceof z.ZodNumber) return 'a number';
  if (type instanceof z.ZodBoolean) return 'true or false';
  if (type instanceof z.ZodArray) return 'a list';
  if (type instanceof z.ZodObject || type instanceof z.ZodRecord) return 'an object';
  return undefined;
}

/** Whether a text is meant as JSON: `["a"]`; not a wikilink, nor a pattern such as `[ab]*`. */
const jsonList = /^\s*\[\s*(?:["\]{]|-?\d|true|false|null)/u;

/** Whether a text given for a list of texts is an item rather than the list. */
function isSingleText(type: z.core.$ZodType | undefined, text: string): boolean {
  return type instanceof z.ZodArray && type.element instanceof z.ZodString && !jsonList.test(text);
}

/** Limit for JSON given as a text, characters: it is checked and parsed in one step. */
const maxJsonText = 1_000_000;

/** Parses a text as that kind of value, or null if it says `null`; other texts stay. @throws ToolFailure `invalid_argument` */
function parsedText(kind: JsonKind, text: string, name: string): unknown {
  if (text.length > maxJsonText)
    throw refused(`\`${name}\` must be ${kind}, not a string of more than 1,000,000 characters.`);
  if (isTooComplex(text)) throw refused(`\`${name}\` is nested too deeply or has too many values.`);
  try {
    const value: unknown = parseExactJson(text);
    return (value === null || kindOf(value) === kind) && !holdsProto(value) ? value : text;
  } catch {
    return text;
  }
}

function kindOf(value: unknown): JsonKind | undefined {
  if (typeof value === 'number') return 'a number';
  if (typeof value === 'boolean') return 'true or false';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : undefined;
}

interface ArgumentRules {
  /** Hints for arguments that the tool does not have, by their names. */
  readonly insteadOf?: Readonly<Record<string, Advice>> | undefined;
  /** Receives each unknown argument, which is then ignored; without it, unknown arguments are refused. */
  readonly onLeftOut?: ((argument: LeftOut) => void) | undefined;
}

type Given = Readonly<Record<string, unknown>>;

/** Where an object of arguments was given: at the top, or as an item of a list. */
interface Place extends ArgumentRules {
  /** What comes before the names of its arguments, such as `edits[0].`. */
  readonly above: string;
}

/**
 * Reads a call's arguments as they are meant. Names of other servers and JSON text are converted to the declared
 * names and types, never coerced by truthiness; null, and empty text where it means nothing, are left out. A single
 * text becomes a list of one where a list is declared, and a list of one becomes its item where it is not.
 * @throws ToolFailure `invalid_argument` that names the argument
 */
export function readArguments<Input extends z.ZodObject>(
  schema: Input,
  raw: unknown,
  rules: ArgumentRules = {},
): z.output<Input> {
  const given = argumentsOf(raw);
  const decoded = readObject(given, schema, { ...rules, above: '' });
  const parsed = schema.safeParse(decoded);
  if (parsed.success) return parsed.data;
  const { issues } = parsed.error;
  const name = String(issues[0]?.path[0]);
  const { example } = flagsOf(fieldOf(schema, name));
  throw refused(problemOf(issues, decoded), example && `Write {"${name}":${example}}.`);
}

/**
 * The arguments of a call, which a client may send as JSON text; none if they are missing or null.
 * @throws ToolFailure `invalid_argument` if they are no object
 */
export function argumentsOf(raw: unknown): Given {
  const given = (typeof raw === 'string' ? parsedText('an object', raw, 'arguments') : raw) ?? {};
  if (!isObject(given)) throw refused('`arguments` must be an object.');
  return given;
}

/** An argument as the client gave it, under any of its names; undefined if there is none. */
export function givenArgument(schema: z.ZodObject, raw: unknown, name: string): unknown {
  const [, value] =
    Object.entries(isObject(raw) ? raw : {}).find(([one]) => ownName(one, schema) === name) ?? [];
  return value;
}

/** The decoded arguments by their names in the schema; those that say nothing are left out. */
function readObject(given: Given, schema: z.ZodObject, place: Place): Given {
  const values = new Map<string, unknown>();
  const edit: Record<string, unknown> = {};
  const list = listAtTop(schema);
  for (const [name, value] of Object.entries(inOurShapes(given, Object.keys(schema.shape)))) {
    const own = ownName(name, schema);
    if (own !== undefined) put(values, { name: own, value, schema, place });
    else if (value === null) continue;
    else if (list !== undefined && ownName(name, list.item) !== undefined) edit[name] = value;
    else if (value === '') continue;
    else if (place.above !== '' || !isOfClient(name)) answerUnknown(name, given, schema, place);
  }
  // Beside other fields an empty text has a meaning, such as new text; alone it is what a program filled in.
  if (list !== undefined && Object.values(edit).some(value => value !== ''))
    put(values, { name: list.name, value: [edit], schema, place });
  return Object.fromEntries(values);
}

function put(
  values: Map<string, unknown>,
  { name, value, schema, place }: { name: string; value: unknown; schema: z.ZodObject; place: Place },
): void {
  const decoded = readField(value, fieldOf(schema, name), `${place.above}${name}`);
  if (decoded === undefined) return;
  const before = values.get(name);
  // An empty required argument counts as missing where another name gives a value.
  if (before === undefined || before === '') values.set(name, decoded);
  else if (decoded !== '' && JSON.stringify(before) !== JSON.stringify(decoded))
    throw refused(`\`${place.above}${name}\` is given twice, with different values.`);
}

function ownName(name: string, schema: z.ZodObject): string | undefined {
  if (Object.hasOwn(schema.shape, name)) return name;
  return meantArgument(name, Object.keys(schema.shape), takesFolder(schema));
}

function takesFolder(schema: z.ZodObject): boolean {
  return flagsOf(fieldOf(schema, 'path')).names === 'folder';
}

/** The list whose single item a call may give at the top level, and the type of its items. */
function listAtTop({ shape }: z.ZodObject): { name: string; item: z.ZodObject } | undefined {
  for (const [name, field] of Object.entries<z.core.$ZodType>(shape)) {
    const type = bare(field);
    if (
      flagsOf(field).itemAtTop === true &&
      type instanceof z.ZodArray &&
      type.element instanceof z.ZodObject
    )
      return { name, item: type.element };
  }
  return undefined;
}

/** @throws ToolFailure unless the argument may be left out */
function answerUnknown(name: string, given: Given, schema: z.ZodObject, place: Place): void {
  const { insteadOf = {}, onLeftOut, above } = place;
  const known = Object.keys(schema.shape);
  if (above === '') {
    const way = Object.hasOwn(insteadOf, name) ? insteadOf[name] : undefined;
    if (way !== undefined) throw noArgument(name, way, []);
    const inItems = ofItems(name, schema);
    if (inItems !== undefined) throw inItems;
  }
  const otherNames = new Map(
    known.flatMap(one => namesOf(one, takesFolder(schema)).map(other => [other, one] as const)),
  );
  const unknown = { name, above, given, known, otherNames };
  if (onLeftOut === undefined || above !== '') throw unknownArgument(unknown);
  const refusal = meantOtherwise(unknown);
  if (refusal !== undefined) throw refusal;
  onLeftOut(leftOut(unknown));
}

/** The decoded value of an argument; undefined if it is left out. */
function readField(value: unknown, field: z.core.$ZodType | undefined, name: string): unknown {
  const type = bare(field);
  if (type instanceof z.ZodUnknown) return decode(value, type, name);
  const isOptional = type !== field;
  if (value === null || (value === '' && isOptional && flagsOf(field).mayBeEmpty !== true)) return undefined;
  const isCut =
    typeof value === 'string' &&
    isSingleText(type, value) &&
    (flagsOf(field).byCommas === true || areFiles(type, value));
  const items = isCut ? value.split(between).map(one => one.trim()) : value;
  const decoded = decode(items, type, name) ?? undefined;
  if (!(type instanceof z.ZodArray) || !Array.isArray(decoded) || decoded.length === 0) return decoded;
  const left = decoded.filter(item => item !== null && (typeof item !== 'string' || item.trim() !== ''));
  if (left.length > 0) return left;
  // A list of files without any never means all of them.
  if (flagsOf(type.element).names !== undefined) throw refused(`\`${name}\` names no file.`);
  return isOptional ? undefined : left;
}

const between = /[,\n]+\s*/u;

/** Whether a text for a list of files names several, all with extensions: `A.md, B.md`. */
function areFiles(type: z.core.$ZodType | undefined, text: string): boolean {
  const isOfFiles = type instanceof z.ZodArray && flagsOf(type.element).names !== undefined;
  return (
    isOfFiles && between.test(text) && text.split(between).every(one => /(?:\.[a-z]\w*|\]\])\s*$/iu.test(one))
  );
}

/** How addresses such as `vault:///a%20b.md` begin, under which clients list notes. */
const addressStart = 'vault:///';

const scalars = [z.ZodString, z.ZodNumber, z.ZodBoolean, z.ZodEnum] as const;

function decode(value: unknown, type: z.core.$ZodType | undefined, name: string): unknown {
  if (Array.isArray(value) && value.length === 1 && scalars.some(one => type instanceof one))
    return decode(value[0], type, name);
  if (typeof value !== 'string') return decodeNested(value, type, name);
  if (!value.isWellFormed()) throw unpaired(name);
  if (flagsOf(type).names !== undefined && value.startsWith(addressStart))
    return percentDecoded(value.slice(addressStart.length));
  if (type instanceof z.ZodEnum) return meantOption(value, type.options);
  if (isSingleText(type, value)) return [value];
  const kind = wantedKind(type);
  return kind === undefined ? value : decodeNested(parsedText(kind, value, name), type, name);
}

const synonyms: ReadonlyMap<string, string> = new Map([
  ['all', 'any'],
  ['todo', 'open'],
  ['completed', 'done'],
  ['canceled', 'cancelled'],
  ['incoming', 'in'],
  ['outgoing', 'out'],
]);

/** The option that a text means, in any case, with spaces or dashes for `_`; the text itself if it means none. */
export function meantOption(text: string, among: readonly (string | number)[]): string {
  const plain = text
    .trim()
    .toLowerCase()
    .replaceAll(/[ -]/gu, () => '_');
  return [plain, synonyms.get(plain)].find(one => one !== undefined && among.includes(one)) ?? text;
}

/** Items of a list or properties of an object; checking more one by one would block the thread. */
const maxEntries = 10_000;

function decodeNested(value: unknown, type: z.core.$ZodType | undefined, name: string): unknown {
  if (type !== undefined && hasTooManyEntries(value))
    throw refused(`\`${name}\` has more than ${maxEntries} entries.`);
  if (type instanceof z.ZodArray && Array.isArray(value))
    return value.map((item, index) => decode(item, type.element, `${name}[${index}]`));
  if (type instanceof z.ZodObject && isObject(value)) return readObject(value, type, { above: `${name}.` });
  // A single item counts as a list of one, for objects too.
  if (type instanceof z.ZodArray && isObject(value) && wantedKind(type.element) === 'an object')
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
