/** Whether lists contain values, within the budget. */
import type { Scope } from '../evaluation/scope';
import { holds } from '../values/equality';
import { fileOfLink } from '../values/links';
import { type FileValue, type LinkValue, type ListValue, type Value } from '../values/value';

export function contains(list: ListValue, wanted: Value, { vault, budget }: Scope): boolean {
  budget.spendOnValue(list);
  return holds(list.items, wanted, vault);
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

/** Steps for resolving a link the first time, and for reading it again. */
const [linkCost, keyCost] = [10, 1];

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
function linkKey(value: LinkValue | FileValue, { vault, budget }: Scope): string {
  budget.spend(value.kind === 'link' && value.file === undefined ? linkCost : keyCost);
  const file = value.kind === 'file' ? value.file : fileOfLink(value, vault);
  if (file !== undefined) return `file ${file.path}`;
  return value.kind === 'link' ? `link ${value.target}` : '';
}
