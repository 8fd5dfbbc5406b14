/** The order of values, for sorting lists and rows and for `<` and the like. */
import { beyondAscii, compareKeys, nameKey } from '../../utils/text/folding';
import { trimmedStart, lastName } from '../../utils/text/pieces';
import { inMs, parseDuration } from './durations';
import { dateIn, isEmpty } from './equality';
import { dateCost, type Means } from '../evaluation/budget';
import { asText } from './text';
import { errorOf, type ErrorValue, ownText, typeName, type Value } from './value';

/** A value's sort key, made once per value, since texts of dates and links cost more than comparing. */
export interface SortKey {
  /** Values of a lower rank come first: booleans, numbers, dates, durations, texts, then empty values. */
  readonly rank: number;
  readonly value: number | string;
}

const emptyRank = 9;
/** Only the beginning of a longer text is compared. */
const sortedText = 300;
/** Making a key takes longer than reading. */
const charactersKeyed = 4;

/** @throws LimitReached */
export function sortKey(value: Value, means: Means): SortKey {
  if (isEmpty(value)) return { rank: emptyRank, value: 0 };
  if (typeof value === 'boolean') return { rank: 0, value: Number(value) };
  if (typeof value === 'number') return { rank: 1, value: Number.isNaN(value) ? -Infinity : value };
  if (typeof value === 'object' && value?.kind === 'date') return { rank: 2, value: value.at };
  if (typeof value === 'object' && value?.kind === 'duration') return { rank: 3, value: inMs(value) };
  const text = shownText(value, means).slice(0, sortedText);
  means.budget.spend(text.length / charactersKeyed);
  return { rank: 4, value: textKey(text) };
}

/** A text whose code units sort alphabetically, with numbers by size: each is prefixed with its length. */
function textKey(text: string): string {
  const key = beyondAscii.test(text) ? nameKey(text) : `${text.toLowerCase()}\0${text}`;
  return /\d/u.test(text) ? key.replace(/\d+/gu, number => withSize(number)) : key;
}

const prefixes = ['0', '1', '2', '3', '4', '5', '6', '7', '8'];

/** Zeros before a number do not count. */
function withSize(number: string): string {
  const digits = trimmedStart(number, '0') || '0';
  const { length } = digits;
  return (prefixes[length] ?? '9'.repeat(Math.floor(length / 9)) + String(length % 9)) + digits;
}

/**
 * Compares items by their keys: texts alphabetically, numbers in them by size. Empty values come last in both
 * directions, but next to `false` if all others are booleans.
 */
export function orderOf<T>(
  items: readonly T[],
  keyOf: (item: T) => SortKey,
  direction: 1 | -1,
): (one: T, other: T) => number {
  const ranks = new Set(items.map(item => keyOf(item).rank));
  const areBoxes = ranks.has(0) && [...ranks].every(rank => rank === 0 || rank === emptyRank);
  return (one, other) => {
    const [a, b] = [keyOf(one), keyOf(other)];
    if (a.rank !== b.rank && !areBoxes) {
      const isLast = a.rank === emptyRank || b.rank === emptyRank;
      return (isLast ? 1 : direction) * (a.rank - b.rank);
    }
    if (a.value === b.value) return 0;
    return a.value < b.value ? -direction : direction;
  };
}

/**
 * Negative, 0 or positive as `a` is less than, equal to or greater than `b`; undefined if one of them is
 * empty or they have no order, such as NaN; an error for types that cannot be compared.
 */
export function compared(a: Value, b: Value, means: Means): number | undefined | ErrorValue {
  if (a === null || b === null) return undefined;
  const [left, right] = comparable(a, b, means);
  if (typeof left === 'number' && typeof right === 'number') {
    const difference = left - right;
    return Number.isNaN(difference) && left !== right ? undefined : left === right ? 0 : difference;
  }
  if (typeof left === 'string' && typeof right === 'string') {
    means.budget.spendOnReading(2 * Math.min(left.length, right.length));
    return compareKeys(left, right);
  }
  return errorOf(`Invalid operator between ${typeName(a)} and ${typeName(b)}`);
}

type Comparable = number | string | undefined;

/** The two as numbers, or as texts. */
function comparable(a: Value, b: Value, means: Means): [Comparable, Comparable] {
  const textA = ownText(a);
  const textB = ownText(b);
  if (textA !== undefined && textB !== undefined) return [textA, textB];
  if (textA !== undefined) return [readAs(b, textA, means), amountOf(b)];
  if (textB !== undefined) return [amountOf(a), readAs(a, textB, means)];
  if (typeof a === 'object' && typeof b === 'object' && a?.kind !== b?.kind) return [undefined, undefined];
  return typeof a === typeof b || (typeof a !== 'object' && typeof b !== 'object')
    ? [amountOf(a), amountOf(b)]
    : [undefined, undefined];
}

function amountOf(value: Value): number | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return Number(value);
  if (typeof value !== 'object' || value === null) return undefined;
  if (value.kind === 'date') return value.at;
  return value.kind === 'duration' ? inMs(value) : undefined;
}

/** Reads a text as the other value's type; NaN if it cannot, as in JavaScript. */
function readAs(other: Value, text: string, means: Means): number | undefined {
  if (typeof other === 'number' || typeof other === 'boolean') {
    means.budget.spendOnReading(text.length);
    return text.trim() === '' ? NaN : Number(text);
  }
  if (typeof other !== 'object' || other === null) return undefined;
  if (other.kind === 'date') return dateIn(text, means)?.at ?? NaN;
  if (other.kind !== 'duration') return undefined;
  means.budget.spend(dateCost);
  const duration = parseDuration(text);
  return duration === undefined ? NaN : inMs(duration);
}

/** Links are sorted by their shown text. */
function shownText(value: Value, means: Means): string {
  if (typeof value === 'object' && value !== null) {
    if (value.kind === 'link') {
      means.budget.spendOnReading(value.target.length);
      return value.display ?? lastName(value.target);
    }
    if (value.kind === 'tag') return value.name;
  }
  return asText(value, means, sortedText);
}
