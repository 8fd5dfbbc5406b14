/**
 * The next date of a recurring task, as the Tasks plugin computes it (read in its 8.3.0): with the same
 * library, and the plugin's own rule for days that a month does not have.
 */
import { type Options, RRule } from 'rrule';
import { ToolFailure } from '../../../errors';
import { daysInMonth } from '../../../utils/dates';
import {
  addDays,
  calendarDay,
  dateOfDay,
  type Day,
  dayOfDate,
  type CalendarDay,
  dayOfYear,
} from './calendar-days';

/** No real rule is longer. */
const maxRuleLength = 100;
/** How many days back a missing day is replaced; no month or year lacks more. */
const maxDaysBack = 31;

/**
 * @param rule such as `every 2 weeks on Friday when done`
 * @param reference the recurring date; undefined if the task has none
 * @throws ToolFailure `unsupported_task` for a rule without a date that can be computed
 */
export function nextDate(rule: string, reference: string | undefined, today: string): string {
  const { options, isWhenDone } = parseRule(rule);
  const from = isWhenDone ? today : (reference ?? today);
  const start = dayOfDate(from);
  if (start === undefined)
    throw unsupported('The date that the task recurs from does not exist.', 'Correct the date first.');
  const next = withoutMissingDay(options, start);
  if (next === undefined) throw unsupported('The next date of the recurrence rule cannot be computed.');
  return dateOfDay(next);
}

/** Whether the rule counts from the day of completion. */
const whenDone = / when done$/i;
const allowed = /^[a-zA-Z0-9, !]+$/;

function parseRule(rule: string): { options: Partial<Options>; isWhenDone: boolean } {
  const isWhenDone = whenDone.test(rule);
  const text = rule.replace(whenDone, () => '').trim();
  const options = rule.length <= maxRuleLength && allowed.test(text) ? parsed(text) : undefined;
  if (options === undefined) throw unsupported('The recurrence rule cannot be read.');
  if (!isFollowed(options))
    throw unsupported('The next date of this kind of recurrence rule cannot be computed.');
  return { options, isWhenDone };
}

function parsed(text: string): Partial<Options> | undefined {
  try {
    const options = RRule.parseText(text);
    // It returns null for an unreadable rule, against its types.
    return Object(options) === options ? options : undefined;
  } catch {
    return undefined;
  }
}

/** `every month` on the 31st would skip shorter months: then the last earlier day is used. */
function withoutMissingDay(options: Partial<Options>, start: Day): Day | undefined {
  const limit = periodLimit(options);
  let next = dayAfter(options, start);
  for (let back = 1; next !== undefined && isTooFar(start, back - 1, next, limit); back += 1) {
    if (back > maxDaysBack) return undefined;
    next = dayAfter(options, addDays(start, -back));
  }
  return next;
}

interface PeriodLimit {
  readonly unit: 'month' | 'year';
  readonly most: number;
}

/** For rules that name no day of a month; the text of the rule decides, as in the plugin. */
function periodLimit(options: Partial<Options>): PeriodLimit[] {
  const text = new RRule(options).toText();
  const month = /every(?: (\d+))? month/.exec(text);
  const year = /every(?: (\d+))? year/.exec(text);
  return [
    ...(month === null || text.includes(' on ')
      ? []
      : [{ unit: 'month', most: Number(month[1] ?? 1) } as const]),
    ...(year === null ? [] : [{ unit: 'year', most: Number(year[1] ?? 1) } as const]),
  ];
}

function isTooFar(start: Day, back: number, next: Day, limits: readonly PeriodLimit[]): boolean {
  const from = calendarDay(addDays(start, -back));
  const to = calendarDay(next);
  const years = to.year - from.year;
  return limits.some(({ unit, most }) =>
    unit === 'month' ? years * 12 + to.month - from.month > most : years > most,
  );
}

function unsupported(message: string, hint?: string): ToolFailure {
  return new ToolFailure('unsupported_task', message, hint === undefined ? {} : { hint });
}

/**
 * Days that are tried one after the other: the library would search up to the year 9999 for a day that does not exist
 * (measured: 750 ms for the 30th of February).
 */
const farthest = 40 * 366;

/** The library derives missing parts of a rule from its first day. */
type Parsed = RRule['options'];

/** Whether a rule only uses options that `dayAfter` supports. */
function isFollowed({ freq, byweekno, byyearday, bysetpos, byeaster }: Partial<Options>): boolean {
  const others = [byweekno, byyearday, bysetpos, byeaster];
  // Hourly or more often: a day has many of them.
  return (
    freq !== undefined && freq <= RRule.DAILY && others.every(other => other === undefined || other === null)
  );
}

/** The first day of a rule after its start; undefined if none comes within forty years. */
export function dayAfter(options: Partial<Options>, start: Day): Day | undefined {
  const { options: rule } = new RRule({ ...options, dtstart: new Date(start) });
  const inPeriod = periodsOf(rule, calendarDay(start));
  const isWanted = wantedBy(rule);
  const isRuleDay = (day: Day): boolean => {
    const date = calendarDay(day);
    return inPeriod(date) && isWanted(date);
  };
  if (rule.count !== null && rule.count <= (isRuleDay(start) ? 1 : 0)) return undefined;
  const last = Math.min(addDays(start, farthest), rule.until?.getTime() ?? Infinity);
  for (let day = addDays(start, 1); day <= last; day = addDays(day, 1)) if (isRuleDay(day)) return day;
  return undefined;
}

type IsDay = (date: CalendarDay) => boolean;

/** Every second week, month and so on, counted from the first day's. */
function periodsOf({ freq, interval, wkst }: Parsed, first: CalendarDay): IsDay {
  const firstWeek = first.number - ((first.weekday - wkst + 7) % 7);
  const periodOf = (date: CalendarDay): number => {
    const years = date.year - first.year;
    if (freq === RRule.YEARLY) return years;
    if (freq === RRule.MONTHLY) return years * 12 + date.month - first.month;
    return freq === RRule.WEEKLY ? Math.floor((date.number - firstWeek) / 7) : date.number - first.number;
  };
  return interval > 0 ? date => periodOf(date) % interval === 0 : () => false;
}

function wantedBy({ freq, bymonth, byweekday, ...rule }: Parsed): IsDay {
  const months = listed(bymonth);
  const weekdays = listed(byweekday);
  const isNumbered = numberedBy([...listed(rule.bymonthday), ...listed(rule.bynmonthday)]);
  const isCounted = countedBy(listed(rule.bynweekday), freq === RRule.YEARLY && months.length === 0);
  return date =>
    (months.length === 0 || months.includes(date.month)) &&
    (weekdays.length === 0 || weekdays.includes(date.weekday)) &&
    isNumbered(date) &&
    isCounted(date);
}

/** The 15th; -2 is the last day but one. */
function numberedBy(numbers: readonly number[]): IsDay {
  const fromEnd = numbers.some(number => number < 0);
  return date =>
    numbers.length === 0 ||
    numbers.includes(date.day) ||
    (fromEnd && numbers.includes(date.day - daysInMonth(date.year, date.month) - 1));
}

/** The second Friday, the last but one: of the month, or of the year. */
function countedBy(counted: readonly (readonly number[])[], ofYear: boolean): IsDay {
  return date => {
    if (counted.length === 0) return true;
    const [place, length] = ofYear ? dayOfYear(date) : [date.day, daysInMonth(date.year, date.month)];
    const nth = Math.ceil(place / 7);
    const nthLast = -Math.ceil((length - place + 1) / 7);
    return counted.some(([weekday, n]) => weekday === date.weekday && (n === nth || n === nthLast));
  };
}

function listed<T>(values: readonly T[] | null | undefined): readonly T[] {
  return values ?? [];
}
