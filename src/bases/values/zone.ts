/** Calendar dates in the user's zone. */
import { itemAt } from '../../utils/collections';

export interface CalendarDate {
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  readonly ms: number;
}

export interface Zone {
  /** @param at epoch milliseconds */
  calendarDate(at: number): CalendarDate;
  /** Epoch milliseconds; out-of-range numbers carry over, such as the 32nd of a month. */
  moment(date: CalendarDate): number;
}

export const localZone: Zone = {
  calendarDate: at => {
    const date = new Date(at);
    return {
      year: date.getFullYear(),
      month: date.getMonth() + 1,
      day: date.getDate(),
      hour: date.getHours(),
      minute: date.getMinutes(),
      second: date.getSeconds(),
      ms: date.getMilliseconds(),
    };
  },
  moment: ({ year, month, day, hour, minute, second, ms }) => {
    if (year >= 100) return new Date(year, month - 1, day, hour, minute, second, ms).getTime();
    const date = new Date(2000, 0, 1, hour, minute, second, ms);
    // Not with the constructor, which treats the year 50 as 1950.
    date.setFullYear(year, month - 1, day);
    return date.setHours(hour, minute, second, ms);
  },
};

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** @param month 1 to 12 */
export function daysInMonth(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month === 2 && isLeap ? 29 : itemAt(lengths, month - 1);
}
