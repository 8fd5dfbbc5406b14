/** Operators that read data, branch, and process lists. */

import { type Evaluate, type Operator, type Scope, value, values } from './evaluation';
import { follow, isList, isTruthy, leadingNumber, toText } from './values';

export const structureOperators: Readonly<Record<string, Operator>> = {
  var: (args, scope) => {
    const path = value(args, 0, scope);
    if (path === undefined || path === null || path === '') return scope.data;
    return follow(scope.data, toText(path, scope.budget)) ?? value(args, 1, scope) ?? null;
  },
  missing: (args, scope) => {
    const given = values(args, scope);
    return missing(isList(given[0]) ? given[0] : given, scope);
  },
  missing_some: (args, scope) => {
    const keys = value(args, 1, scope);
    if (!isList(keys)) return [];
    const absent = missing(keys, scope);
    return keys.length - absent.length >= leadingNumber(value(args, 0, scope), scope.budget) ? [] : absent;
  },
  if: choose,
  '?:': choose,
  and: (args, scope) => lastUntil(args, scope, item => !isTruthy(item)),
  or: (args, scope) => lastUntil(args, scope, isTruthy),
  merge: (args, scope) => {
    const merged = values(args, scope).flatMap(item => (isList(item) ? item : [item]));
    scope.budget.spend(merged.length);
    return merged;
  },
  map: (args, scope) => list(args, scope).map(item => value(args, 1, { ...scope, data: item })),
  filter: (args, scope) => {
    const items = list(args, scope);
    return items.filter(item => isTruthy(value(args, 1, { ...scope, data: item })));
  },
  all: (args, scope) => {
    const items = list(args, scope);
    return items.length > 0 && items.every(item => isTruthy(value(args, 1, { ...scope, data: item })));
  },
  none: (args, scope) => !list(args, scope).some(item => isTruthy(value(args, 1, { ...scope, data: item }))),
  some: (args, scope) => list(args, scope).some(item => isTruthy(value(args, 1, { ...scope, data: item }))),
  reduce: (args, scope) =>
    list(args, scope).reduce<unknown>(
      (accumulator, current) => {
        const data: Record<string, unknown> = { __proto__: null, current, accumulator };
        return value(args, 1, { ...scope, data });
      },
      value(args, 2, scope) ?? null,
    ),
};

/** The first argument; an empty list if it is no list. */
function list(args: readonly Evaluate[], scope: Scope): readonly unknown[] {
  const items = value(args, 0, scope);
  if (!isList(items)) return [];
  scope.budget.spend(items.length);
  return items;
}

/** Pairs of condition and value, and a last value if no condition holds. */
function choose(args: readonly Evaluate[], scope: Scope): unknown {
  for (let index = 0; index + 1 < args.length; index += 2) {
    if (isTruthy(value(args, index, scope))) return value(args, index + 1, scope);
  }
  return args.length % 2 === 1 ? value(args, args.length - 1, scope) : null;
}

function lastUntil(args: readonly Evaluate[], scope: Scope, ends: (item: unknown) => boolean): unknown {
  let last: unknown = null;
  for (const evaluate of args) {
    last = evaluate(scope);
    if (ends(last)) break;
  }
  return last;
}

function missing(keys: readonly unknown[], scope: Scope): unknown[] {
  scope.budget.spend(keys.length);
  return keys.filter(key => {
    const found = follow(scope.data, toText(key, scope.budget)) ?? null;
    return found === null || found === '';
  });
}
