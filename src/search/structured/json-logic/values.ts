/** Converts and compares plain values by JsonLogic's rules, without ever calling a method of a value. */

import { propertyName } from '../../../utils/properties/property-names';
import type { LogicBudget } from './budget';

const maxTextDepth = 128;

export type Primitive = string | number | boolean | null | undefined;

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An empty list is false, unlike in JavaScript. */
export function isTruthy(value: unknown): boolean {
  return isList(value) ? value.length > 0 : Boolean(value);
}

/** A value converted for an operator that needs a text or a number. */
function toPrimitive(value: unknown, budget: LogicBudget): Primitive {
  if (typeof value === 'object' && value !== null) return toText(value, budget);
  return isPrimitive(value) ? value : undefined;
}

function isPrimitive(value: unknown): value is Primitive {
  return value === null || ['string', 'number', 'boolean', 'undefined'].includes(typeof value);
}

/** @param depth of enclosing lists: a rule can build lists as deep as its budget allows. */
export function toText(value: unknown, budget: LogicBudget, depth = 0): string {
  if (depth > maxTextDepth) budget.spend(Infinity);
  const text = textOf(value, budget, depth);
  budget.spendOn(text);
  return text;
}

function textOf(value: unknown, budget: LogicBudget, depth: number): string {
  if (typeof value === 'string') return value;
  if (isList(value)) {
    return value
      .map(item => (item === null || item === undefined ? '' : toText(item, budget, depth + 1)))
      .join(',');
  }
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) {
    return String(value);
  }
  return '[object Object]';
}

export function toNumber(value: unknown, budget: LogicBudget): number {
  return numberOf(toPrimitive(value, budget), budget);
}

function numberOf(value: Primitive, budget: LogicBudget): number {
  if (typeof value === 'string') budget.spendOn(value);
  return Number(value);
}

/** The number that a text begins with. */
export function leadingNumber(value: unknown, budget: LogicBudget): number {
  return Number.parseFloat(toText(value, budget));
}

/** JavaScript's `===`. */
export function strictlyEqual(a: unknown, b: unknown, budget: LogicBudget): boolean {
  if (typeof a === 'string' && typeof b === 'string' && a.length === b.length)
    budget.spendOnComparing(a.length);
  return a === b;
}

/** JavaScript's `==`. */
export function looselyEqual(a: unknown, b: unknown, budget: LogicBudget): boolean {
  const areObjects = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
  if (areObjects) return a === b;
  const [left, right] = [toPrimitive(a, budget), toPrimitive(b, budget)];
  if (left === null || left === undefined || right === null || right === undefined) {
    return (left ?? undefined) === (right ?? undefined);
  }
  if (typeof left === typeof right) return strictlyEqual(left, right, budget);
  return numberOf(left, budget) === numberOf(right, budget);
}

/** JavaScript's `<` and `<=`: texts as texts, anything else as numbers. */
export function isBefore(a: unknown, b: unknown, orEqual: boolean, budget: LogicBudget): boolean {
  const [left, right] = [toPrimitive(a, budget), toPrimitive(b, budget)];
  if (typeof left === 'string' && typeof right === 'string') {
    budget.spendOnComparing(Math.min(left.length, right.length));
    return left < right || (orEqual && left === right);
  }
  const [x, y] = [numberOf(left, budget), numberOf(right, budget)];
  return x < y || (orEqual && x === y);
}

/** Follows a dotted path through own properties, ignoring case; undefined if there is no such value. */
export function follow(data: unknown, path: string): unknown {
  const own = ownValue(data, path);
  if (own !== undefined) return own;
  const dot = path.indexOf('.');
  if (dot < 0) return undefined;
  const next = ownValue(data, path.slice(0, dot));
  return next === undefined ? undefined : follow(next, path.slice(dot + 1));
}

function ownValue(data: unknown, key: string): unknown {
  if (typeof data !== 'object' || data === null) return undefined;
  const name = propertyName(data, key);
  // Rows hold plain data: no value is computed on access.
  const own: unknown = name === undefined ? undefined : Reflect.get(data, name);
  return own;
}
