/** Days without a zone, as the milliseconds of their start in UTC. */

import { parseIsoDate } from '../../../utils/dates';

export type Day = number;

const msPerDay = 86_400_000;
const isDay = /^\d{4}-\d{2}-\d{2}$/;

/** @param date `2026-11-22`; undefined if it is not in the calendar */
export function dayOfDate(date: string): Day | undefined {
  if (!isDay.test(date) || parseIsoDate(date) === undefined) return undefined;
  return Date.parse(`${date}T00:00:00Z`);
}

export function dateOfDay(day: Day): string {
  return new Date(day).toISOString().slice(0, 10);
}

export function addDays(day: Day, days: number): Day {
  return day + days * msPerDay;
}

export interface CalendarDay {
  /** Days since 1970-01-01. */
  readonly number: number;
  readonly year: number;
  /** 1 to 12. */
  readonly month: number;
  readonly day: number;
  /** 0 is Monday. */
  readonly weekday: number;
}

export function calendarDay(at: Day): CalendarDay {
  const date = new Date(at);
  return {
    number: at / msPerDay,
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    weekday: (date.getUTCDay() + 6) % 7,
  };
}

/** From 1, and the number of days in the year. */
export function dayOfYear({ number, year }: CalendarDay): readonly [day: number, length: number] {
  const start = Date.UTC(year, 0, 1) / msPerDay;
  return [number - start + 1, Date.UTC(year + 1, 0, 1) / msPerDay - start];
}

/** Days from one date to another; undefined if one is not in the calendar. */
export function daysBetween(from: string, to: string): number | undefined {
  const start = dayOfDate(from);
  const end = dayOfDate(to);
  return start === undefined || end === undefined ? undefined : (end - start) / msPerDay;
}
