/** Fields of the rows of `query_notes`, and the order of their values. Rows are plain maps. */

import { type ErrorCode, ToolFailure } from '../../errors';
import { nearest } from '../../utils/near';
import { intendedField, noteFields } from '../../utils/properties/note-field-names';
import { follow } from './json-logic/values';

export type Row = Readonly<Record<string, unknown>>;

export type GroupKey = string | number | boolean | null;

/** @param names other names that may be meant, such as properties prefixed with `frontmatter.` */
export function unknownField(
  field: string,
  argument: string,
  { code = 'invalid_argument', names = [] }: { code?: ErrorCode; names?: readonly string[] },
): ToolFailure {
  const first = field.split('.', 1)[0] ?? '';
  const meant = intendedField(first);
  const candidates = [
    ...new Set([...(meant === undefined ? [] : [meant]), ...names, ...nearest(first, noteFields)]),
  ].slice(0, 5);
  return new ToolFailure(code, `\`${argument}\` names a field that notes do not have${named(field)}.`, {
    hint: `Fields are ${noteFields.join(', ')}; of a property write \`frontmatter.\` before its name, such as \`frontmatter.status\`.`,
    candidates,
  });
}

/** The caller's own word, if it is short. */
function named(field: string): string {
  return /^[\p{L}\p{N}_. -]{1,60}$/u.test(field) ? `: "${field}"` : '';
}

/** The value of a dotted field; null where there is none. */
export function fieldValue(row: Row, field: string): unknown {
  return follow(row, field) ?? null;
}

/** A row with its path and one key per field, named as requested. */
export function selectFields(row: Row, fields: readonly string[]): Record<string, unknown> {
  const selected: Record<string, unknown> = { __proto__: null, path: fieldValue(row, 'path') };
  for (const field of fields) selected[field] = fieldValue(row, field);
  return selected;
}

/** Kinds of values in their order. Missing values come last in either direction. */
const kinds = ['number', 'string', 'boolean', 'list', 'map', 'nothing'] as const;

/**
 * A total order over all plain values: numbers, texts (ignoring case first), false and true, lists by their
 * members, maps, then missing values and NaN.
 */
export function compareValues(a: unknown, b: unknown): number {
  const kind = kindOf(a);
  const byKind = kinds.indexOf(kind) - kinds.indexOf(kindOf(b));
  if (byKind !== 0 || kind === 'nothing') return byKind;
  if (typeof a === 'number' && typeof b === 'number') return compareSame(a, b);
  if (typeof a === 'string' && typeof b === 'string') {
    return compareSame(a.toLowerCase(), b.toLowerCase()) || compareSame(a, b);
  }
  if (typeof a === 'boolean' && typeof b === 'boolean') return compareSame(Number(a), Number(b));
  return Array.isArray(a) && Array.isArray(b) ? compareLists(a, b) : 0;
}

/** How much of a text or list counts for its order: it must fit into a cursor. */
const [orderedText, orderedMembers] = [500, 10];

/** The part of a value that decides its order. */
export function orderOf(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, orderedText);
  if (Array.isArray(value)) return value.slice(0, orderedMembers).map(orderOf);
  return typeof value === 'object' && value !== null ? {} : value;
}

export function isMissing(value: unknown): boolean {
  return kindOf(value) === 'nothing';
}

/** The groups of a row: with a list, one per member. */
export function groupKeys(value: unknown): ReadonlySet<GroupKey> {
  const members: readonly unknown[] = Array.isArray(value) ? value : [value];
  return new Set(members.length === 0 ? [null] : members.map(groupKey));
}

function groupKey(value: unknown): GroupKey {
  if (isMissing(value)) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return value;
  return JSON.stringify(value);
}

function kindOf(value: unknown): (typeof kinds)[number] {
  if (typeof value === 'number') return Number.isNaN(value) ? 'nothing' : 'number';
  if (typeof value === 'string' || typeof value === 'boolean')
    return typeof value === 'string' ? 'string' : 'boolean';
  if (Array.isArray(value)) return 'list';
  return typeof value === 'object' && value !== null ? 'map' : 'nothing';
}

function compareLists(a: readonly unknown[], b: readonly unknown[]): number {
  for (const [index, item] of a.entries()) {
    if (index >= b.length) return 1;
    const order = compareValues(item, b[index]);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareSame<T extends string | number>(a: T, b: T): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
