/** Dates and times in the app's language. */
import { appLanguage } from './language';
import { t } from './text';

/** A day: `Nov 20, 2026`, `20.11.2026`. */
export function dayText(moment: Date): string {
  return new Intl.DateTimeFormat(appLanguage(), { dateStyle: 'medium' }).format(moment);
}

/** A day and the time on it: `Nov 20, 2026, 14:03:07`. */
export function momentText(moment: Date): string {
  const format = { dateStyle: 'medium', timeStyle: 'medium', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(appLanguage(), format).format(moment);
}

/** A day of a diary: `Friday, November 20`, with the year where it is not that of `now`. */
export function longDayText(moment: Date, now: Date): string {
  const year = moment.getFullYear() === now.getFullYear() ? {} : ({ year: 'numeric' } as const);
  const format = { weekday: 'long', month: 'long', day: 'numeric', ...year } as const;
  return new Intl.DateTimeFormat(appLanguage(), format).format(moment);
}

/** How long ago a moment was, such as `3 minutes ago`; both in milliseconds since 1970. */
export function agoText(time: number, now: number): string {
  const minutes = Math.floor((now - time) / 60_000);
  if (minutes < 1) return t('common.justNow');
  const format = new Intl.RelativeTimeFormat(appLanguage());
  if (minutes < 60) return format.format(-minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? format.format(-hours, 'hour') : format.format(-Math.floor(hours / 24), 'day');
}
