/** Names, counts, dates and times that the settings and the views share, in the language of the app. */

import { visibleLine } from '../utils/text/visible-text';
import { t } from './text/text';
import { appLanguage } from './text/message';

export function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

/** A name in the quotation marks of the language, invisible characters shown. */
export function quoted(name: string): string {
  return t('common.quoted', { name: visibleLine(name) });
}

/** Who made a call: `You`, or the connection's name. A client chooses its own name, so that does not count. */
export function callerText({ token, client }: { token: string; client?: string | undefined }): string {
  return token === 'you' && client === undefined ? t('common.you') : visibleLine(token);
}

/** `14 notes`, `22 files (20 notes)`. */
export function countOfFiles(paths: readonly string[]): string {
  const count = paths.filter(path => path.endsWith('.md')).length;
  const notes = t('common.notes', { count });
  if (count === paths.length) return notes;
  const files = t('common.files', { count: paths.length });
  return count === 0 ? files : t('common.filesAndNotes', { files, notes });
}

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
