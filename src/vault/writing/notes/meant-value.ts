/** JSON that a client sends as a text for a property, since a list of tools cannot say "any value". */
import type { App } from 'obsidian';
import * as z from 'zod';
import { ToolFailure } from '../../../errors';
import { isTag, tagsGiven } from '../../../markdown/tags';
import { isListProperty, propertyName } from '../../../utils/properties/property-names';
import { parseExactJson, isObject, isRecord, jsonField, holdsProto, isTooComplex } from '../../../utils/json';
import type { CallerContext } from '../../caller-context';
import type { UsualKind } from '../../queries/usual-kinds';

/** Characters; a property is rarely longer, and the text is parsed in one step. */
const maxText = 100_000;

/**
 * The value that a text for a property means; other values are taken as given. Lists and objects are decoded unless the
 * property already has such a text; numbers and booleans if the property has that kind of value, or should have it.
 * @param was the current value of the property; undefined if there is none
 * @param kind of a new property, or of one that has a text now
 */
export function meantValue(given: unknown, was: unknown, kind?: UsualKind): unknown {
  const value = typeof given === 'string' ? decoded(given) : undefined;
  if (value === undefined || value === null) return given;
  if (isRecord(value)) return typeof was === 'string' && isRecord(decoded(was)) ? given : value;
  const held: unknown = Array.isArray(was) ? was[0] : was;
  const isOpen = was === undefined || was === null || typeof was === 'string';
  const wanted = isOpen ? kindTypes[kind ?? 'date'] : typeof held;
  return typeof value === wanted ? value : given;
}

/** Decodes properties whose lists and objects may be given as texts. @param before the note's properties */
export function meantProperties<Properties extends Readonly<Record<string, unknown>> | undefined>(
  given: Properties,
  before: object = {},
): Properties {
  if (given === undefined) return given;
  const meant = Object.entries(given).map(([name, value]) => {
    const own = meantValue(value, jsonField(before, propertyName(before, name) ?? name));
    return [name, isRecord(own) ? own : value] as const;
  });
  return withTagList({ ...given, ...Object.fromEntries(meant) });
}

/** @throws ToolFailure `invalid_argument` for a map of tags, aliases or CSS classes */
export function withTagList<Properties extends Readonly<Record<string, unknown>> | undefined>(
  properties: Properties,
): Properties {
  const map = Object.entries(properties ?? {}).find(
    ([key, value]) => isListProperty(key) && isObject(value),
  )?.[0];
  if (map !== undefined)
    throw new ToolFailure('invalid_argument', `\`${map}\` takes a list of texts, not an object.`);
  const name = properties === undefined ? undefined : propertyName(properties, 'tags');
  const value = name === undefined ? undefined : properties?.[name];
  const tags = Array.isArray(value) ? value.map(withoutMark) : typeof value === 'string' && tagsGiven(value);
  return name === undefined || !tags ? properties : { ...properties, [name]: tags };
}

function withoutMark(tag: unknown): unknown {
  const text = typeof tag === 'string' ? tag.trim() : '';
  return isTag(text) ? text.slice(1) : tag;
}

/** Splits texts that contain several tags, such as `#a, b`. */
export function eachTag(tags: readonly string[] | undefined): readonly string[] | undefined {
  return tags?.flatMap(tag => tagsGiven(tag) ?? [tag]);
}

/** Names of properties to remove. A single `a, b` means two, unless a note has a property with that name. */
export async function eachProperty(
  names: readonly string[] = [],
  { hints }: CallerContext,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const [name = '', another] = names;
  if (another !== undefined || !name.includes(',') || (await hints.hasProperty(name, signal))) return names;
  return name.split(',').flatMap(one => one.trim() || []);
}

/** The columns of a table's row, by their names, also as JSON text; undefined for other values. */
export function meantRow(given: unknown): Readonly<Record<string, unknown>> | undefined {
  const value = typeof given === 'string' ? decoded(given) : given;
  return isObject(value) && !holdsProto(value) ? value : undefined;
}

const kindTypes: Readonly<Record<UsualKind, string>> = {
  number: 'number',
  checkbox: 'boolean',
  date: 'none',
};

/** Parses a text as JSON; undefined if it is not JSON, or a string. */
function decoded(text: string): unknown {
  if (text.length > maxText || isTooComplex(text)) return undefined;
  try {
    const value = parseExactJson(text);
    return holdsProto(value) || typeof value === 'string' ? undefined : value;
  } catch {
    return undefined;
  }
}

const typesFile = z.object({ types: z.record(z.string(), z.string()) });

/** The type that the user gave the property in the app, `other` for types of text; undefined if none. */
export async function declaredKind({ vault }: App, name: string): Promise<UsualKind | 'other' | undefined> {
  try {
    const file: unknown = JSON.parse(await vault.adapter.read(`${vault.configDir}/types.json`));
    const types = Object.entries(typesFile.parse(file).types);
    const own = types.find(([one]) => one.toLowerCase() === name.toLowerCase())?.[1];
    if (own === undefined) return undefined;
    return own === 'number' || own === 'checkbox' ? own : 'other';
  } catch {
    // Most vaults have no such file.
    return undefined;
  }
}
