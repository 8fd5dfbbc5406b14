/** Dates: what ISO and plain English arguments mean in the user's zone, and how answers write moments. */

import { casual } from 'chrono-node/en';
import { ToolFailure } from '../errors';
import { matchOf } from './text/pieces';

export interface DateClock {
  now(): Date;
}

type PlainDate = ReturnType<typeof casual.parse>[number];

const maxDateLength = 100;
/** Texts meant as ISO: the library would read `2026-13-01` as the 13th of January. */
const looksIso = /^\d{4}(?:-|$)/u;
const preposition = /^(?:since|from|on|at|until|till|before|after|by)\s+/iu;
/** A distance from now: means that day, not the month or year that contains it. */
const distance = /\b(?:ago|earlier|later|hence|from now|in (?:\d+|an?|one|two|three|half|few))\b|^[-+]/iu;
/** Always in the past, whatever the direction. */
const backward = /\blast\b/iu;
/** Not `monday next week`, which is a day, nor `the last week`, which began seven days ago. */
const namedWeek = /^(?:in )?(?:this|last|next) week$/iu;
/** Periods that end or begin today. */
const rolling =
  /^(?:in )?(?:the )?(?:last|past|next|coming) \S+ (?:day|week|month|quarter|year)s$|^(?:the last|(?:the )?past) (?:week|month|quarter|year)$/iu;
/** Units with which the library runs over the end of a month, and goes the wrong way for quarters. */
const longUnit = /\b(?:month|quarter|year)s?\b/iu;
const monday = 1;
const saturday = 6;
const edgeOf = /^(?:the )?(end|start|beginning) of (?:(?:the |this )?(day|week|month|quarter|year)|(.+))$/iu;
const forward = /\b(?:next|coming|later|hence|from now|in (?:\d+|an?|one|two|three|half|few))\b|^\+/iu;

/**
 * The range of time that a text names: a whole day, month, quarter or year, or a moment.
 * @param argument the argument's name in errors.
 * @param direction where to look for a weekday or a month without a year; if left out, a weekday is one of this week
 * @throws ToolFailure `invalid_query`.
 */
export function parseDate(
  text: string,
  clock: DateClock,
  argument = 'date',
  direction?: 'past' | 'ahead',
): DateRange {
  if (text.length > maxDateLength) throw unreadable(argument);
  const wanted = text.trim().replace(preposition, () => '');
  const iso = isoPeriod(wanted);
  if (iso !== undefined) return iso;
  if (looksIso.test(wanted)) throw unreadable(argument);
  const [, edge, bare = '', period = bare === 'day' ? 'today' : `this ${bare}`] = matchOf(edgeOf, wanted);
  if (edge !== undefined) {
    const { from, to } = parseDate(period, clock, argument, direction);
    return dayOf(new Date(edge.toLowerCase() === 'end' ? to : from));
  }
  const now = clock.now();
  const worded = withMonthName(wanted, argument);
  const forwardDate = direction === 'ahead' && !backward.test(wanted) && !/\bquarter/iu.test(wanted);
  const reference = referenceOf(worded, now);
  const ofDays = casual.parse(worded, reference, { forwardDate });
  const hasTime = ofDays[0]?.start.isCertain('hour') === true;
  const [found, ...others] = hasTime ? casual.parse(worded, now, { forwardDate }) : ofDays;
  // Only if the whole text is a date: the rest would have a meaning too.
  if (found === undefined || others.length > 0 || found.end || !isWhole(found, worded))
    throw unreadable(argument);
  const ofThisWeek =
    direction === undefined ? /^(?:this )?[a-z]+(?: (?:of )?this week)?$/iu : /^[a-z]+ (?:of )?this week$/iu;
  const weekday = found.start.isCertain('weekday') ? found.start.get('weekday') : null;
  if (weekday !== null && ofThisWeek.test(wanted)) {
    const first = new Date(daysFrom(monday, 7, now).from);
    first.setDate(first.getDate() + ((weekday + 6) % 7));
    return dayOf(first);
  }
  const start = found.start.date();
  if (!hasTime && !found.start.isCertain('day') && reference.getDate() !== now.getDate())
    start.setDate(Math.min(now.getDate(), daysInMonth(start.getFullYear(), start.getMonth() + 1)));
  const begins = hasTime ? start.getTime() : dayOf(start).from;
  const isAhead = begins > now.getTime();
  const moment = direction === 'past' && isAhead && !forward.test(wanted) ? lastSuch(found, start) : start;
  if (Number.isNaN(moment.getTime())) throw unreadable(argument);
  return rangeAround(moment, found, wanted, now);
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
  argument: string,
): number {
  const { from, to } = parseDate(text, clock, argument, 'past');
  return side === 'since' ? from : to;
}

/**
 * The first or last day of a named range, as `2026-11-22` in the user's zone.
 * @param direction where to look for a weekday or a month without a year
 * @throws ToolFailure `invalid_query`.
 */
export function parseDay(
  text: string,
  edge: 'first' | 'last',
  direction: 'past' | 'ahead',
  clock: DateClock,
  argument: string,
): string {
  const { from, to } = parseDate(text, clock, argument, direction);
  return localDay(new Date(edge === 'first' ? from : to));
}

/** @throws ToolFailure `invalid_query` for a range that ends before it begins; bounds by their arguments @param relation such as `after` */
export function requireRange<Bound extends string | number>(
  [since, first]: readonly [string, Bound | undefined],
  [until, last]: readonly [string, Bound | undefined],
  relation = 'after',
): void {
  if (first !== undefined && last !== undefined && first > last)
    throw new ToolFailure('invalid_query', `\`${since}\` is ${relation} \`${until}\`, so nothing can match.`);
}

/** `2026-11-22` in the user's zone. */
export function localDay(date: Date): string {
  const digits = (value: number, length: number): string => String(value).padStart(length, '0');
  return `${digits(date.getFullYear(), 4)}-${digits(date.getMonth() + 1, 2)}-${digits(date.getDate(), 2)}`;
}

const inDigits = /(?<![\d./-])(\d{1,2})([./-])(\d{1,2})(?:([./-])(\d{4}|\d{2})?)?(?![\d./-])/u;
const months = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/**
 * The library would read `05.12.2026` as the 12th of May, but with dots the day comes first. Otherwise either may.
 * @throws ToolFailure `invalid_query` for a date such as `05/12/2026`
 */
export function withMonthName(text: string, argument: string): string {
  const [, first = '', sign, second = '', nextSign, year = ''] = matchOf(inDigits, text);
  const isDotted = sign === '.' && nextSign === '.';
  if (!isDotted && year === '' && sign !== '/') return text;
  const isMonthFirst = !isDotted && Number(second) > 12;
  const isYearFirst = year.length === 2;
  const isDayFirst = isDotted || ((Number(first) > 12 || first === second) && !isYearFirst);
  if (!isMonthFirst && !isDayFirst) throw unreadable(argument, 'can be read in several ways');
  const [day, month] = isMonthFirst ? [second, first] : [first, second];
  return text.replace(inDigits, () => `${day} ${months[Number(month) - 1] ?? '?'} ${year}`.trim());
}

/** Noon, so that distances across a clock change lead to the right day; on a day that every month has. */
function referenceOf(text: string, now: Date): Date {
  const noon = new Date(now);
  noon.setHours(12, 0, 0, 0);
  if (longUnit.test(text)) noon.setDate(Math.min(now.getDate(), 28));
  return noon;
}

function isWhole(found: PlainDate, wanted: string): boolean {
  const rest = wanted.length - found.text.length;
  return rest === 0 || (found.index === rest && /^(?:just|in|the)\s+$/iu.test(wanted.slice(0, rest)));
}

/** The previous weekday, or month without a year, which the library may place in the future. */
function lastSuch({ start }: PlainDate, date: Date): Date {
  const earlier = new Date(date);
  if (start.isCertain('year')) return date;
  if (start.isCertain('month')) earlier.setFullYear(date.getFullYear() - 1);
  else if (start.isCertain('weekday')) earlier.setDate(date.getDate() - 7);
  return earlier;
}

function rangeAround(date: Date, { start }: PlainDate, text: string, now: Date): DateRange {
  if (start.isCertain('hour')) return { from: date.getTime(), to: date.getTime(), hasTime: true };
  const week = daysFrom(monday, 7, /\bthis\b/iu.test(text) ? now : date);
  if (/\bweekend\b/iu.test(text)) return daysFrom(saturday, 2, new Date(week.to));
  if (namedWeek.test(text)) return week;
  if (rolling.test(text)) {
    const day = dayOf(date);
    const today = dayOf(now);
    return { from: Math.min(day.from, today.from), to: Math.max(day.to, today.to), hasTime: false };
  }
  if (start.isCertain('day') || start.isCertain('weekday') || distance.test(text)) return dayOf(date);
  if (/\bquarter\b/iu.test(text)) return quarterOf(date);
  if (start.isCertain('month')) return wholePeriod(date.getFullYear(), date.getMonth() + 1);
  return start.isCertain('year') ? wholePeriod(date.getFullYear()) : dayOf(date);
}

/** The last such weekday up to a date, and the days after it. The library's weeks begin on Sunday. */
function daysFrom(weekday: number, days: number, date: Date): DateRange {
  const first = date.getDate() - ((date.getDay() - weekday + 7) % 7);
  const year = date.getFullYear();
  const month = date.getMonth() + 1;
  return { ...wholePeriod(year, month, first), to: wholePeriod(year, month, first + days - 1).to };
}

function quarterOf(date: Date): DateRange {
  const year = date.getFullYear();
  const month = date.getMonth() - (date.getMonth() % 3) + 1;
  return { ...wholePeriod(year, month), to: wholePeriod(year, month + 2).to };
}

function unreadable(argument: string, problem = 'could not be read as a date'): ToolFailure {
  return new ToolFailure('invalid_query', `\`${argument}\` ${problem}.`, {
    hint: 'Give an ISO date such as "2026-11-20", "2026-11-20T10:00" or "2026-W47", or English words such as "today" or "2 weeks ago".',
  });
}

/** A stretch of time in epoch milliseconds, both ends inclusive. */
export interface DateRange {
  readonly from: number;
  readonly to: number;
  /** False for a whole day, month or year. */
  readonly hasTime: boolean;
}

const isoDate =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/iu;

/**
 * `2026`, `2026-11`, `2026-11-20`, or a day with a time (`T` or a space, minutes at least), in the local zone
 * unless it ends with `Z` or an offset; undefined for everything else.
 */
export function parseIsoDate(text: string): DateRange | undefined {
  const match = isoDate.exec(text);
  if (match === null) return undefined;
  const [, year = '', month, day, hour, minute, second = '0', fraction = '', zone] = match;
  const y = Number(year);
  const m = Number(month ?? 1);
  const d = Number(day ?? 1);
  if (m < 1 || m > 12 || d < 1 || d > daysInMonth(y, m)) return undefined;
  if (hour === undefined)
    return wholePeriod(y, month === undefined ? undefined : m, day === undefined ? undefined : d);
  const h = Number(hour);
  const min = Number(minute);
  const s = Number(second);
  const offset = zoneOffset(zone);
  if (h > 23 || min > 59 || s > 59 || offset === 'bad') return undefined;
  const ms = Math.trunc(Number(`0.${fraction}0`) * 1000);
  const at =
    offset === undefined ? local(y, m, d, h, min, s, ms) : utc(y, m, d, h, min, s, ms) - offset * 60_000;
  return { from: at, to: at, hasTime: true };
}

/** Like `parseIsoDate`, and also an ISO week such as `2026-W47`, which begins on Monday. */
export function isoPeriod(text: string): DateRange | undefined {
  const [, year = '', week = ''] = matchOf(/^(\d{4})-W(\d{2})$/iu, text);
  if (week === '') return parseIsoDate(text);
  const range = daysFrom(monday, 7, new Date(local(Number(year), 1, 7 * Number(week) - 3)));
  const thursday = new Date(range.from);
  thursday.setDate(thursday.getDate() + 3);
  return thursday.getFullYear() === Number(year) ? range : undefined;
}

/** The local year, month or day, from its first to its last millisecond. */
function wholePeriod(year: number, month?: number, day?: number): DateRange {
  const from = local(year, month ?? 1, day ?? 1);
  const behind =
    month === undefined
      ? local(year + 1, 1, 1)
      : day === undefined
        ? local(year, month + 1, 1)
        : local(year, month, day + 1);
  return { from, to: behind - 1, hasTime: false };
}

/** The local day that contains a moment. */
function dayOf(date: Date): DateRange {
  return wholePeriod(date.getFullYear(), date.getMonth() + 1, date.getDate());
}

/** Minutes east of UTC; undefined for the local zone. */
function zoneOffset(zone: string | undefined): number | 'bad' | undefined {
  if (zone === undefined) return undefined;
  if (zone === 'Z' || zone === 'z') return 0;
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(3).replace(':', () => '') || 0);
  if (hours > 23 || minutes > 59) return 'bad';
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}

const monthLengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** @param month 1 to 12 */
export function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : (monthLengths[month - 1] ?? NaN);
}

/** Epoch milliseconds in the user's zone. `new Date(50, …)` means 1950, so the year of early dates is set separately. */
export function local(year: number, month: number, day: number, h = 0, min = 0, s = 0, ms = 0): number {
  if (year >= 100) return new Date(year, month - 1, day, h, min, s, ms).getTime();
  const date = new Date(2000, 0, 1, h, min, s, ms);
  date.setFullYear(year, month - 1, day);
  // Setting the time again resolves a time that the zone skips or repeats.
  return date.setHours(h, min, s, ms);
}

function utc(year: number, month: number, day: number, h = 0, min = 0, s = 0, ms = 0): number {
  return new Date(Date.UTC(2000, 0, 1, h, min, s, ms)).setUTCFullYear(year, month - 1, day);
}

/** The furthest time of a `Date`, in epoch milliseconds. */
const furthest = 8.64e15;

/** ISO 8601 in UTC with milliseconds. A time stamp outside a date's range becomes the nearest valid one. */
export function toIso(ms: number): string {
  const date = new Date(Number.isNaN(ms) ? 0 : Math.min(Math.max(ms, -furthest), furthest));
  const year = date.getUTCFullYear();
  if (year < 0 || year > 9999) return date.toISOString();
  const month = date.getUTCMonth() + 1;
  const day = date.getUTCDate();
  const hour = date.getUTCHours();
  const minute = date.getUTCMinutes();
  const second = date.getUTCSeconds();
  const rest = date.getUTCMilliseconds();
  // A page of 2 MB has 20,000 dates, for which `toISOString` takes 20 of the 60 ms that the page may take.
  return String.fromCharCode(
    digit(year, 1000),
    digit(year, 100),
    digit(year, 10),
    digit(year, 1),
    dash,
    digit(month, 10),
    digit(month, 1),
    dash,
    digit(day, 10),
    digit(day, 1),
    letterT,
    digit(hour, 10),
    digit(hour, 1),
    colon,
    digit(minute, 10),
    digit(minute, 1),
    colon,
    digit(second, 10),
    digit(second, 1),
    point,
    digit(rest, 100),
    digit(rest, 10),
    digit(rest, 1),
    letterZ,
  );
}

const dash = 0x2d;
const letterT = 0x54;
const colon = 0x3a;
const point = 0x2e;
const letterZ = 0x5a;

/** The code unit of one decimal digit. @param place such as 1, 10 or 100 */
function digit(value: number, place: number): number {
  return 0x30 + (Math.floor(value / place) % 10);
}
