/** Operators for comparison, arithmetic and text. */

import { isLinkText, nameSameFile } from '../../../utils/properties/link-values';
import { contains } from '../../../utils/text/text-search';
import { type Operator, type Scope, value, values } from './evaluation';
import {
  isBefore,
  isList,
  isTruthy,
  leadingNumber,
  looselyEqual,
  strictlyEqual,
  toNumber,
  toText,
} from './values';

/** Steps for resolving a link. */
const linkCost = 50;

export const scalarOperators: Readonly<Record<string, Operator>> = {
  '==': (args, scope) => areEqual(value(args, 0, scope), value(args, 1, scope), scope),
  '!=': (args, scope) => !areEqual(value(args, 0, scope), value(args, 1, scope), scope),
  '===': (args, scope) => strictlyEqual(value(args, 0, scope), value(args, 1, scope), scope.budget),
  '!==': (args, scope) => !strictlyEqual(value(args, 0, scope), value(args, 1, scope), scope.budget),
  '!': (args, scope) => !isTruthy(value(args, 0, scope)),
  '!!': (args, scope) => isTruthy(value(args, 0, scope)),
  '<': between(false),
  '<=': between(true),
  '>': (args, scope) => isBefore(value(args, 1, scope), value(args, 0, scope), false, scope.budget),
  '>=': (args, scope) => isBefore(value(args, 1, scope), value(args, 0, scope), true, scope.budget),
  max: (args, scope) => Math.max(...values(args, scope).map(item => toNumber(item, scope.budget))),
  min: (args, scope) => Math.min(...values(args, scope).map(item => toNumber(item, scope.budget))),
  '+': (args, scope) =>
    values(args, scope).reduce<number>((sum, item) => sum + leadingNumber(item, scope.budget), 0),
  '*': (args, scope) =>
    values(args, scope).reduce<number>((product, item) => product * leadingNumber(item, scope.budget), 1),
  '-': (args, scope) => {
    const [first, second] = values(args, scope);
    const number = toNumber(first, scope.budget);
    return args.length < 2 ? -number : number - toNumber(second, scope.budget);
  },
  '/': (args, scope) =>
    toNumber(value(args, 0, scope), scope.budget) / toNumber(value(args, 1, scope), scope.budget),
  '%': (args, scope) =>
    toNumber(value(args, 0, scope), scope.budget) % toNumber(value(args, 1, scope), scope.budget),
  cat: (args, scope) => {
    const text = values(args, scope)
      .map(item => toText(item, scope.budget))
      .join('');
    scope.budget.spendOn(text);
    return text;
  },
  substr: (args, scope) => {
    const text = toText(value(args, 0, scope), scope.budget);
    const start = toNumber(value(args, 1, scope) ?? 0, scope.budget);
    const rest = text.slice(start);
    const length = value(args, 2, scope);
    return length === undefined || length === null ? rest : shortened(rest, toNumber(length, scope.budget));
  },
  in: (args, scope) => {
    const [item, holder] = values(args, scope);
    if (typeof holder === 'string') {
      scope.budget.spendOn(holder);
      return contains(holder, toText(item, scope.budget)) || areSameFile(holder, item, scope);
    }
    if (!isList(holder)) return false;
    scope.budget.spend(holder.length);
    return holder.some(
      member => strictlyEqual(member, item, scope.budget) || areSameFile(member, item, scope),
    );
  },
};

/** JavaScript's `==`, but a link equals its target. */
function areEqual(a: unknown, b: unknown, scope: Scope): boolean {
  return looselyEqual(a, b, scope.budget) || areSameFile(a, b, scope);
}

/** Whether one of two texts is a link, and the other names or links to its target. */
function areSameFile(a: unknown, b: unknown, { budget, linkForms }: Scope): boolean {
  if (linkForms === undefined || !(isLinkText(a) || isLinkText(b))) return false;
  budget.spend(linkCost);
  return nameSameFile(a, b, linkForms);
}

/** With three arguments: whether the second lies between the others. */
function between(orEqual: boolean): Operator {
  return (args, scope) => {
    const [first, second, third] = values(args, scope);
    const isOrdered = isBefore(first, second, orEqual, scope.budget);
    return args.length < 3 ? isOrdered : isOrdered && isBefore(second, third, orEqual, scope.budget);
  };
}

/** A negative length removes this many characters at the end. */
function shortened(text: string, length: number): string {
  return length < 0 ? text.slice(0, Math.max(0, text.length + length)) : text.slice(0, length);
}
