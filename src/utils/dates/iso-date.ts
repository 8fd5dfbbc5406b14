/** ISO 8601 dates as users and notes write them, parsed strictly: no 13th month, no 30th of February. */

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
  const [y, m, d] = [Number(year), Number(month ?? 1), Number(day ?? 1)];
  if (m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return undefined;
  if (hour === undefined)
    return wholePeriod(y, month === undefined ? undefined : m, day === undefined ? undefined : d);
  const [h, min, s] = [Number(hour), Number(minute), Number(second)];
  const offset = zoneOffset(zone);
  if (h > 23 || min > 59 || s > 59 || offset === 'bad') return undefined;
  const ms = Math.trunc(Number(`0.${fraction}0`) * 1000);
  const at =
    offset === undefined ? local(y, m, d, h, min, s, ms) : utc(y, m, d, h, min, s, ms) - offset * 60_000;
  return { from: at, to: at, hasTime: true };
}

/** The local year, month or day, from its first to its last millisecond. */
export function wholePeriod(year: number, month?: number, day?: number): DateRange {
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
export function dayOf(date: Date): DateRange {
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

function daysIn(year: number, month: number): number {
  return new Date(utc(year, month + 1, 0)).getUTCDate();
}

/** `new Date(50, …)` means 1950, so the year is set separately. */
function local(year: number, month: number, day: number, h = 0, min = 0, s = 0, ms = 0): number {
  const date = new Date(2000, 0, 1, h, min, s, ms);
  date.setFullYear(year, month - 1, day);
  // Setting the time again resolves a time that the zone skips or repeats.
  return date.setHours(h, min, s, ms);
}

function utc(year: number, month: number, day: number, h = 0, min = 0, s = 0, ms = 0): number {
  const date = new Date(Date.UTC(2000, 0, 1, h, min, s, ms));
  return date.setUTCFullYear(year, month - 1, day);
}
