/** Tables of the names allowed after a dot, closed to all others, and helpers for the arguments of functions. */

import { type Program, type Scope } from '../evaluation/scope';
import { dateCost } from '../evaluation/budget';
import {
  type Value,
  type DateValue,
  type DurationValue,
  errorOf,
  type ErrorValue,
  ownText,
} from '../values/value';
import { parseDuration } from '../values/durations';
import { dateIn } from '../values/equality';
import { asText } from '../values/text';

/** A function; its arguments hold no errors. */
export interface BaseFunction<Receiver> {
  readonly needs: number;
  readonly run: (receiver: Receiver, args: readonly Value[], scope: Scope) => Value;
}

/** A function that evaluates its arguments itself. */
export interface LazyFunction<Receiver> {
  readonly needs: number;
  readonly runLazily: (receiver: Receiver, args: readonly Program[], scope: Scope) => Value;
}

export interface Members<Receiver> {
  readonly fields: ReadonlyMap<string, (receiver: Receiver, scope: Scope) => Value>;
  readonly functions: ReadonlyMap<string, BaseFunction<Receiver>>;
}

type Run<Receiver> = BaseFunction<Receiver>['run'];

/** @param functions by name, each with its number of required arguments */
export function members<Receiver>(
  fields: Readonly<Record<string, (receiver: Receiver, scope: Scope) => Value>>,
  functions: Readonly<Record<string, readonly [needs: number, run: Run<Receiver>]>>,
): Members<Receiver> {
  return { fields: new Map(Object.entries(fields)), functions: functionsNamed(functions) };
}

export function functionsNamed<Receiver>(
  functions: Readonly<Record<string, readonly [needs: number, run: Run<Receiver>]>>,
): ReadonlyMap<string, BaseFunction<Receiver>> {
  return new Map(Object.entries(functions).map(([name, [needs, run]]) => [name, { needs, run }]));
}

/** The argument as text; '' if missing. @throws LimitReached */
export function textAt(args: readonly Value[], index: number, scope: Scope): string {
  const value = args[index] ?? null;
  return ownText(value) ?? (value === null ? '' : asText(value, scope));
}

/** The argument as a number, converted like in JavaScript; undefined if missing. */
export function numberAt(args: readonly Value[], index: number, { budget }: Scope): number | undefined {
  const value = args[index] ?? null;
  if (value === null) return undefined;
  const text = ownText(value);
  if (text !== undefined) {
    budget.spendOnReading(text.length);
    return text.trim() === '' ? NaN : Number(text);
  }
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : NaN;
}

/** The arguments of `containsAny` and similar functions, with a list replaced by its items. */
export function spread(args: readonly Value[], scope: Scope): readonly Value[] {
  return args.some(isList) ? flattened(args, scope) : args;
}

/** The values, with lists replaced by their items. @throws LimitReached */
export function flattened(values: readonly Value[], { budget }: Scope): readonly Value[] {
  let length = 0;
  for (const value of values) length += isList(value) ? value.items.length : 1;
  budget.spend(values.length);
  budget.spendOnItems(length);
  const items: Value[] = [];
  for (const value of values)
    if (isList(value)) for (const item of value.items) items.push(item);
    else items.push(value);
  return items;
}

function isList(value: Value): value is Extract<Value, { kind: 'list' }> {
  return typeof value === 'object' && value?.kind === 'list';
}

export function dateFrom(value: Value, scope: Scope): DateValue | ErrorValue | null {
  if (value === null) return null;
  if (typeof value === 'number') return { kind: 'date', at: value, hasTime: true };
  if (typeof value === 'object' && value.kind === 'date') return value;
  const text = ownText(value) ?? asText(value, scope);
  return dateIn(text, scope) ?? errorOf(`Unable to parse "${startOf(text)}" as a date.`);
}

export function durationFrom(value: Value, scope: Scope): DurationValue | ErrorValue | null {
  if (value === null) return null;
  if (typeof value === 'object' && value.kind === 'duration') return value;
  const text = ownText(value) ?? asText(value, scope);
  scope.budget.spend(dateCost);
  return parseDuration(text) ?? errorOf(`Unable to parse "${startOf(text)}" as a duration.`);
}

const quotedText = 100;

/** The beginning of a text, for an error. */
export function startOf(text: string): string {
  return text.length <= quotedText ? text : `${text.slice(0, quotedText)}…`;
}
