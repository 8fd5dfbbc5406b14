/** Converts properties of notes to values. */
import { propertyName } from '../../utils/properties/property-names';
import type { BaseFile, BaseVault } from '../base-vault';
import { parseDate } from './dates';
import { linkFrom, wikilink } from './links';
import { listOf, type ObjectValue, type Value } from './value';

/** Deeper values do not occur in frontmatter that is read. */
const maxDepth = 25;
const dateShape = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u;

/** The property of a file, ignoring case; null if there is none. */
export function propertyOf(file: BaseFile, name: string, vault: BaseVault): Value {
  const { properties } = file;
  const own = propertyName(properties, name);
  return own === undefined ? null : propertyValue(own, properties[own], file.path, vault);
}

export function propertiesOf(file: BaseFile, vault: BaseVault): ObjectValue {
  const entries = Object.entries(file.properties).map(
    ([name, value]) => [name, propertyValue(name, value, file.path, vault)] as const,
  );
  return { kind: 'object', entries: new Map(entries), isFolded: true };
}

/** Whether the frontmatter has the property, with any value. */
export function hasProperty({ properties }: BaseFile, name: string): boolean {
  return propertyName(properties, name) !== undefined;
}

function propertyValue(name: string, raw: unknown, source: string, vault: BaseVault): Value {
  const lower = name.toLowerCase();
  return lower === 'tags' || lower === 'tag' ? asTags(raw, source, vault) : asValue(raw, source, vault, 0);
}

/** Tags in a property stay tags, so that nested ones match their parent. */
function asTags(raw: unknown, source: string, vault: BaseVault): Value {
  if (typeof raw === 'string') return tagOf(raw);
  if (!Array.isArray(raw)) return asValue(raw, source, vault, 0);
  const items: unknown[] = raw;
  return listOf(
    items.map(item => (typeof item === 'string' ? tagOf(item) : asValue(item, source, vault, 1))),
  );
}

export function tagOf(name: string): Value {
  return { kind: 'tag', name: name.startsWith('#') ? name.slice(1) : name };
}

/** Wikilinks become links, and date texts become dates, like the app's properties of that type. */
function asValue(raw: unknown, source: string, vault: BaseVault, depth: number): Value {
  if (typeof raw === 'string') return textValue(raw, source, vault);
  if (typeof raw === 'number' || typeof raw === 'boolean') return raw;
  if (typeof raw !== 'object' || raw === null || depth > maxDepth) return null;
  if (Array.isArray(raw)) {
    const items: unknown[] = raw;
    return listOf(items.map(item => asValue(item, source, vault, depth + 1)));
  }
  const entries = Object.entries(raw).map(([name, value]): [string, Value] => [
    name,
    asValue(value, source, vault, depth + 1),
  ]);
  return { kind: 'object', entries: new Map(entries), isFolded: false };
}

function textValue(text: string, source: string, { zone }: BaseVault): Value {
  const first = text.charCodeAt(0);
  const isDigit = first >= 0x30 && first <= 0x39;
  if (isDigit && dateShape.test(text)) return parseDate(text, zone) ?? text;
  return text.startsWith('[[') && wikilink(text) !== undefined ? linkFrom(text, source) : text;
}

/** The entry of an object; null if there is none. */
export function entryOf({ entries, isFolded }: ObjectValue, name: string): Value {
  const exact = entries.get(name);
  if (exact !== undefined || !isFolded) return exact ?? null;
  const wanted = name.toLowerCase();
  for (const [own, value] of entries) if (own.toLowerCase() === wanted) return value;
  return null;
}
