/** Dates: parsing, arithmetic and their plain text. */
import { addedDuration } from './durations';
import type { DateValue, DurationValue } from './value';
import type { CalendarDate, Zone } from './zone';
import { daysInMonth } from '../../utils/dates';

const dateText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/iu;
const dayText = /^\d{4}-\d{2}-\d{2}$/u;
const compactText = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?$/u;
/** The range of valid dates. */
const furthest = 8.64e15;

/** A text as a date: a day, or a day with a time, local unless it has an offset; undefined for other texts. */
export function parseDate(text: string, zone: Zone): DateValue | undefined {
  const trimmed = text.trim();
  if (dayText.test(trimmed)) return parseDay(trimmed, zone);
  const match = dateText.exec(trimmed) ?? compactText.exec(trimmed);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute = 0, second = 0, fraction, offset] = match;
  const date: CalendarDate = {
    year: Number(year),
    month: Number(month),
    day: Number(day),
    hour: Number(hour ?? 0),
    minute: Number(minute),
    second: Number(second),
    ms: Math.trunc(Number(`0.${fraction ?? '0'}`) * 1000),
  };
  const isReal =
    date.month >= 1 && date.month <= 12 && date.day >= 1 && date.day <= daysInMonth(date.year, date.month);
  if (!isReal || date.hour > 23 || date.minute > 59 || date.second > 59) return undefined;
  const at = offset === undefined ? zone.moment(date) : atOffset(date, offset);
  return { kind: 'date', at, hasTime: hour !== undefined };
}

const midnight = { hour: 0, minute: 0, second: 0, ms: 0 } as const;

/** The form of nearly every date: `2026-06-10`. */
function parseDay(text: string, zone: Zone): DateValue | undefined {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (month < 1 || month > 12 || day < 1 || day > daysInMonth(year, month)) return undefined;
  return { kind: 'date', at: zone.moment({ year, month, day, ...midnight }), hasTime: false };
}

function atOffset({ year, month, day, hour, minute, second, ms }: CalendarDate, offset: string): number {
  const utc = new Date(Date.UTC(2000, 0, 1, hour, minute, second, ms)).setUTCFullYear(year, month - 1, day);
  if (offset.toUpperCase() === 'Z') return utc;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3).replace(':', () => '') || 0);
  return utc - (offset.startsWith('-') ? -1 : 1) * minutes * 60_000;
}

/** The day of a date, without the time. */
export function dayOf({ at }: DateValue, zone: Zone): DateValue {
  return { kind: 'date', at: zone.moment({ ...zone.calendarDate(at), ...midnight }), hasTime: false };
}

/** @param sign -1 to subtract. @returns undefined for a moment outside the valid range */
export function moved(
  date: DateValue,
  duration: DurationValue,
  sign: 1 | -1,
  zone: Zone,
): DateValue | undefined {
  const at = addedDuration(date.at, duration, sign, zone);
  if (!(Math.abs(at) <= furthest)) return undefined;
  return { kind: 'date', at, hasTime: date.hasTime || duration.ms !== 0 };
}

/** `2026-06-10`, or `2026-06-10T12:34:56` with a time. */
export function dateAsText({ at, hasTime }: DateValue, zone: Zone): string {
  const { year, month, day, hour, minute, second } = zone.calendarDate(at);
  const date = `${padded(year, 4)}-${padded(month)}-${padded(day)}`;
  return hasTime ? `${date}T${padded(hour)}:${padded(minute)}:${padded(second)}` : date;
}

export function timeAsText({ at }: DateValue, zone: Zone): string {
  const { hour, minute, second } = zone.calendarDate(at);
  return `${padded(hour)}:${padded(minute)}:${padded(second)}`;
}

function padded(value: number, length = 2): string {
  return String(value).padStart(length, '0');
}
