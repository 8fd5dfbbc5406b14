/**
 * The days of a recurrence rule, one after the other and only so far ahead: the library that reads rules would go on
 * to the year 9999 for a day that never comes (measured: 750 ms for the 30th of February).
 */
import { type Options, RRule } from 'rrule';
import { addDays, type CalendarDay, calendarDay, type Day, dayOfYear, daysInMonth } from './calendar-days';

/** No rule is followed farther, days. */
const farthest = 40 * 366;

/** The library fills in what a rule takes from its first day. */
type Parsed = RRule['options'];

/** Whether a rule only says what `dayAfter` looks at. */
export function isFollowed({ freq, byweekno, byyearday, bysetpos, byeaster }: Partial<Options>): boolean {
  const others = [byweekno, byyearday, bysetpos, byeaster];
  // By the hour and more often: a day has many of them.
  return (
    freq !== undefined && freq <= RRule.DAILY && others.every(other => other === undefined || other === null)
  );
}

/** The first day of a rule behind the one that it starts on; undefined where none comes within forty years. */
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

/** Every second week, month and so on, from that of the first day. */
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

/** The 15th; the last day but one is -2. */
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
