/** Names and days that the settings and the views share. */

import { visibleLine } from '../utils/text/visible-text';
import { t } from './text/text';

/** A moment's day where the user is, `2026-11-21`. */
export function localDay(moment: Date): string {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}

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
