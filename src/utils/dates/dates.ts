/** Parses date arguments, in ISO or plain English, in the user's zone. */

import { casual } from 'chrono-node/en';
import { ToolFailure } from '../../errors';
import { type DateRange, dayOf, parseIsoDate, wholePeriod } from './iso-date';

export type { DateRange } from './iso-date';
export { toIso } from './iso-text';

export interface DateClock {
  now(): Date;
}

type PlainDate = ReturnType<typeof casual.parse>[number];

const maxDateLength = 100;
/** Texts that are meant as ISO: the library would read `2026-13-01` as the 13th of January. */
const looksIso = /^\d{4}(?:-|$)/u;
const preposition = /^(?:since|from|on|at|until|till|before|after|by)\s+/iu;
/** A distance from now: means that day, not the month or year that contains it. */
const distance = /\b(?:ago|earlier|later|hence|from now|in (?:\d+|an?|one|two|three|half|few))\b|^[-+]/iu;
const forward = /\b(?:next|coming|later|hence|from now|in (?:\d+|an?|one|two|three|half|few))\b|^\+/iu;

/**
 * The range of time that a text names: a whole day, month, quarter or year, or a moment.
 * @param argument the argument's name in errors.
 * @throws ToolFailure `invalid_query`.
 */
export function parseDate(text: string, clock: DateClock, argument = 'date'): DateRange {
  return readDate(text, clock, argument);
}

/**
 * A bound for creation or modification times, in epoch milliseconds, inclusive: for a whole day its first
 * moment for `since` and its last for `until`. "monday" is the last one in the past.
 * @throws ToolFailure `invalid_query`.
 */
export function parseDateBound(
  text: string,
  side: 'since' | 'until',
  clock: DateClock,
  argument: string = side,
): number {
  const { from, to } = readDate(text, clock, argument, 'past');
  return side === 'since' ? from : to;
}

/**
 * The first or last day of a named range, as `2026-11-22` in the user's zone.
 * @param direction in which a weekday or a month without a year is searched
 * @throws ToolFailure `invalid_query`.
 */
export function parseDay(
  text: string,
  edge: 'first' | 'last',
  direction: 'past' | 'ahead',
  clock: DateClock,
  argument: string,
): string {
  const { from, to } = readDate(text, clock, argument, direction);
  return localDay(new Date(edge === 'first' ? from : to));
}

/** `2026-11-22` in the user's zone. */
export function localDay(date: Date): string {
  const [year, month, day] = [date.getFullYear(), date.getMonth() + 1, date.getDate()].map(String);
  return [year?.padStart(4, '0'), month?.padStart(2, '0'), day?.padStart(2, '0')].join('-');
}

function readDate(text: string, clock: DateClock, argument: string, direction?: 'past' | 'ahead'): DateRange {
  if (text.length > maxDateLength) throw unreadable(argument);
  const wanted = text.trim().replace(preposition, () => '');
  const iso = parseIsoDate(wanted);
  if (iso !== undefined) return iso;
  if (looksIso.test(wanted)) throw unreadable(argument);
  const now = clock.now();
  const [found, ...others] = casual.parse(wanted, now, { forwardDate: direction === 'ahead' });
  // Only if the whole text is a date: remaining text would have a meaning too.
  if (found === undefined || others.length > 0 || found.end || !isWhole(found, wanted))
    throw unreadable(argument);
  const start = found.start.date();
  const begins = found.start.isCertain('hour') ? start.getTime() : dayOf(start).from;
  const isAhead = begins > now.getTime();
  const moment = direction === 'past' && isAhead && !forward.test(wanted) ? lastSuch(found, start) : start;
  if (Number.isNaN(moment.getTime())) throw unreadable(argument);
  return rangeAround(moment, found, wanted, now);
}

function isWhole(found: PlainDate, wanted: string): boolean {
  const rest = wanted.length - found.text.length;
  return rest === 0 || (found.index === rest && /^(?:just|in|the)\s+$/iu.test(wanted.slice(0, rest)));
}

/** For a weekday or a month without a year, which the library may place in the future: the previous one. */
function lastSuch({ start }: PlainDate, date: Date): Date {
  const earlier = new Date(date);
  if (start.isCertain('year')) return date;
  if (start.isCertain('month')) earlier.setFullYear(date.getFullYear() - 1);
  else if (start.isCertain('weekday')) earlier.setDate(date.getDate() - 7);
  return earlier;
}

function rangeAround(date: Date, { start }: PlainDate, text: string, now: Date): DateRange {
  if (start.isCertain('hour')) return { from: date.getTime(), to: date.getTime(), hasTime: true };
  if (start.isCertain('day') || start.isCertain('weekday') || distance.test(text)) return dayOf(date);
  if (/\bweek\b/iu.test(text)) return weekOf(now);
  if (/\bquarter\b/iu.test(text)) return quarterOf(date);
  if (start.isCertain('month')) return wholePeriod(date.getFullYear(), date.getMonth() + 1);
  return start.isCertain('year') ? wholePeriod(date.getFullYear()) : dayOf(date);
}

/** The ISO week, from Monday: the library's "this week" begins on Sunday. */
function weekOf(date: Date): DateRange {
  const monday = date.getDate() - ((date.getDay() + 6) % 7);
  const [year, month] = [date.getFullYear(), date.getMonth() + 1];
  return { ...wholePeriod(year, month, monday), to: wholePeriod(year, month, monday + 6).to };
}

function quarterOf(date: Date): DateRange {
  const [year, month] = [date.getFullYear(), date.getMonth() - (date.getMonth() % 3) + 1];
  return { ...wholePeriod(year, month), to: wholePeriod(year, month + 2).to };
}

function unreadable(argument: string): ToolFailure {
  return new ToolFailure('invalid_query', `\`${argument}\` is not a date that can be read.`, {
    hint: 'Give an ISO date such as "2026-11-20" or "2026-11-20T10:00", or words such as "yesterday" or "2 weeks ago".',
  });
}
