import { Setting, type SettingGroupItem } from 'obsidian';
import {
  type ApprovalRisk,
  approvalRisks,
  type ApprovalRule,
  approvalRules,
} from '../../../utils/approval-rules';
import { counted } from '../../../ui/plain-words';
import { approvalSeconds, type StoredToken } from '../../schema';
import type { SaveToken, TabState } from '../parts';
import { addAction, addChoice, addNumber } from '../rows';

const riskWords: Readonly<Record<ApprovalRisk, { readonly name: string; readonly desc: string }>> = {
  edit: { name: 'Editing', desc: 'Creating notes and changing parts of them.' },
  overwrite: { name: 'Overwriting', desc: 'Replacing the whole text of a note.' },
  delete: { name: 'Deleting', desc: 'Notes, other files and folders.' },
  move: { name: 'Moving', desc: 'Renaming and moving notes, files and folders.' },
  massChange: { name: 'Mass changes', desc: 'Changing more than five files at once.' },
  command: { name: 'Commands', desc: 'Running a command of the app.' },
};

const ruleWords: Readonly<Record<ApprovalRule, string>> = { allow: 'Allow', ask: 'Ask', refuse: 'Refuse' };

/** What clients may do by themselves, and what they ask for. */
export function approvalItems(tab: TabState): SettingGroupItem[] {
  return [
    {
      name: 'Approval',
      desc: 'What clients may do by themselves, what waits until you allow it, and what is refused. A connection can have rules of its own.',
    },
    ...approvalRisks.map(risk => ({
      name: riskWords[risk].name,
      desc: riskWords[risk].desc,
      render: (row: Setting) => drawRule(row, risk, tab),
    })),
    {
      name: 'Time to answer',
      desc: 'Seconds after which what was asked for is refused.',
      render: (row: Setting) => drawSeconds(row, tab),
    },
    { name: 'Allowed for now', render: (row: Setting) => drawAgreements(row, tab) },
  ];
}

function drawRule(row: Setting, risk: ApprovalRisk, { parts }: TabState): void {
  const { store } = parts;
  addChoice(row, {
    label: `Rule: ${riskWords[risk].name}`,
    value: store.settings.approval[risk],
    options: ruleWords,
    onChange: value =>
      store.update(settings => ({
        ...settings,
        approval: { ...settings.approval, [risk]: ruleOf(value) ?? 'refuse' },
      })),
  });
}

function drawSeconds(row: Setting, { parts: { store } }: TabState): void {
  addNumber(row, {
    label: 'Time to answer in seconds',
    ...approvalSeconds,
    value: store.settings.approvalSeconds,
    onChange: seconds => store.update(settings => ({ ...settings, approvalSeconds: seconds })),
  });
}

function drawAgreements(row: Setting, { parts }: TabState): void {
  const { agreements } = parts;
  const forget = addAction(row, {
    text: 'Forget',
    label: 'Forget what was allowed for now',
    run: () => {
      agreements.forget();
      tell();
    },
  });
  const tell = (): void => {
    const { agreed } = agreements;
    row.setDesc(
      agreed === 0 ? 'Nothing beyond the rules.' : `${counted(agreed, 'agreement')} beyond the rules.`,
    );
    forget.toggle(agreed > 0);
  };
  tell();
}

/** The rules of one token, where they differ from those for everybody. */
export function drawTokenApproval(body: HTMLElement, token: StoredToken, save: SaveToken): void {
  const details = body.createEl('details', { cls: 'lectern-token-approval' });
  details.createEl('summary', { text: 'Approval' });
  for (const risk of approvalRisks) {
    addChoice(new Setting(details).setName(riskWords[risk].name).setDesc(riskWords[risk].desc), {
      label: `Rule of “${token.name}”: ${riskWords[risk].name}`,
      value: token.approval?.[risk] ?? '',
      options: { '': 'As for everybody', ...ruleWords },
      onChange: value => save(old => withRule(old, risk, ruleOf(value))),
    });
  }
}

function withRule(token: StoredToken, risk: ApprovalRisk, rule: ApprovalRule | undefined): StoredToken {
  const { [risk]: _, ...others } = token.approval ?? {};
  return { ...token, approval: rule === undefined ? others : { ...others, [risk]: rule } };
}

function ruleOf(value: string): ApprovalRule | undefined {
  return approvalRules.find(rule => rule === value);
}
