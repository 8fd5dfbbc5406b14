/** Operators of JsonLogic: for comparison, arithmetic and text, reading data, branching, and lists. */

import { ToolFailure } from '../../../errors';
import { type LinkForms, isLinkText, nameSameFile } from '../../../utils/properties/link-values';
import { exactOrder, type Relation } from '../../../utils/properties/condition-values';
import { isRoundedInteger } from '../../../markdown/yaml/yaml-value';
import { beyondAscii } from '../../../utils/text/folding';
import { propertyName } from '../../../utils/properties/property-names';
import { type DateClock, localDay, parseDate, toIso } from '../../../utils/dates';
import { GlobUtils } from '../../../utils/glob-utils';
import { compilePattern, costOfPattern } from '../../../search/match/compiled-pattern';
import { contains } from '../../../utils/text/text-search';
import { isList } from '../../../utils/json';

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
  /** @param inAll steps that remain for all evaluations of one query together */
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

export type Evaluate = (scope: Scope) => unknown;

interface Scope {
  readonly data: unknown;
  readonly budget: LogicBudget;
  /** Link forms of the current note, by which a link equals its target. */
  readonly linkForms?: LinkForms | undefined;
}

/**
 * Evaluates an operator, and only the arguments that it needs.
 * @param args at least one; for an operator written without a list, that value.
 */
export type Operator = (args: readonly Evaluate[], scope: Scope) => unknown;

const maxTextDepth = 128;

/** An empty list is false, unlike in JavaScript. */
export function isTruthy(value: unknown): boolean {
  return isList(value) ? value.length > 0 : Boolean(value);
}

/** Texts in one Unicode form, in which equal texts are equal; in a list, its texts. */
function composed(value: unknown, budget: LogicBudget): unknown {
  const texts = [value].flat().filter(item => typeof item === 'string');
  budget.spendOnComparing(texts.reduce((sum, { length }) => sum + 1 + length, 0));
  const others = texts.filter(text => beyondAscii.test(text));
  if (others.length === 0) return value;
  for (const text of others) budget.spendOn(text);
  const form = (item: unknown): unknown => (typeof item === 'string' ? item.normalize('NFC') : item);
  return isList(value) ? value.map(form) : form(value);
}

/** A value converted for an operator that needs a text or a number. */
function toPrimitive(value: unknown, budget: LogicBudget): unknown {
  return typeof value === 'object' && value !== null ? toText(value, budget) : value;
}

/** @param depth of enclosing lists: a rule can build lists as deep as its budget allows. */
function toText(value: unknown, budget: LogicBudget, depth = 0): string {
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

function toNumber(value: unknown, budget: LogicBudget): number {
  return numberOf(toPrimitive(value, budget), budget);
}

function numberOf(value: unknown, budget: LogicBudget): number {
  if (typeof value === 'string') budget.spendOn(value);
  return Number(value);
}

function leadingNumber(value: unknown, budget: LogicBudget): number {
  return Number.parseFloat(toText(value, budget));
}

/** JavaScript's `===`. */
function strictlyEqual(a: unknown, b: unknown, budget: LogicBudget): boolean {
  if (typeof a === 'string' && typeof b === 'string' && a.length === b.length)
    budget.spendOnComparing(a.length);
  return a === b;
}

/** JavaScript's `==`. */
function looselyEqual(a: unknown, b: unknown, budget: LogicBudget): boolean {
  const areObjects = typeof a === 'object' && typeof b === 'object' && a !== null && b !== null;
  if (areObjects) return a === b;
  const left = toPrimitive(a, budget);
  const right = toPrimitive(b, budget);
  if (left === null || left === undefined || right === null || right === undefined) {
    return (left ?? undefined) === (right ?? undefined);
  }
  if (typeof left === typeof right) return strictlyEqual(left, right, budget);
  return numericOrder(left, right, budget) === 'within';
}

/** Integers compare by all their digits, of which a number may hold only the first. */
function numericOrder(a: unknown, b: unknown, budget: LogicBudget): Relation {
  const x = numberOf(a, budget);
  const y = numberOf(b, budget);
  if (x === y) return (isRoundedInteger(x) ? exactOrder(String(a), String(b)) : undefined) ?? 'within';
  return x < y ? 'before' : x > y ? 'behind' : 'unlike';
}

/** JavaScript's `<` and `<=`: texts as texts, anything else as numbers. */
function isBefore(a: unknown, b: unknown, orEqual: boolean, budget: LogicBudget): boolean {
  const left = toPrimitive(a, budget);
  const right = toPrimitive(b, budget);
  if (typeof left === 'string' && typeof right === 'string') {
    budget.spendOnComparing(Math.min(left.length, right.length));
    return left < right || (orEqual && left === right);
  }
  const order = numericOrder(left, right, budget);
  return order === 'before' || (orEqual && order === 'within');
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

/** A pattern from a note is compiled for it: at most 30 ms, so two fit into a note's budget. */
const compileCost = 40_000;
const maxRemembered = 100;
/** What a date in ISO format costs in addition to its length: it takes 8 µs. */
const isoCost = 30;
/** The same for a date in words, which takes 0.3 ms. */
const wordsCost = 1500;
/** Parsing words takes quadratic time in their length: 3 ms for the longest. */
const dateCost = 4;
const maxDateLength = 100;
const isoDate = /^\d{4}-[\dT:.Z+-]*$/u;

export interface PatternOptions {
  readonly clock: DateClock;
  readonly caseInsensitive: boolean;
}

export interface PatternOperators {
  readonly operators: Readonly<Record<string, Operator>>;
  /** Compiles a pattern of the rule before the first note. */
  readonly prepare: Readonly<Record<string, ((pattern: string) => void) | undefined>>;
}

export function patternOperators({ clock, caseInsensitive }: PatternOptions): PatternOperators {
  const glob = new Patterns(pattern => {
    const filter = GlobUtils.compile([pattern], undefined, { caseInsensitive, argument: 'filter' });
    return { test: filter.matchesIncludes, cost: 1 };
  });
  const regexp = new Patterns(pattern => {
    const compiled = compilePattern(pattern, { caseSensitive: true }, 'filter');
    return { test: text => compiled.test(text), cost: costOfPattern(compiled) };
  });
  const dates = new Map<string, string>();
  return {
    operators: {
      glob: glob.operator,
      regexp: regexp.operator,
      date: (args, scope) => {
        const text = toText(args[0]?.(scope), scope.budget);
        const known = dates.get(text);
        if (known !== undefined) return known;
        const length = Math.min(text.length, maxDateLength);
        scope.budget.spend(isoDate.test(text) ? isoCost + length : wordsCost + dateCost * length ** 2);
        const { from, hasTime } = parseDate(text, clock, 'filter');
        // A day compares with days in properties, and with times on that day.
        const date = hasTime ? toIso(from) : localDay(new Date(from));
        if (dates.size >= maxRemembered) dates.clear();
        dates.set(text, date);
        return date;
      },
    },
    prepare: { glob: pattern => glob.prepare(pattern), regexp: pattern => regexp.prepare(pattern) },
  };
}

interface Compiled {
  readonly test: (text: string) => boolean;
  /** Steps per character. */
  readonly cost: number;
}

/** `[pattern, value]`: whether a text, or any member of a list, matches. */
class Patterns {
  /** Patterns of the rule, and those from notes. */
  readonly #own = new Map<string, Compiled>();
  readonly #others = new Map<string, Compiled>();

  constructor(private readonly compile: (pattern: string) => Compiled) {}

  prepare(pattern: string): void {
    if (!this.#own.has(pattern)) this.#own.set(pattern, this.compile(pattern));
  }

  readonly operator: Operator = (args, scope) => {
    const pattern = toText(args[0]?.(scope), scope.budget);
    const { test, cost } = this.#own.get(pattern) ?? this.#other(pattern, scope);
    const subject = args[1]?.(scope);
    const texts = isList(subject) ? subject : [subject];
    scope.budget.spend(texts.length);
    for (const text of texts) {
      if (typeof text !== 'string' && typeof text !== 'number') continue;
      scope.budget.spend(Math.ceil(String(text).length * cost));
      if (test(String(text))) return true;
    }
    return false;
  };

  #other(pattern: string, { budget }: Scope): Compiled {
    const known = this.#others.get(pattern);
    if (known !== undefined) return known;
    budget.spend(compileCost);
    if (this.#others.size >= maxRemembered) this.#others.clear();
    const compiled = this.compile(pattern);
    this.#others.set(pattern, compiled);
    return compiled;
  }
}

/** Steps for resolving a link. */
const linkCost = 50;

/** An operator that needs all of its arguments. */
function ofValues(apply: (values: readonly unknown[], scope: Scope) => unknown): Operator {
  return (args, scope) =>
    apply(
      args.map(evaluate => evaluate(scope)),
      scope,
    );
}

function ofNumbers(apply: (...numbers: number[]) => number): Operator {
  return ofValues((values, { budget }) => apply(...values.map(one => toNumber(one, budget))));
}

function ofLeadingNumbers(start: number, apply: (sum: number, next: number) => number): Operator {
  return ofValues((values, { budget }) => values.map(one => leadingNumber(one, budget)).reduce(apply, start));
}

/** An operator whose second argument is evaluated for each member of the list that is its first; empty for no list. */
function ofMembers(
  apply: (items: readonly unknown[], valueOf: (item: unknown) => unknown) => unknown,
): Operator {
  return ([list, each], scope) => {
    const given = list?.(scope);
    const items = isList(given) ? given : [];
    scope.budget.spend(items.length);
    return apply(items, item => each?.({ ...scope, data: item }));
  };
}

/** With three arguments: whether the second lies between the others. */
function between(orEqual: boolean): Operator {
  return ofValues((values, { budget }) =>
    values.length < 3
      ? isBefore(values[0], values[1], orEqual, budget)
      : isBefore(values[0], values[1], orEqual, budget) && isBefore(values[1], values[2], orEqual, budget),
  );
}

export const plainOperators: Readonly<Record<string, Operator>> = {
  '==': ofValues(([a, b], scope) => areEqual(a, b, scope)),
  '!=': ofValues(([a, b], scope) => !areEqual(a, b, scope)),
  '===': ofValues(([a, b], { budget }) => strictlyEqual(a, b, budget)),
  '!==': ofValues(([a, b], { budget }) => !strictlyEqual(a, b, budget)),
  '!': ofValues(([a]) => !isTruthy(a)),
  '!!': ofValues(([a]) => isTruthy(a)),
  '<': between(false),
  '<=': between(true),
  '>': ofValues(([a, b], { budget }) => isBefore(b, a, false, budget)),
  '>=': ofValues(([a, b], { budget }) => isBefore(b, a, true, budget)),
  max: ofNumbers(Math.max),
  min: ofNumbers(Math.min),
  '+': ofLeadingNumbers(0, (sum, next) => sum + next),
  '*': ofLeadingNumbers(1, (product, next) => product * next),
  '-': ofNumbers((first = NaN, ...others) => (others.length === 0 ? -first : first - (others[0] ?? NaN))),
  '/': ofNumbers((first = NaN, second = NaN) => first / second),
  '%': ofNumbers((first = NaN, second = NaN) => first % second),
  cat: ofValues((values, { budget }) => {
    const text = values.map(one => toText(one, budget)).join('');
    budget.spendOn(text);
    return text;
  }),
  substr: ofValues(([given, start, length], { budget }) => {
    const rest = toText(given, budget).slice(toNumber(start ?? 0, budget));
    if (length === undefined || length === null) return rest;
    const most = toNumber(length, budget);
    // A negative length removes this many characters at the end.
    return rest.slice(0, most < 0 ? Math.max(0, rest.length + most) : most);
  }),
  in: ofValues(([item, holder], scope) => {
    const { budget } = scope;
    if (typeof holder === 'string') {
      budget.spendOn(holder);
      return contains(holder, toText(item, budget)) || areSameFile(holder, item, scope);
    }
    if (!isList(holder)) return false;
    budget.spend(holder.length);
    return holder.some(member => strictlyEqual(member, item, budget) || areSameFile(member, item, scope));
  }),
  var: ([path, otherwise], scope) => {
    const given = path?.(scope);
    if (given === undefined || given === null || given === '') return scope.data;
    const found = follow(scope.data, toText(given, scope.budget));
    return composed(found, scope.budget) ?? otherwise?.(scope) ?? null;
  },
  missing: ofValues((values, scope) => missing(isList(values[0]) ? values[0] : values, scope)),
  missing_some: ofValues(([least, keys], scope) => {
    if (!isList(keys)) return [];
    const absent = missing(keys, scope);
    return keys.length - absent.length >= leadingNumber(least, scope.budget) ? [] : absent;
  }),
  if: choose,
  '?:': choose,
  and: (args, scope) => lastUntil(args, scope, item => !isTruthy(item)),
  or: (args, scope) => lastUntil(args, scope, isTruthy),
  merge: ofValues((values, { budget }) => {
    const merged = values.flatMap(item => (isList(item) ? item : [item]));
    budget.spend(merged.length);
    return merged;
  }),
  map: ofMembers((items, valueOf) => items.map(valueOf)),
  filter: ofMembers((items, valueOf) => items.filter(item => isTruthy(valueOf(item)))),
  all: ofMembers((items, valueOf) => items.length > 0 && items.every(item => isTruthy(valueOf(item)))),
  none: ofMembers((items, valueOf) => !items.some(item => isTruthy(valueOf(item)))),
  some: ofMembers((items, valueOf) => items.some(item => isTruthy(valueOf(item)))),
  reduce: (args, scope) =>
    ofMembers((items, valueOf) =>
      items.reduce<unknown>(
        (accumulator, current) => valueOf({ __proto__: null, current, accumulator }),
        args[2]?.(scope) ?? null,
      ),
    )(args, scope),
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

/** Pairs of condition and value, and a last value if no condition holds. */
function choose(args: readonly Evaluate[], scope: Scope): unknown {
  for (let index = 0; index + 1 < args.length; index += 2)
    if (isTruthy(args[index]?.(scope))) return args[index + 1]?.(scope);
  return args.length % 2 === 1 ? args.at(-1)?.(scope) : null;
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
