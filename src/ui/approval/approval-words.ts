import type { ApprovalRequest } from '../../vault/approval/approval-request';
import type { ApprovalRisk } from '../../utils/approval-rules';
import { twoDigits } from '../plain-words';
import { quotedClient, visibleLine } from '../../utils/text/visible-text';

export const riskWords: Readonly<Record<ApprovalRisk, string>> = {
  edit: 'create or edit notes',
  overwrite: 'replace the whole text of a note',
  delete: 'delete notes, files or folders',
  move: 'rename or move notes, files or folders',
  massChange: 'change many files at once',
  command: 'run a command of the app',
};

/** Who asks for what, in a sentence. */
export function questionOf(request: ApprovalRequest): string {
  const { token, client, risks, warning } = request;
  // The token first: a client chooses what it calls itself.
  const who = `“${visibleLine(token)}”${client === undefined ? '' : ` (${quotedClient(client)})`}`;
  const what = joined(risks.map(risk => riskWords[risk]));
  return `${who} wants to ${what}${warning === undefined ? '' : ', for good'}.`;
}

function joined(parts: readonly string[]): string {
  const last = parts.at(-1) ?? 'change something';
  return parts.length < 2 ? last : `${parts.slice(0, -1).join(', ')} and ${last}`;
}

/** The time until a moment, such as `1:05`. */
export function remaining(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}
