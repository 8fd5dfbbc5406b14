import { Setting, type SettingDefinitionGroup } from 'obsidian';
import {
  type ApprovalRisk,
  approvalRisks,
  type ApprovalRule,
  approvalRules,
  type ApprovalRules,
} from '../../../utils/rights';
import { quoted } from '../../../ui/plain-words';
import { searchWords, t } from '../../../ui/text/text';
import { approvalSeconds, type StoredToken } from '../../schema';
import type { SaveToken, TabState } from '../parts';
import { addAction, addChoice, addToggle, numberRow } from '../rows';

function ruleOptions(): Record<ApprovalRule, string> {
  return { allow: t('common.allow'), ask: t('rules.rule.ask'), refuse: t('common.refuse') };
}

const custom = 'custom';

/** A short text that says which changes need approval. */
export function approvalSummary({ options }: TabState): string {
  const { readOnly, approval } = options.store.settings;
  if (readOnly) return t('status.readOnly');
  const choice = choiceOf(approval);
  if (choice?.id === 'never') return t('rules.noneAsked');
  return choice === undefined ? t('rules.own') : t(`rules.choice.${choice.id}`);
}

/** What clients may do without approval: one preset, or a rule for each kind of change. */
export function approvalGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: t('rules.heading'),
    items: [
      {
        name: t('rules.ask'),
        desc: t('rules.askDesc'),
        aliases: searchWords('rules.askSearch'),
        render: row => drawChoice(row, tab),
      },
      ...approvalRisks.map(risk => ({
        name: t(`rules.risk.${risk}`),
        desc: t(`rules.risk.${risk}.desc`),
        visible: () => isCustom(tab),
        render: (row: Setting) => drawRule(row, risk, tab),
      })),
      numberRow(tab.options.store, 'approvalSeconds', {
        name: t('rules.timeout'),
        desc: t('rules.timeoutDesc'),
        label: t('rules.timeoutLabel'),
        ...approvalSeconds,
      }),
      { name: t('rules.temporary'), render: row => drawAgreements(row, tab) },
    ],
  };
}

function isCustom({ options, wantsOwnRules }: TabState): boolean {
  return wantsOwnRules || choiceOf(options.store.settings.approval) === undefined;
}

function drawChoice(row: Setting, tab: TabState): void {
  const { store } = tab.options;
  addChoice(row, {
    label: t('rules.ask'),
    value: isCustom(tab) ? custom : (choiceOf(store.settings.approval)?.id ?? custom),
    options: {
      ...Object.fromEntries(approvalChoices.map(({ id }) => [id, t(`rules.choice.${id}`)])),
      [custom]: t('rules.choice.custom'),
    },
    onChange: async id => {
      const choice = approvalChoices.find(one => one.id === id);
      tab.wantsOwnRules = choice === undefined;
      if (choice !== undefined) {
        const rules = Object.fromEntries(approvalRisks.map(risk => [risk, ruleIn(choice, risk)]));
        await store.update(settings => ({ ...settings, approval: { ...settings.approval, ...rules } }));
      }
      tab.redraw();
    },
  });
}

function drawRule(row: Setting, risk: ApprovalRisk, { options }: TabState): void {
  const { store } = options;
  addChoice(row, {
    label: t('rules.ruleFor', { risk: t(`rules.risk.${risk}`) }),
    value: store.settings.approval[risk],
    options: ruleOptions(),
    onChange: value =>
      store.update(settings => ({
        ...settings,
        approval: { ...settings.approval, [risk]: ruleOf(value) ?? 'refuse' },
      })),
  });
}

function drawAgreements(row: Setting, { options }: TabState): void {
  const { agreements } = options;
  const forget = addAction(row, {
    text: t('rules.forget'),
    label: t('rules.forgetLabel'),
    run: () => {
      agreements.forget();
      showCount();
    },
  });
  const showCount = (): void => {
    const { agreed } = agreements;
    row.setDesc(agreed === 0 ? t('rules.noTemporary') : t('rules.temporaryCount', { count: agreed }));
    forget.toggle(agreed > 0);
  };
  showCount();
}

/** The rules of one token, if they differ from the general ones. */
export function drawTokenApproval(body: HTMLElement, token: StoredToken, save: SaveToken): void {
  const details = body.createEl('details', { cls: 'lectern-token-approval' });
  details.createEl('summary', { text: t('token.approval') });
  for (const risk of approvalRisks) {
    const name = t(`rules.risk.${risk}`);
    addChoice(new Setting(details).setName(name).setDesc(t(`rules.risk.${risk}.desc`)), {
      label: t('token.ruleOf', { name: quoted(token.name), risk: name }),
      value: token.approval?.[risk] ?? '',
      options: { '': t('token.sameRule'), ...ruleOptions() },
      onChange: value => save(old => withRule(old, risk, ruleOf(value))),
    });
  }
  addToggle(new Setting(details).setName(t('token.inClient')).setDesc(t('token.inClientDesc')), {
    label: t('token.inClientOf', { name: quoted(token.name) }),
    value: token.asksInClient === true,
    onChange: isOn => save(old => ({ ...old, asksInClient: isOn })),
  });
}

function withRule(token: StoredToken, risk: ApprovalRisk, rule: ApprovalRule | undefined): StoredToken {
  const { [risk]: _, ...others } = token.approval ?? {};
  return { ...token, approval: rule === undefined ? others : { ...others, [risk]: rule } };
}

function ruleOf(value: string): ApprovalRule | undefined {
  return approvalRules.find(rule => rule === value);
}

/** A preset for the approval rules. */
interface ApprovalChoice {
  readonly id: 'never' | 'destructive' | 'always';
  /** Risks that wait for the user; everything else is allowed. */
  readonly asked: readonly ApprovalRisk[];
}

const approvalChoices: readonly ApprovalChoice[] = [
  { id: 'never', asked: [] },
  { id: 'destructive', asked: ['overwrite', 'delete', 'massChange', 'command'] },
  { id: 'always', asked: approvalRisks },
];

/** The preset that matches the rules; undefined if the user set them one by one. */
function choiceOf(rules: ApprovalRules): ApprovalChoice | undefined {
  return approvalChoices.find(choice => approvalRisks.every(risk => rules[risk] === ruleIn(choice, risk)));
}

function ruleIn({ asked }: ApprovalChoice, risk: ApprovalRisk): ApprovalRule {
  return asked.includes(risk) ? 'ask' : 'allow';
}
