import { Setting, type SettingDefinitionGroup } from 'obsidian';
import {
  type ApprovalRisk,
  approvalRisks,
  type ApprovalRule,
  approvalRules,
} from '../../../utils/approval-rules';
import { counted } from '../../../ui/plain-words';
import { approvalSeconds, type StoredToken } from '../../schema';
import { approvalChoices, choiceOf, rulesOf } from '../approval-choices';
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

const custom = 'custom';

/** When clients are asked, in a few words. */
export function approvalSummary({ options }: TabState): string {
  const { readOnly, approval } = options.store.settings;
  return readOnly ? 'Read-only' : (choiceOf(approval)?.name ?? 'Own rules for approval');
}

/** What clients may do by themselves, and what waits for the user: one choice, or a rule for each kind of change. */
export function approvalGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Approval',
    items: [
      {
        name: 'Ask before changes',
        desc: 'You see what would change and allow or refuse it. A connection can have its own rules.',
        aliases: ['approval', 'confirm', 'permission'],
        render: row => drawChoice(row, tab),
      },
      ...approvalRisks.map(risk => ({
        name: riskWords[risk].name,
        desc: riskWords[risk].desc,
        visible: () => isCustom(tab),
        render: (row: Setting) => drawRule(row, risk, tab),
      })),
      {
        name: 'Approval timeout',
        desc: 'Unanswered requests are refused after this many seconds.',
        render: row => drawSeconds(row, tab),
      },
      { name: 'Temporary approvals', render: row => drawAgreements(row, tab) },
    ],
  };
}

function isCustom({ options, wantsOwnRules }: TabState): boolean {
  return wantsOwnRules || choiceOf(options.store.settings.approval) === undefined;
}

function drawChoice(row: Setting, tab: TabState): void {
  const { store } = tab.options;
  addChoice(row, {
    label: 'Ask before changes',
    value: isCustom(tab) ? custom : (choiceOf(store.settings.approval)?.id ?? custom),
    options: {
      ...Object.fromEntries(approvalChoices.map(({ id, name }) => [id, name])),
      [custom]: 'By kind of change',
    },
    onChange: async id => {
      const choice = approvalChoices.find(one => one.id === id);
      tab.wantsOwnRules = choice === undefined;
      if (choice !== undefined) await store.update(settings => ({ ...settings, approval: rulesOf(choice) }));
      tab.redraw();
    },
  });
}

function drawRule(row: Setting, risk: ApprovalRisk, { options }: TabState): void {
  const { store } = options;
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

function drawSeconds(row: Setting, { options: { store } }: TabState): void {
  addNumber(row, {
    label: 'Approval timeout in seconds',
    ...approvalSeconds,
    value: store.settings.approvalSeconds,
    onChange: seconds => store.update(settings => ({ ...settings, approvalSeconds: seconds })),
  });
}

function drawAgreements(row: Setting, { options }: TabState): void {
  const { agreements } = options;
  const forget = addAction(row, {
    text: 'Forget',
    label: 'Forget temporary approvals',
    run: () => {
      agreements.forget();
      showCount();
    },
  });
  const showCount = (): void => {
    const { agreed } = agreements;
    row.setDesc(agreed === 0 ? 'None.' : `${counted(agreed, 'temporary approval')}.`);
    forget.toggle(agreed > 0);
  };
  showCount();
}

/** The rules of one token, where they differ from those for everybody. */
export function drawTokenApproval(body: HTMLElement, token: StoredToken, save: SaveToken): void {
  const details = body.createEl('details', { cls: 'lectern-token-approval' });
  details.createEl('summary', { text: 'Approval' });
  for (const risk of approvalRisks) {
    addChoice(new Setting(details).setName(riskWords[risk].name).setDesc(riskWords[risk].desc), {
      label: `Rule of “${token.name}”: ${riskWords[risk].name}`,
      value: token.approval?.[risk] ?? '',
      options: { '': 'Same as for all connections', ...ruleWords },
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
