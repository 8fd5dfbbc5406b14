/**
 * The days of a recurrence rule, one after the other up to a limit: the library that parses rules would
 * continue to the year 9999 for a day that does not exist (measured: 750 ms for the 30th of February).
 */
import { type Options, RRule } from 'rrule';
import { addDays, type CalendarDay, calendarDay, type Day, dayOfYear, daysInMonth } from './calendar-days';

/** Limit for the search, in days. */
const farthest = 40 * 366;

/** The library derives missing parts of a rule from its first day. */
type Parsed = RRule['options'];

/** Whether a rule only uses options that `dayAfter` supports. */
export function isFollowed({ freq, byweekno, byyearday, bysetpos, byeaster }: Partial<Options>): boolean {
  const others = [byweekno, byyearday, bysetpos, byeaster];
  // Hourly or more often: a day has many of them.
  return (
    freq !== undefined && freq <= RRule.DAILY && others.every(other => other === undefined || other === null)
  );
}

/** The first day of a rule after its start; undefined if none comes within forty years. */
export function dayAfter(options: Partial<Options>, start: Day): Day | undefined {
  const { options: rule } = new RRule({ ...options, dtstart: new Date(start) });
  const [inPeriod, isWanted] = [periodsOf(rule, calendarDay(start)), wantedBy(rule)];
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

/** Every second week, month and so on, counted from that of the first day. */
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
  const [months, weekdays] = [listed(bymonth), listed(byweekday)];
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
    (fromEnd && numbers.includes(date.day - daysInMonth(date) - 1));
}

/** The second Friday, the last but one: of the month, or of the year. */
function countedBy(counted: readonly (readonly number[])[], ofYear: boolean): IsDay {
  return date => {
    if (counted.length === 0) return true;
    const [place, length] = ofYear ? dayOfYear(date) : [date.day, daysInMonth(date)];
    const [nth, nthLast] = [Math.ceil(place / 7), -Math.ceil((length - place + 1) / 7)];
    return counted.some(([weekday, n]) => weekday === date.weekday && (n === nth || n === nthLast));
  };
}

function listed<T>(values: readonly T[] | null | undefined): readonly T[] {
  return values ?? [];
}
