/** What an owner may want to decide about, apart from each other. */
export const approvalRisks = ['edit', 'overwrite', 'delete', 'move', 'massChange', 'command'] as const;
export type ApprovalRisk = (typeof approvalRisks)[number];

export const approvalRules = ['allow', 'ask', 'refuse'] as const;
export type ApprovalRule = (typeof approvalRules)[number];

export type ApprovalRules = Readonly<Record<ApprovalRisk, ApprovalRule>>;
/** What a token has instead of everybody's rules. */
export type OwnApprovalRules = Readonly<Partial<Record<ApprovalRisk, ApprovalRule | undefined>>>;

/** What holds for something that carries several risks. */
export function strictestRule(
  risks: readonly ApprovalRisk[],
  rules: ApprovalRules,
  own: OwnApprovalRules = {},
): ApprovalRule {
  const strictness = risks.map(risk => approvalRules.indexOf(own[risk] ?? rules[risk]));
  return approvalRules[Math.max(0, ...strictness)] ?? 'refuse';
}
