/** The date that a file's name gives its tasks, as the Tasks plugin reads it (in its 8.3.0). */
import { moment } from 'obsidian';
import * as z from 'zod';
import { parseIsoDate } from '../../../utils/dates/iso-date';

export const fileDateShape = z.object({
  useFilenameAsScheduledDate: z.boolean().catch(false),
  filenameAsScheduledDateFormat: z.string().catch(''),
  filenameAsDateFolders: z.array(z.string()).catch([]),
});

/** @returns a function that gives the day of a path as `2026-11-22`; undefined if the user has disabled it */
export function fileDates({
  useFilenameAsScheduledDate: isOn,
  filenameAsScheduledDateFormat: format,
  filenameAsDateFolders: folders,
}: z.output<typeof fileDateShape>): ((path: string) => string | undefined) | undefined {
  if (!isOn) return undefined;
  return path => {
    if (folders.length > 0 && !folders.some(folder => path.startsWith(`${folder}/`))) return undefined;
    const name = path.slice(path.lastIndexOf('/') + 1, path.lastIndexOf('.'));
    return (format === '' ? undefined : byFormat(name, format)) ?? byDigits(name);
  };
}

function byFormat(name: string, format: string): string | undefined {
  const parsed = moment.utc(name, format, true);
  return parsed.isValid() ? parsed.format('YYYY-MM-DD') : undefined;
}

function byDigits(name: string): string | undefined {
  const [, year, month, day] =
    /(\d{4})-(\d{2})-(\d{2})/.exec(name) ?? /(\d{4})(\d{2})(\d{2})/.exec(name) ?? [];
  const date = `${year ?? ''}-${month ?? ''}-${day ?? ''}`;
  return year === undefined || parseIsoDate(date) === undefined ? undefined : date;
}
