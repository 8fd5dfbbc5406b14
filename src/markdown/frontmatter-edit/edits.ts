/** Edits of properties, and their values: plain data that YAML can hold. */
import { ToolFailure } from '../../errors';
import type { Frontmatter } from '../frontmatter/frontmatter';
import { tagsMeant } from '../tags';
import { maxYamlLength } from '../yaml/frontmatter-yaml';
import { isRoundedInteger } from '../yaml/yaml-value';
import { parseIsoDate } from '../../utils/dates';
import { addTo, itemsOf } from '../../utils/collections';
import { isList } from '../../utils/json';
import { isListProperty, propertyKey, propertySpellings } from '../../utils/properties/property-names';

/** One edit of one property; the value is any JSON data. */
export type FrontmatterEdit =
  /** Sets the property; null makes it empty. */
  | { readonly kind: 'set'; readonly key: string; readonly value: unknown }
  /** Removes the property in all spellings, or with `isExact` in this one only; a missing one is no error. */
  | { readonly kind: 'remove'; readonly key: string; readonly isExact?: boolean }
  /** Like `set`, but a list is added to the existing list or single value, without duplicates. */
  | { readonly kind: 'merge'; readonly key: string; readonly value: unknown }
  /** Adds to the end or start of a list (without duplicates) or of a text; sets a missing or empty property. */
  | { readonly kind: 'append' | 'prepend'; readonly key: string; readonly value: unknown };

/** The final value of each property; undefined if it is removed. */
export type Targets = ReadonlyMap<string, { readonly value: unknown } | undefined>;

/** The final value of each property that the edits change, in order. A removal takes all spellings: names ignore case. */
export function resolveEdits(edits: readonly FrontmatterEdit[], current: Frontmatter): Targets {
  const targets = new Map<string, { readonly value: unknown } | undefined>();
  const known = new Map<string, string[]>();
  const learn = (name: string): void => {
    if (!itemsOf(known, propertyKey(name)).includes(name)) addTo(known, propertyKey(name), name);
  };
  Object.keys(current).forEach(learn);
  for (const edit of edits) {
    const spellings = propertySpellings(itemsOf(known, propertyKey(edit.key)), edit.key);
    if (edit.kind === 'remove') {
      for (const key of edit.isExact === true ? [edit.key] : spellings) targets.set(key, undefined);
      continue;
    }
    const key = spellings[0] ?? edit.key;
    const now = targets.has(key) ? targets.get(key) : present(current, key);
    targets.set(key, { value: resolved(edit, now?.value) });
    learn(key);
  }
  for (const [key, target] of targets) {
    const now = present(current, key);
    if (now ? target && sameValue(now.value, target.value) : !target) targets.delete(key);
  }
  return targets;
}

function present(current: Frontmatter, key: string): { readonly value: unknown } | undefined {
  return Object.hasOwn(current, key) ? { value: current[key] } : undefined;
}

function resolved(edit: Exclude<FrontmatterEdit, { kind: 'remove' }>, now: unknown): unknown {
  const value = propertyValue(edit.value);
  switch (edit.kind) {
    case 'set':
      return value;
    case 'merge':
      return isList(value) ? withoutDoubles(asList(now, edit.key) ?? [], value) : value;
    case 'append':
    case 'prepend':
      return extended(edit, now, value);
  }
}

function extended({ kind, key }: FrontmatterEdit, now: unknown, value: unknown): unknown {
  if (now === undefined || now === null) return value;
  const isDate = typeof now === 'string' && now.length >= 10 && parseIsoDate(now) !== undefined;
  if (typeof now === 'string' && typeof value === 'string' && !isDate && !isListProperty(key)) {
    const [above, below] = kind === 'append' ? [now, value] : [value, now];
    const isOpen = now.includes('\n') && !above.endsWith('\n') && !below.startsWith('\n');
    return above + (isOpen ? '\n' : '') + below;
  }
  const isListed = isList(now) || (typeof now === 'string' && (isList(value) || isListProperty(key)));
  const list = isListed ? asList(now, key) : undefined;
  if (!list)
    throw new ToolFailure('invalid_argument', 'The property is neither a list nor a text to add to.', {
      hint: 'Use `operation: "replace"` to set the property.',
    });
  return withoutDoubles(list, isList(value) ? value : [value], kind);
}

/** A value as a list: null as an empty one, a scalar as a list of it, or of the tags in it; undefined for a map. */
function asList(now: unknown, key: string): readonly unknown[] | undefined {
  if (now === undefined || now === null) return [];
  if (isList(now)) return now;
  const tags = propertyKey(key) === propertyKey('tags') ? tagsMeant(now) : undefined;
  if (tags !== undefined) return tags;
  return typeof now === 'object' ? undefined : [now];
}

/** Existing duplicates of the list stay; none is added. */
function withoutDoubles(list: readonly unknown[], more: readonly unknown[], kind = 'append'): unknown[] {
  const known = new Set(list.map(fingerprint));
  const added = more.filter(item => {
    const print = fingerprint(item);
    return !known.has(print) && known.add(print);
  });
  return kind === 'append' ? [...list, ...added] : [...added, ...list];
}

/** Deeper values could not be parsed again: see `maxYamlDepth`, and two columns per level. */
const maxValueDepth = 20;

/** A property's value; other types are not portable in YAML. */
type PropertyValue =
  string | number | boolean | null | readonly PropertyValue[] | { readonly [name: string]: PropertyValue };

/** Checks that `value` is plain JSON data of acceptable size; maps of the result have no prototype. @throws ToolFailure */
function propertyValue(value: unknown): PropertyValue {
  const plain = plainValue(value, 0);
  if (JSON.stringify(plain).length <= maxYamlLength) return plain;
  throw new ToolFailure('too_large', `The value of a property is larger than ${maxYamlLength} characters.`);
}

function plainValue(value: unknown, depth: number): PropertyValue {
  if (depth > maxValueDepth)
    throw new ToolFailure('too_large', `The value is nested more than ${maxValueDepth} levels deep.`);
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number' && Number.isFinite(value)) return exactNumber(value);
  if (Array.isArray(value)) return value.map(item => plainValue(item, depth + 1));
  if (typeof value !== 'object')
    throw new ToolFailure('invalid_argument', 'The value of a property must be JSON.');
  const map: Record<string, PropertyValue> = { __proto__: null };
  for (const [name, item] of Object.entries(value)) map[name] = plainValue(item, depth + 1);
  return map;
}

/** An integer beyond 2^53 has lost digits on its way here. @throws ToolFailure `invalid_argument` */
function exactNumber(value: number): number {
  if (!isRoundedInteger(value) || Math.abs(value) >= 1e21) return value;
  throw new ToolFailure('invalid_argument', 'An integer beyond 2^53 loses digits as a number.', {
    hint: 'Pass it as a string, with all its digits.',
  });
}

/** Whether plain data is equal; ignores the order of a map's names. */
export function sameValue(one: unknown, other: unknown): boolean {
  return fingerprint(one) === fingerprint(other);
}

/** The same text for equal values, to use as a key. */
export function fingerprint(value: unknown): string {
  return JSON.stringify(value, (_name, inner: unknown) => {
    if (typeof inner === 'number' && !Number.isFinite(inner)) return { number: String(inner) };
    if (typeof inner !== 'object' || inner === null || isList(inner)) return inner;
    return { map: Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)) };
  });
}
