import type { OwnApprovalRules } from '../../utils/approval-rules';
import type { VaultRules } from '../../vault/access/access';
import type { Grant } from '../../vault/access/grant';
import type { Settings } from '../schema';
import { tokenEntry } from './tokens';

/** The token's own rules, which override the general ones; undefined if no token has the name. */
export function ownRulesOf({ tokens }: Settings, name: string): OwnApprovalRules | undefined {
  const token = tokens.find(other => other.name === name);
  return token === undefined ? undefined : (token.approval ?? {});
}

/** Whether the user is asked in the client of this token, where that can ask. */
export function asksInClient({ tokens }: Settings, name: string): boolean {
  return tokens.find(other => other.name === name)?.asksInClient === true;
}

/** Everything that determines the rights of the token with this name, as a text that changes with them. */
export function tokenFingerprint(
  { tokens, readOnly, hidden, disabledTools }: Settings,
  name: string,
): string {
  const token = tokens.find(other => other.name === name);
  if (token === undefined) return '';
  const { valueHash, rights, allow, allowWrite, deny, approval, asksInClient: isAsked, expires } = token;
  const own = [valueHash, rights, allow, allowWrite, deny, token.disabledTools, approval, isAsked, expires];
  return JSON.stringify([own, readOnly, hidden, disabledTools]);
}

/** A call at its start, and the current time. */
export interface BegunCall {
  readonly grant: Grant;
  readonly rules: VaultRules;
  readonly isPaused: boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Why a call that began with this grant may no longer write; undefined if it may. */
export function writeRefusal(
  settings: Settings,
  { grant, rules, isPaused, now }: BegunCall,
): string | undefined {
  const token = settings.tokens.find(({ name }) => name === grant.token);
  if (token === undefined) return 'The token was revoked.';
  const { expires, grant: present } = tokenEntry(token);
  if (expires !== undefined && expires <= now) return 'The token has expired.';
  const isSame = JSON.stringify([present, settings.hidden]) === JSON.stringify([grant, rules.hidden]);
  if (!isSame) return 'What the token may do was changed.';
  if (settings.readOnly) return 'The vault is read-only.';
  return isPaused ? 'The owner of the vault has paused Lectern.' : undefined;
}
