/** Levels of a token's rights, how many tools it lists, and for which changes the owner is asked. */

/** How much a token may do: each level includes the ones before. */
export const rightsLevels = ['read', 'write', 'full'] as const;
export type Rights = (typeof rightsLevels)[number];

export function suffices(held: Rights, needed: Rights): boolean {
  return rightsLevels.indexOf(held) >= rightsLevels.indexOf(needed);
}

export const noRules = { allow: [], allowWrite: [], deny: [], disabledTools: [] } as const;

/** How many tools `tools/list` shows to a client: each profile includes the ones before. */
export const profiles = ['core', 'standard', 'all'] as const;
export type Profile = (typeof profiles)[number];

export const defaultProfile: Profile = 'core';

/** Whether a profile includes a tool whose smallest profile is the other one. */
export function profileIncludes(profile: Profile, smallest: Profile): boolean {
  return profiles.indexOf(profile) >= profiles.indexOf(smallest);
}

/** Kinds of changes for which the owner can require approval separately. */
export const approvalRisks = ['edit', 'overwrite', 'delete', 'move', 'massChange', 'command'] as const;
export type ApprovalRisk = (typeof approvalRisks)[number];

export const approvalRules = ['allow', 'ask', 'refuse'] as const;
export type ApprovalRule = (typeof approvalRules)[number];

export type ApprovalRules = Readonly<Record<ApprovalRisk, ApprovalRule>>;
/** A token's own rules, which override the general ones. */
export type OwnApprovalRules = Readonly<Partial<Record<ApprovalRisk, ApprovalRule | undefined>>>;

export function strictestRule(
  risks: readonly ApprovalRisk[],
  rules: ApprovalRules,
  own: OwnApprovalRules,
): ApprovalRule {
  const strictness = risks.map(risk => approvalRules.indexOf(own[risk] ?? rules[risk]));
  return approvalRules[Math.max(0, ...strictness)] ?? 'refuse';
}
