/** Durations: parsing, adding to a date, and their length in a unit. */
import { matchOf } from '../../utils/text/pieces';
import type { DurationValue } from './value';
import type { Zone } from './zone';
import { daysInMonth } from '../../utils/dates';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** In the Gregorian calendar 4,800 months have 146,097 days. */
const daysPerMonth = 146_097 / 4800;

type Parts = Omit<DurationValue, 'kind'>;

const units = new Map<string, Parts>([
  ...named(['y', 'year', 'years'], { months: 12, days: 0, ms: 0 }),
  ...named(['M', 'month', 'months'], { months: 1, days: 0, ms: 0 }),
  ...named(['w', 'week', 'weeks'], { months: 0, days: 7, ms: 0 }),
  ...named(['d', 'day', 'days'], { months: 0, days: 1, ms: 0 }),
  ...named(['h', 'hour', 'hours'], { months: 0, days: 0, ms: hourMs }),
  ...named(['m', 'minute', 'minutes'], { months: 0, days: 0, ms: minuteMs }),
  ...named(['s', 'second', 'seconds'], { months: 0, days: 0, ms: secondMs }),
]);

function named(names: readonly string[], parts: Parts): [string, Parts][] {
  return names.map(name => [name, parts]);
}

/** Valid durations are shorter. */
const maxTextLength = 200;
const part = /\s*([+-]?\d+(?:\.\d+)?)\s*([A-Za-z]+)\s*,?/uy;
const isoText =
  /^([+-])?P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?)?$/u;
const isoUnits = ['y', 'M', 'w', 'd', 'h', 'm', 's'] as const;

/** `1d`, `2 weeks`, `1d 2h`, or ISO 8601 as `P1DT2H`; undefined for other texts. */
export function parseDuration(text: string): DurationValue | undefined {
  if (text.length > maxTextLength) return undefined;
  const iso = isoText.exec(text.trim());
  if (iso !== null) return fromIso(iso);
  part.lastIndex = 0;
  let sum: DurationValue | undefined;
  while (part.lastIndex < text.length) {
    const [, amount = '', name = ''] = matchOf(part, text);
    const unit = units.get(name) ?? units.get(name.toLowerCase());
    if (unit === undefined) return undefined;
    sum = plus(sum ?? nothing, scaled({ kind: 'duration', ...unit }, Number(amount)));
  }
  return sum;
}

const nothing: DurationValue = { kind: 'duration', months: 0, days: 0, ms: 0 };

function fromIso([, sign, ...amounts]: RegExpExecArray): DurationValue | undefined {
  let sum = nothing;
  let isGiven = false;
  for (const [index, name] of isoUnits.entries()) {
    const unit = units.get(name);
    const amount: string | undefined = amounts[index];
    if (unit === undefined || amount === undefined) continue;
    sum = plus(sum, scaled({ kind: 'duration', ...unit }, Number(amount)));
    isGiven = true;
  }
  return isGiven ? scaled(sum, sign === '-' ? -1 : 1) : undefined;
}

export function plus(a: DurationValue, b: DurationValue, sign: 1 | -1 = 1): DurationValue {
  return {
    kind: 'duration',
    months: a.months + sign * b.months,
    days: a.days + sign * b.days,
    ms: a.ms + sign * b.ms,
  };
}

export function scaled({ months, days, ms }: DurationValue, factor: number): DurationValue {
  return { kind: 'duration', months: months * factor, days: days * factor, ms: ms * factor };
}

export function between(later: number, earlier: number): DurationValue {
  return { kind: 'duration', months: 0, days: 0, ms: later - earlier };
}

/** The approximate length, for comparisons. */
export function inMs({ months, days, ms }: DurationValue): number {
  return (months * daysPerMonth + days) * dayMs + ms;
}

function inMonths({ months, days, ms }: DurationValue): number {
  return months + (days + ms / dayMs) / daysPerMonth;
}

function inDays({ months, days, ms }: DurationValue): number {
  return Math.round(months * daysPerMonth) + days + ms / dayMs;
}

/** The whole duration in each unit, with fractions. */
export const totals: Readonly<Record<string, (duration: DurationValue) => number>> = {
  years: duration => inMonths(duration) / 12,
  months: inMonths,
  weeks: duration => inDays(duration) / 7,
  days: inDays,
  hours: duration => (inDays(duration) * dayMs) / hourMs,
  minutes: duration => (inDays(duration) * dayMs) / minuteMs,
  seconds: duration => (inDays(duration) * dayMs) / secondMs,
  milliseconds: duration => inDays(duration) * dayMs,
};

/** A month after the 31st is the last day of the next month; the time of day survives clock changes. */
export function addedDuration(at: number, duration: DurationValue, sign: 1 | -1, zone: Zone): number {
  const months = sign * Math.round(duration.months);
  const days = sign * Math.trunc(duration.days);
  const ms = sign * (duration.ms + (duration.days % 1) * dayMs);
  if (months === 0 && days === 0) return at + ms;
  const date = zone.calendarDate(at);
  const monthIndex = date.year * 12 + date.month - 1 + months;
  const year = Math.floor(monthIndex / 12);
  const month = (((monthIndex % 12) + 12) % 12) + 1;
  const day = Math.min(date.day, daysInMonth(year, month)) + days;
  return zone.moment({ ...date, year, month, day }) + ms;
}
