/** Presets for the approval rules. */
import {
  type ApprovalRisk,
  approvalRisks,
  type ApprovalRule,
  type ApprovalRules,
} from '../../utils/approval-rules';

export interface ApprovalChoice {
  readonly id: 'never' | 'destructive' | 'always';
  /** Risks that wait for the user; everything else is allowed. */
  readonly asked: readonly ApprovalRisk[];
}

export const approvalChoices: readonly ApprovalChoice[] = [
  { id: 'never', asked: [] },
  { id: 'destructive', asked: ['overwrite', 'delete', 'massChange', 'command'] },
  { id: 'always', asked: approvalRisks },
];

/** The preset that matches the rules; undefined if the user set them one by one. */
export function choiceOf(rules: ApprovalRules): ApprovalChoice | undefined {
  return approvalChoices.find(choice => approvalRisks.every(risk => rules[risk] === ruleIn(choice, risk)));
}

export function rulesOf(choice: ApprovalChoice): ApprovalRules {
  return {
    edit: ruleIn(choice, 'edit'),
    overwrite: ruleIn(choice, 'overwrite'),
    delete: ruleIn(choice, 'delete'),
    move: ruleIn(choice, 'move'),
    massChange: ruleIn(choice, 'massChange'),
    command: ruleIn(choice, 'command'),
  };
}

function ruleIn({ asked }: ApprovalChoice, risk: ApprovalRisk): ApprovalRule {
  return asked.includes(risk) ? 'ask' : 'allow';
}
