/** Kinds of changes for which the owner can require approval separately. */
export const approvalRisks = ['edit', 'overwrite', 'delete', 'move', 'massChange', 'command'] as const;
export type ApprovalRisk = (typeof approvalRisks)[number];

export const approvalRules = ['allow', 'ask', 'refuse'] as const;
export type ApprovalRule = (typeof approvalRules)[number];

export type ApprovalRules = Readonly<Record<ApprovalRisk, ApprovalRule>>;
/** A token's own rules, which override the general ones. */
export type OwnApprovalRules = Readonly<Partial<Record<ApprovalRisk, ApprovalRule | undefined>>>;

/** The strictest rule for a change with several risks. */
export function strictestRule(
  risks: readonly ApprovalRisk[],
  rules: ApprovalRules,
  own: OwnApprovalRules,
): ApprovalRule {
  const strictness = risks.map(risk => approvalRules.indexOf(own[risk] ?? rules[risk]));
  return approvalRules[Math.max(0, ...strictness)] ?? 'refuse';
}
