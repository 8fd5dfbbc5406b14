/** Calendar dates in the user's zone. */
import { local } from '../../utils/dates';

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
  moment: ({ year, month, day, hour, minute, second, ms }) =>
    local(year, month, day, hour, minute, second, ms),
};
