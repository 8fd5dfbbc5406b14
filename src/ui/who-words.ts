import { visibleLine } from '../utils/text/visible-text';

/** Whose call it is, in words that can be seen: a client chooses what it calls itself. */
export function whoWords({ token, client }: { token: string; client?: string | undefined }): string {
  if (token === 'you' && client === undefined) return 'You';
  const name = `“${visibleLine(token)}”`;
  return client === undefined ? name : `${visibleLine(client)} with ${name}`;
}
