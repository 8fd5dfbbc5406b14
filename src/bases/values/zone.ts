/** Calendar dates in the user's zone. */

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
  /** Epoch milliseconds; numbers beyond their range count on, as the 32nd of a month does. */
  moment(date: CalendarDate): number;
}

/** The zone of this process. */
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
    const date = new Date(2000, 0, 1, hour, minute, second, ms);
    // Not by the constructor, which takes the year 50 for 1950.
    date.setFullYear(year, month - 1, day);
    return date.setHours(hour, minute, second, ms);
  },
};

export function daysInMonth(year: number, month: number): number {
  const date = new Date(Date.UTC(2000, 0, 1));
  return new Date(date.setUTCFullYear(year, month, 0)).getUTCDate();
}
