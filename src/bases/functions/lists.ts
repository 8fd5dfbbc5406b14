import { type Scope, type Locals, type Program, withLocals } from '../evaluation/scope';
import { holds, identity, isEmpty, isTruthy } from '../values/equality';
import { fileOfLink } from '../values/links';
import { type FileValue, type LinkValue, type ListValue, type Value, isError, listOf } from '../values/value';
import { orderOf, sortKey } from '../values/order';
import { asText } from '../values/text';
import { flattened, numberAt, spread, textAt, type LazyFunction, members } from './members';
import * as statistics from './statistics';

/** Tells whether the list has a wanted value. Links are looked up by key, each once; other values are compared. */
function holder(list: ListValue, wanted: readonly Value[], scope: Scope): (one: Value) => boolean {
  const held = linkKeys(list.items, wanted, scope);
  if (held === undefined) return one => holds(list.items, one, scope);
  return one => isLink(one) && held.has(linkKey(one, scope));
}

function containsAll(list: ListValue, args: readonly Value[], scope: Scope): boolean {
  const wanted = spread(args, scope);
  return wanted.every(holder(list, wanted, scope));
}

function containsAny(list: ListValue, args: readonly Value[], scope: Scope): boolean {
  const wanted = spread(args, scope);
  return wanted.some(holder(list, wanted, scope));
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

/** Steps per item for sorting, for sorting numbers alone, and for finding distinct values. */
const sorting = 8;
const sortingNumber = 4;
const telling = 5;

export const lists = members<ListValue>(
  { length: ({ items }) => items.length },
  {
    contains: [1, ({ items }, args, scope) => holds(items, args[0] ?? null, scope)],
    containsAll: [1, containsAll],
    containsAny: [1, containsAny],
    flat: [0, ({ items }, _args, scope) => listOf(flattened(items, scope))],
    isEmpty: [0, isEmpty],
    join: [0, join],
    reverse: [0, ({ items }, _args, { budget }) => (budget.spend(items.length), listOf(items.toReversed()))],
    slice: [1, slice],
    sort: [0, ({ items }, _args, scope) => sorted(items, scope)],
    unique: [0, ({ items }, _args, scope) => unique(items, scope)],
    mean: [0, statistic(statistics.mean)],
    average: [0, statistic(statistics.mean)],
    sum: [0, statistic(statistics.sum)],
    min: [0, statistic(statistics.min)],
    max: [0, statistic(statistics.max)],
    median: [0, statistic(statistics.median, sortingNumber)],
    stddev: [0, statistic(statistics.stddev)],
    earliest: [0, statistic(statistics.earliest)],
    latest: [0, statistic(statistics.latest)],
  },
);

/** The functions of lists whose argument is evaluated for each item. */
export const lazyLists: ReadonlyMap<string, LazyFunction<ListValue>> = new Map([
  ['filter', { needs: 1, runLazily: filter }],
  ['map', { needs: 1, runLazily: map }],
  ['reduce', { needs: 1, runLazily: reduce }],
]);

function join({ items }: ListValue, args: readonly Value[], scope: Scope): string {
  const separator = args.length === 0 ? ',' : textAt(args, 0, scope);
  const { budget } = scope;
  let length = 0;
  const texts: string[] = [];
  for (const item of items) {
    const text = item === null ? '' : asText(item, scope);
    budget.checkText((length += text.length + separator.length));
    budget.spend(1);
    budget.spendOnReading(text.length + separator.length);
    texts.push(text);
  }
  return texts.join(separator);
}

function slice({ items }: ListValue, args: readonly Value[], scope: Scope): ListValue {
  scope.budget.spend(items.length);
  return listOf(items.slice(numberAt(args, 0, scope) ?? 0, numberAt(args, 1, scope)));
}

function sorted(items: readonly Value[], scope: Scope): ListValue {
  scope.budget.spend(items.length * sorting);
  const keyed = items.map(item => ({ item, key: sortKey(item, scope) }));
  return listOf(keyed.sort(orderOf(keyed, ({ key }) => key, 1)).map(({ item }) => item));
}

function unique(items: readonly Value[], scope: Scope): ListValue {
  scope.budget.spend(items.length * telling);
  const first = new Map<string, Value>();
  for (const item of items) {
    const key = identity(item, scope);
    if (!first.has(key)) first.set(key, item);
  }
  return listOf([...first.values()]);
}

/** @param cost steps for each item */
function statistic(
  of: (items: readonly Value[]) => Value,
  cost = 2,
): (list: ListValue, args: readonly Value[], scope: Scope) => Value {
  return ({ items }, _args, { budget }) => {
    budget.spend(items.length * cost);
    return of(items);
  };
}

function filter({ items }: ListValue, [keeps]: readonly Program[], scope: Scope): Value {
  const kept: Value[] = [];
  if (keeps === undefined) return listOf(kept);
  const locals: Locals = { value: null, index: 0, acc: undefined };
  const inner = withLocals(scope, locals);
  for (const [index, item] of items.entries()) {
    locals.value = item;
    locals.index = index;
    const verdict = keeps(inner);
    if (isError(verdict)) return verdict;
    if (isTruthy(verdict)) kept.push(item);
  }
  return listOf(kept);
}

function map({ items }: ListValue, [make]: readonly Program[], scope: Scope): Value {
  if (make === undefined) return listOf([]);
  const locals: Locals = { value: null, index: 0, acc: undefined };
  const inner = withLocals(scope, locals);
  scope.budget.spendOnItems(items.length);
  return listOf(
    items.map((item, index) => {
      locals.value = item;
      locals.index = index;
      return make(inner);
    }),
  );
}

function reduce({ items }: ListValue, [step, start]: readonly Program[], scope: Scope): Value {
  const locals: Locals = { value: null, index: 0, acc: start?.(scope) ?? null };
  if (step === undefined) return locals.acc ?? null;
  const inner = withLocals(scope, locals);
  for (const [index, item] of items.entries()) {
    locals.value = item;
    locals.index = index;
    locals.acc = step(inner);
    if (isError(locals.acc)) break;
  }
  return locals.acc ?? null;
}
