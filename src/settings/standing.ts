import type { OwnApprovalRules } from '../utils/approval-rules';
import type { Settings } from './schema';

/** The rules that a token has instead of those for everybody; undefined where no token has the name. */
export function ownRulesOf({ tokens }: Settings, name: string): OwnApprovalRules | undefined {
  const token = tokens.find(other => other.name === name);
  return token === undefined ? undefined : (token.approval ?? {});
}

/** All that decides on what the token of that name may do, as a text: it is another as soon as something of it is. */
export function standingOf({ tokens, readOnly, hidden, disabledTools }: Settings, name: string): string {
  const token = tokens.find(other => other.name === name);
  if (token === undefined) return '';
  const { valueHash, rights, allow, allowWrite, deny, approval, expires } = token;
  const own = [valueHash, rights, allow, allowWrite, deny, token.disabledTools, approval, expires];
  return JSON.stringify([own, readOnly, hidden, disabledTools]);
}
