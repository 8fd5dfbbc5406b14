/** Words that the settings and the views share. */

import { visibleLine } from '../utils/text/visible-text';

/** `1 note`, `2,000 notes`. */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`;
}

/** A moment's day where the user is, `2026-11-21`. */
export function localDay(moment: Date): string {
  return `${moment.getFullYear()}-${twoDigits(moment.getMonth() + 1)}-${twoDigits(moment.getDate())}`;
}

export function twoDigits(part: number): string {
  return String(part).padStart(2, '0');
}

/** Where the address of the server goes. */
export const addressPlace = 'the client that should connect';

/** Who made a call: `You`, `“token”` or `client with “token”`. Invisible characters of the client's own name are shown. */
export function callerText({ token, client }: { token: string; client?: string | undefined }): string {
  if (token === 'you' && client === undefined) return 'You';
  const name = `“${visibleLine(token)}”`;
  return client === undefined ? name : `${visibleLine(client)} with ${name}`;
}
