/** JSON: fields and limits of what comes from outside, exact numbers, plain copies, and sizes. */

import { utf8Length } from '../platform';

/** Whether a value from outside is an object, and not null. Lists are objects too. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Whether a value from outside is an object, and neither null nor a list. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return isRecord(value) && !Array.isArray(value);
}

/** `Array.isArray` gives items of type `any`, of which nothing is checked. */
export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** A field of parsed JSON; undefined if the value is no object or has no own field of this name. */
export function jsonField(value: unknown, name: string): unknown {
  return isRecord(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}

const maxDepth = 64;
const maxValues = 100_000;
/** Keys of one object: V8 builds one of 90,000 keys in a single step of 60 ms, and goes through it in others. */
const maxKeys = 20_000;

const quote = 0x22;
const comma = 0x2c;
const backslash = 0x5c;
const openList = 0x5b;
const closeList = 0x5d;
const openObject = 0x7b;
const closeObject = 0x7d;

/** Whether JSON nests beyond 64 levels, 100,000 values or 20,000 keys of an object; counted before it is parsed. */
export function isTooComplex(text: string): boolean {
  // Key counts of the open objects and lists, outermost first; lists count none.
  const keys: number[] = [];
  let values = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) at = endOfString(text, at);
    else if (unit === comma) {
      values += 1;
      const count = (keys.pop() ?? 0) + 1;
      if (count > maxKeys) return true;
      keys.push(count);
    } else if (unit === openList || unit === openObject) {
      keys.push(unit === openList ? -Infinity : 1);
      values += 1;
    } else if (unit === closeList || unit === closeObject) keys.pop();
    if (keys.length > maxDepth || values > maxValues) return true;
  }
  return false;
}

/** The index of the quote that ends the string begun at `start`; the end of the text if there is none. */
function endOfString(text: string, start: number): number {
  // A text without quotes is common and can be long; the engine's search takes a hundredth of the time of the loop.
  const first = text.indexOf('"', start + 1);
  if (text.charCodeAt(first - 1) !== backslash) return first === -1 ? text.length : first;
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === quote) return at;
    if (unit === backslash) at += 1;
  }
  return text.length;
}

/** `JSON.parse` makes `__proto__` an own key, which careless copying turns into a prototype. */
export function holdsProto(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  // The keys of a list are numbers: converting them to texts takes twenty times as long as reading its items.
  if (Array.isArray(value)) return value.some(holdsProto);
  if (Object.hasOwn(value, '__proto__')) return true;
  return Object.values(value).some(holdsProto);
}

/** Whether any text or key within a value contains an unpaired surrogate. */
export function holdsLoneSurrogate(value: unknown): boolean {
  if (typeof value === 'string') return !value.isWellFormed();
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return value.some(holdsLoneSurrogate);
  return Object.entries(value).some(([key, item]) => !key.isWellFormed() || holdsLoneSurrogate(item));
}

/** The value of a JSON text; undefined for invalid JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const keyOrBrace = /("(?:[^"\\]|\\.)*")\s*(:?)|[{}]/gsu;

/** A key that an object of valid JSON has twice, one of which parsing drops; undefined if there is none. */
export function doubledKey(json: string): string | undefined {
  const open: Set<string>[] = [];
  for (const [found, key = '', colon] of json.matchAll(keyOrBrace)) {
    if (found === '{') open.push(new Set());
    else if (found === '}') open.pop();
    else if (colon === ':') {
      const name = String(JSON.parse(key));
      if (open.at(-1)?.has(name) === true) return name;
      open.at(-1)?.add(name);
    }
  }
  return undefined;
}

/** A string, or an integer of sixteen digits or more that is no part of another number. */
const stringOrLong = /"(?:[^"\\]|\\.)*"|(?<![\d.eE+-])-?\d{16,}(?![\d.eE])/gsu;

/** Parses JSON; integers that a number cannot hold exactly are texts, so that no digit is lost. @throws SyntaxError */
export function parseExactJson(text: string): unknown {
  return JSON.parse(
    text.replace(stringOrLong, found =>
      found.startsWith('"') || Number.isSafeInteger(Number(found)) ? found : `"${found}"`,
    ),
  );
}

const maxCopiedDepth = 20;
const maxCopiedNodes = 5000;

/**
 * Converts a value to JSON data within limits: YAML aliases turn small notes into values that would fill the
 * memory when serialised, and may even contain themselves. Values beyond the limits become null.
 */
function plainData(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return plainScalar(value);
  let nodes = 0;
  const copy = (inner: unknown, depth: number): unknown => {
    nodes += 1;
    if (typeof inner !== 'object' || inner === null) return plainScalar(inner);
    if (depth >= maxCopiedDepth || nodes > maxCopiedNodes) return null;
    if (Array.isArray(inner)) return inner.map(item => copy(item, depth + 1));
    if (inner instanceof Date) return Number.isNaN(inner.getTime()) ? null : inner.toISOString();
    return Object.fromEntries(Object.entries(inner).map(([key, item]) => [key, copy(item, depth + 1)]));
  };
  return copy(value, 0);
}

/** The values of a map, each within limits of its own. */
export function plainValues(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, plainData(value)]));
}

function plainScalar(value: unknown): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  return typeof value === 'bigint' ? String(value) : undefined;
}

/** A list whose items were measured when they were added, so that a page of 2 MB is measured once. */
export class MeasuredList<Item> extends Array<Item> {
  /** `map` and `filter` make a plain array of it, which has another size. */
  static override readonly [Symbol.species] = Array;
  /** Its size in bytes of JSON, kept by whoever adds items; Infinity if it is too large to tell. */
  bytes = 2;
}

/**
 * Size of a JSON value in UTF-8 bytes. It is counted part by part: with YAML aliases, a short note can have values of
 * many megabytes.
 * @param most counting stops beyond this many bytes; the result is then some larger number
 */
export function jsonSize(value: unknown, most: number): number {
  if (typeof value === 'string') return textSize(value, most);
  if (!isRecord(value)) return String(value).length;
  if (value instanceof MeasuredList) return value.bytes;
  let size = 1;
  if (Array.isArray(value)) {
    for (const item of value) {
      size += 1 + jsonSize(item, most - size);
      if (size > most) break;
    }
    return Math.max(size, 2);
  }
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    size += 2 + textSize(key, most - size);
    size += jsonSize(member, most - size);
    if (size > most) break;
  }
  return Math.max(size, 2);
}

/** Texts that JSON leaves unchanged, a byte for each character: most are, and serialising takes several times as long. */
const plainText = /^[ !#-[\]-~]*$/;

function textSize(text: string, most: number): number {
  // Each unit is at least a byte.
  if (text.length > most || plainText.test(text)) return text.length + 2;
  return utf8Length(JSON.stringify(text));
}

/** How many of the leading items fit into this many bytes of JSON. */
export function leadingThatFit(items: readonly unknown[], limit: number): number {
  let left = limit - 2;
  for (const [index, item] of items.entries()) {
    left -= 1 + jsonSize(item, left);
    if (left < 0) return index;
  }
  return items.length;
}
