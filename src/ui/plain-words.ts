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

/** Who made a call: `You`, `“token”` or `client with “token”`. Invisible characters of the client's own name are shown. */
export function callerText({ token, client }: { token: string; client?: string | undefined }): string {
  if (token === 'you' && client === undefined) return t('common.you');
  const name = quoted(token);
  return client === undefined
    ? name
    : t('common.clientWithToken', { client: visibleLine(client), token: name });
}
