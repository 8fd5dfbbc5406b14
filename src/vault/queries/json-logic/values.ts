/** Converts and compares plain values by JsonLogic's rules, without ever calling a method of a value. */

import { ToolFailure } from '../../../errors';
import type { LinkForms } from '../../../utils/properties/link-values';
import { propertyName } from '../../../utils/properties/property-names';

/** Limit for one evaluation of a rule: each operator, each value read, and every eight characters created count one. */
const maxSteps = 100_000;
/** The same over all notes of a query: seconds, in slices. */
const maxStepsInAll = 50_000_000;
const charactersPerStep = 8;
/** Comparing is faster than creating. */
const comparedPerStep = 64;

export function stepsInAll(): { left: number } {
  return { left: maxStepsInAll };
}

export class LogicBudget {
  /** @param inAll what is left for all evaluations of one query together */
  constructor(
    private left: number = maxSteps,
    private readonly inAll: { left: number } = stepsInAll(),
  ) {}

  /** @throws ToolFailure `budget_exceeded` */
  spend(steps: number): void {
    this.left -= steps;
    this.inAll.left -= steps;
    if (this.left < 0)
      throw new ToolFailure('budget_exceeded', 'The filter takes too many steps for one note.', {
        hint: 'Use a simpler filter: fewer nested `map`, `filter`, `reduce` and `cat`.',
      });
    if (this.inAll.left < 0)
      throw new ToolFailure('budget_exceeded', 'The filter takes too many steps over all notes.', {
        hint: 'Ask about fewer notes with `path`, `tag` or `where`, or use a simpler filter.',
      });
  }

  spendOn(text: string): void {
    this.spend(1 + Math.floor(text.length / charactersPerStep));
  }

  /** For comparing this many characters. */
  spendOnComparing(length: number): void {
    this.spend(Math.floor(length / comparedPerStep));
  }
}

/** A compiled rule. */
export type Evaluate = (scope: Scope) => unknown;

export interface Scope {
  readonly data: unknown;
  readonly budget: LogicBudget;
  /** Link forms of the current note, by which a link equals its target. */
  readonly linkForms?: LinkForms | undefined;
}

/**
 * Evaluates an operator, and of its arguments those that it needs.
 * @param args at least one; for an operator written without a list, that value.
 */
export type Operator = (args: readonly Evaluate[], scope: Scope) => unknown;

const maxTextDepth = 128;

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** An empty list is false, unlike in JavaScript. */
export function isTruthy(value: unknown): boolean {
  return isList(value) ? value.length > 0 : Boolean(value);
}

/** A value converted for an operator that needs a text or a number. */
function toPrimitive(value: unknown, budget: LogicBudget): unknown {
  return typeof value === 'object' && value !== null ? toText(value, budget) : value;
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

function numberOf(value: unknown, budget: LogicBudget): number {
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
