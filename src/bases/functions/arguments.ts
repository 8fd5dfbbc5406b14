/** Converts arguments to the types that functions need. */
import type { Scope } from '../evaluation/scope';
import { parseDate } from '../values/dates';
import { parseDuration } from '../values/durations';
import { asText } from '../values/text';
import {
  type DateValue,
  type DurationValue,
  errorOf,
  type ErrorValue,
  ownText,
  type Value,
} from '../values/value';

/** The argument as text; '' if missing. */
export function textAt(args: readonly Value[], index: number, { vault }: Scope): string {
  const value = args[index] ?? null;
  return ownText(value) ?? (value === null ? '' : asText(value, vault));
}

/** The argument as a number, converted like in JavaScript; undefined if missing. */
export function numberAt(args: readonly Value[], index: number): number | undefined {
  const value = args[index] ?? null;
  if (value === null) return undefined;
  const text = ownText(value);
  if (text !== undefined) return text.trim() === '' ? NaN : Number(text);
  return typeof value === 'number' || typeof value === 'boolean' ? Number(value) : NaN;
}

/** The arguments of `containsAny` and similar: a list counts as its items. */
export function spread(args: readonly Value[]): readonly Value[] {
  return args.some(isList) ? args.flatMap(arg => (isList(arg) ? arg.items : [arg])) : args;
}

function isList(value: Value): value is Extract<Value, { kind: 'list' }> {
  return typeof value === 'object' && value?.kind === 'list';
}

export function dateFrom(value: Value, { vault }: Scope): DateValue | ErrorValue | null {
  if (value === null) return null;
  if (typeof value === 'number') return { kind: 'date', at: value, hasTime: true };
  if (typeof value === 'object' && value.kind === 'date') return value;
  const text = ownText(value) ?? asText(value, vault);
  return parseDate(text, vault.zone) ?? errorOf(`Unable to parse "${quoted(text)}" as a date.`);
}

export function durationFrom(value: Value, { vault }: Scope): DurationValue | ErrorValue | null {
  if (value === null) return null;
  if (typeof value === 'object' && value.kind === 'duration') return value;
  const text = ownText(value) ?? asText(value, vault);
  return parseDuration(text) ?? errorOf(`Unable to parse "${quoted(text)}" as a duration.`);
}

const quotedText = 100;

/** The beginning of a text, for an error. */
export function quoted(text: string): string {
  return text.length <= quotedText ? text : `${text.slice(0, quotedText)}…`;
}
