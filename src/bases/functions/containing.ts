/** Whether lists contain values, within the budget. */
import type { Scope } from '../evaluation/scope';
import { holds } from '../values/equality';
import { fileOfLink } from '../values/links';
import { type FileValue, type LinkValue, type ListValue, type Value } from '../values/value';

export function contains(list: ListValue, wanted: Value, scope: Scope): boolean {
  return holds(list.items, wanted, scope);
}

/** Each of many links is looked up once; other values are compared with each other. */
export function containsAll(list: ListValue, wanted: readonly Value[], scope: Scope): boolean {
  const held = linkKeys(list.items, wanted, scope);
  if (held === undefined) return wanted.every(one => contains(list, one, scope));
  return wanted.every(one => isLink(one) && held.has(linkKey(one, scope)));
}

/** Like `containsAll`. */
export function containsAny(list: ListValue, wanted: readonly Value[], scope: Scope): boolean {
  const held = linkKeys(list.items, wanted, scope);
  if (held === undefined) return wanted.some(one => contains(list, one, scope));
  return wanted.some(one => isLink(one) && held.has(linkKey(one, scope)));
}

/** Undefined if one of the values is something else: a link may also equal a text. */
function linkKeys(
  items: readonly Value[],
  wanted: readonly Value[],
  scope: Scope,
): ReadonlySet<string> | undefined {
  scope.budget.spend((items.length + wanted.length) / 8);
  if (!items.every(isLink) || !wanted.every(isLink)) return undefined;
  return new Set(items.map(item => linkKey(item, scope)));
}

function isLink(value: Value): value is LinkValue | FileValue {
  return typeof value === 'object' && (value?.kind === 'link' || value?.kind === 'file');
}

/** The same text for all links and files that are equal. */
function linkKey(value: LinkValue | FileValue, scope: Scope): string {
  scope.budget.spend(1);
  const file = value.kind === 'file' ? value.file : fileOfLink(value, scope);
  if (file !== undefined) return `file ${file.path}`;
  if (value.kind === 'file') return '';
  scope.budget.spendOnReading(value.target.length);
  return `link ${value.target}`;
}
