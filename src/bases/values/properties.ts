/** Converts properties of notes to values, charging for each. */
import { nameAmong } from '../../utils/properties/property-names';
import type { BaseFile } from '../base-vault';
import { parseDate } from './dates';
import { linkFrom, wikilink } from './links';
import { dateCost, type Means } from '../evaluation/budget';
import { listOf, type ObjectValue, type Value } from './value';

/** Frontmatter nested deeper is never read. */
const maxDepth = 25;
/** Steps for an entry of an object, on top of those for its value. */
const entryCost = 2;
const dateShape = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/u;

/** The property of a file, ignoring case; null if there is none. @throws LimitReached */
export function propertyOf(file: BaseFile, name: string, means: Means): Value {
  const { properties } = file;
  const own = nameOf(file, name, means);
  return own === undefined ? null : propertyValue(own, properties[own], { source: file.path, means });
}

/** @throws LimitReached */
export function propertiesOf(file: BaseFile, means: Means): ObjectValue {
  const entries = new Map<string, Value>();
  for (const [name, value] of Object.entries(file.properties)) {
    means.budget.spend(entryCost);
    entries.set(name, propertyValue(name, value, { source: file.path, means }));
  }
  return { kind: 'object', entries, isFolded: true };
}

/** Whether the frontmatter has the property, with any value. @throws LimitReached */
export function hasProperty(file: BaseFile, name: string, means: Means): boolean {
  return nameOf(file, name, means) !== undefined;
}

/** How many names one step pays for comparing: most differ in length already. */
const namesPerStep = 1;

function nameOf({ properties }: BaseFile, name: string, { budget }: Means): string | undefined {
  budget.spendOnReading(name.length);
  if (Object.hasOwn(properties, name)) return name;
  const names = Object.keys(properties);
  budget.spend(names.length / namesPerStep);
  return nameAmong(names, name);
}

/** The note that values come from, and the budget that they are charged to. */
interface Origin {
  readonly source: string;
  readonly means: Means;
}

function propertyValue(name: string, raw: unknown, origin: Origin): Value {
  const lower = name.toLowerCase();
  return lower === 'tags' || lower === 'tag' ? asTags(raw, origin) : asValue(raw, origin, 0);
}

/** Tags in a property stay tags, so that nested ones match their parent. */
function asTags(raw: unknown, origin: Origin): Value {
  if (typeof raw === 'string') return tagOf(raw);
  if (!Array.isArray(raw)) return asValue(raw, origin, 0);
  const items: unknown[] = raw;
  origin.means.budget.spend(items.length);
  return listOf(items.map(item => (typeof item === 'string' ? tagOf(item) : asValue(item, origin, 1))));
}

export function tagOf(name: string): Value {
  return { kind: 'tag', name: name.startsWith('#') ? name.slice(1) : name };
}

/** Wikilinks become links, and date texts become dates, like the app's properties of that type. */
function asValue(raw: unknown, origin: Origin, depth: number): Value {
  origin.means.budget.spend(1);
  if (typeof raw === 'string') return textValue(raw, origin);
  if (typeof raw === 'number' || typeof raw === 'boolean') return raw;
  if (typeof raw !== 'object' || raw === null || depth > maxDepth) return null;
  if (Array.isArray(raw)) {
    const items: unknown[] = raw;
    return listOf(items.map(item => asValue(item, origin, depth + 1)));
  }
  const entries = new Map<string, Value>();
  for (const [name, value] of Object.entries(raw)) {
    origin.means.budget.spend(entryCost);
    entries.set(name, asValue(value, origin, depth + 1));
  }
  return { kind: 'object', entries, isFolded: false };
}

function textValue(text: string, { source, means: { vault, budget } }: Origin): Value {
  const first = text.charCodeAt(0);
  const isDigit = first >= 0x30 && first <= 0x39;
  if (isDigit && dateShape.test(text)) {
    budget.spend(dateCost);
    return parseDate(text, vault.zone) ?? text;
  }
  if (!text.startsWith('[[')) return text;
  budget.spendOnReading(text.length);
  return wikilink(text) === undefined ? text : linkFrom(text, source);
}

/** The entry of an object; null if there is none. @throws LimitReached */
export function entryOf({ entries, isFolded }: ObjectValue, name: string, { budget }: Means): Value {
  budget.spendOnReading(name.length);
  const exact = entries.get(name);
  if (exact !== undefined || !isFolded) return exact ?? null;
  budget.spend(entries.size);
  const own = nameAmong([...entries.keys()], name);
  return own === undefined ? null : (entries.get(own) ?? null);
}
