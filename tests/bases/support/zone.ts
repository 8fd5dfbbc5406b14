import { moment } from 'obsidian';
import type { DateWords } from '../../../src/bases/base-vault';
import type { CalendarDate, Zone } from '../../../src/bases/values/zone';

/** A zone by its IANA name, whatever the process has. */
export function zoneNamed(name: string): Zone {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: name,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  });
  const calendarDate = (at: number): CalendarDate => {
    const parts = new Map(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    const part = (type: Intl.DateTimeFormatPartTypes): number => parts.get(type) ?? 0;
    return {
      year: part('year'),
      month: part('month'),
      day: part('day'),
      hour: part('hour'),
      minute: part('minute'),
      second: part('second'),
      ms: ((at % 1000) + 1000) % 1000,
    };
  };
  return { calendarDate, moment: date => momentIn(date, calendarDate) };
}

/** The moment is found by what the zone makes of a first guess. */
function momentIn(date: CalendarDate, calendarDate: (at: number) => CalendarDate): number {
  const wanted = asUtc(date);
  const first = wanted - (asUtc(calendarDate(wanted)) - wanted);
  return wanted - (asUtc(calendarDate(first)) - first);
}

function asUtc({ year, month, day, hour, minute, second, ms }: CalendarDate): number {
  return Date.UTC(year, month - 1, day, hour, minute, second, ms);
}

/** Moment's words, in English, for dates of a zone. */
export function wordsIn(zone: Zone): DateWords {
  return {
    format: (at, format) => moment.utc(asUtc(zone.calendarDate(at))).format(format),
    relative: (at, now) => moment.unix(at / 1000).from(moment.unix(now / 1000)),
    duration: ({ months, days, ms }) => moment.duration({ months, days, milliseconds: ms }).humanize(),
  };
}
