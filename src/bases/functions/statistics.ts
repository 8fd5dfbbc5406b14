/** Statistics over a list, skipping values of other types, and the summaries that every base has. */

import { between } from '../values/durations';
import type { DateValue, Value } from '../values/value';
import { identity, isEmpty } from '../values/equality';
import type { Means } from '../evaluation/budget';

export function mean(values: readonly Value[]): Value {
  const numbers = numbersIn(values);
  return numbers.length === 0 ? null : total(numbers) / numbers.length;
}

export function sum(values: readonly Value[]): Value {
  return total(numbersIn(values));
}

export function min(values: readonly Value[]): number | null {
  return foremost(numbersIn(values), (a, b) => a < b);
}

export function max(values: readonly Value[]): number | null {
  return foremost(numbersIn(values), (a, b) => a > b);
}

export function median(values: readonly Value[]): Value {
  const numbers = Float64Array.from(numbersIn(values)).sort();
  const middle = Math.floor(numbers.length / 2);
  const upper = numbers[middle];
  if (upper === undefined) return null;
  return numbers.length % 2 === 1 ? upper : ((numbers[middle - 1] ?? upper) + upper) / 2;
}

/** The standard deviation of the whole population. */
export function stddev(values: readonly Value[]): Value {
  const numbers = numbersIn(values);
  if (numbers.length === 0) return null;
  const average = total(numbers) / numbers.length;
  return Math.sqrt(total(numbers.map(number => (number - average) ** 2)) / numbers.length);
}

export function earliest(values: readonly Value[]): DateValue | null {
  return foremost(datesIn(values), (a, b) => a.at < b.at);
}

export function latest(values: readonly Value[]): DateValue | null {
  return foremost(datesIn(values), (a, b) => a.at > b.at);
}

/** Between the largest and smallest number, or the latest and earliest date. */
function range(values: readonly Value[]): Value {
  const least = min(values);
  const most = max(values);
  if (least !== null && most !== null) return most - least;
  const first = earliest(values);
  const last = latest(values);
  return first === null || last === null ? null : between(last.at, first.at);
}

/** The item that comes before all others; null if there are no items. */
function foremost<T>(items: readonly T[], isBefore: (a: T, b: T) => boolean): T | null {
  return items.reduce<T | null>((best, item) => (best === null || isBefore(item, best) ? item : best), null);
}

function numbersIn(values: readonly Value[]): number[] {
  return values.filter((value): value is number => typeof value === 'number' && !Number.isNaN(value));
}

function datesIn(values: readonly Value[]): DateValue[] {
  return values.filter(
    (value): value is DateValue => typeof value === 'object' && value !== null && value.kind === 'date',
  );
}

function total(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0);
}

type Summary = (values: readonly Value[], means: Means) => Value;

/** By name; each may throw `LimitReached`. */
export const builtInSummaries: ReadonlyMap<string, Summary> = new Map<string, Summary>([
  ['Average', mean],
  ['Min', min],
  ['Max', max],
  ['Sum', sum],
  ['Range', range],
  ['Median', median],
  ['Stddev', stddev],
  ['Earliest', earliest],
  ['Latest', latest],
  ['Checked', values => values.filter(value => value === true).length],
  ['Unchecked', values => values.filter(value => value === false).length],
  ['Empty', values => values.filter(isEmpty).length],
  ['Filled', values => values.filter(value => !isEmpty(value)).length],
  [
    'Unique',
    (values, means) => {
      const found = new Set<string>();
      for (const value of values) if (!isEmpty(value)) found.add(identity(value, means));
      return found.size;
    },
  ],
]);
