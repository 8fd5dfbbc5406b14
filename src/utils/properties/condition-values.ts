/** Compares a property's value with that of a condition: as numbers, as dates, else as text. */

import { ToolFailure } from '../../errors';
import { type DateClock, parseDate, type DateRange, parseIsoDate } from '../dates';
import { foldPath } from '../text/fold-path';

/** A value in all forms in which it can be compared. */
export interface Comparable {
  /** Ignoring letter case. */
  readonly text: string;
  readonly number: number | undefined;
  readonly date: DateRange | undefined;
}

/** `unlike` for a text and a number, or a date and another type: neither comes before the other. */
export type Relation = 'before' | 'within' | 'behind' | 'unlike';

/** A number as a whole text. */
export const plainNumber = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/iu;
/** Longer texts are neither numbers nor dates. */
const maxNumberLength = 40;

/** A property's scalar; undefined for values without comparison: nothing, maps, lists in lists. */
export function comparable(value: unknown): Comparable | undefined {
  if (typeof value === 'string') return ofText(value, parseIsoDate);
  if (typeof value === 'number' || typeof value === 'bigint') {
    return { text: String(value), number: Number(value), date: undefined };
  }
  if (typeof value === 'boolean') return { text: String(value), number: undefined, date: undefined };
  const isDate = value instanceof Date && !Number.isNaN(value.getTime());
  return isDate ? ofText(value.toISOString(), parseIsoDate) : undefined;
}

export function operand(text: string, clock: DateClock): Comparable {
  return ofText(text, () => dateOrNothing(text, clock));
}

function ofText(text: string, toDate: (text: string) => DateRange | undefined): Comparable {
  const trimmed = text.trim();
  const short = trimmed.length <= maxNumberLength;
  let date: DateRange | undefined;
  let isDateKnown = !short;
  return {
    text: foldPath(text),
    number: short && plainNumber.test(trimmed) ? Number(trimmed) : undefined,
    get date() {
      if (!isDateKnown) date = toDate(trimmed);
      isDateKnown = true;
      return date;
    },
  };
}

function dateOrNothing(text: string, clock: DateClock): DateRange | undefined {
  try {
    return parseDate(text, clock);
  } catch (error) {
    if (error instanceof ToolFailure) return undefined;
    throw error;
  }
}

/** Compares a value with the condition's; a date is within the day, month or year that contains it. */
export function relate(value: Comparable, asked: Comparable): Relation {
  if (value.number !== undefined && asked.number !== undefined) {
    const exact = Number.isSafeInteger(value.number) ? undefined : exactOrder(value.text, asked.text);
    return exact ?? order(value.number, asked.number);
  }
  const date = asked.date && value.date;
  if (date !== undefined && asked.date !== undefined) {
    if (date.from < asked.date.from) return 'before';
    return date.from > asked.date.to ? 'behind' : 'within';
  }
  if (value.text === asked.text) return 'within';
  return isTextOnly(value) && isTextOnly(asked) ? order(value.text, asked.text) : 'unlike';
}

function isTextOnly({ number, date }: Comparable): boolean {
  return number === undefined && date === undefined;
}

const integer = /^[+-]?\d+$/u;

/** The order of two integers of any length; undefined for other texts. */
function exactOrder(value: string, asked: string): Relation | undefined {
  const [one, other] = [value.trim(), asked.trim()];
  return integer.test(one) && integer.test(other) ? order(bigOf(one), bigOf(other)) : undefined;
}

/** `BigInt` takes no plus. */
function bigOf(text: string): bigint {
  return BigInt(text.startsWith('+') ? text.slice(1) : text);
}

function order<T extends string | number | bigint>(value: T, asked: T): Relation {
  if (value === asked) return 'within';
  return value < asked ? 'before' : 'behind';
}
