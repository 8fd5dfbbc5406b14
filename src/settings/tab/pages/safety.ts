import type { Setting, SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
import { t } from '../../../ui/text/text';
import { settingsSchema } from '../../schema';
import type { TabState } from '../parts';
import { addLines, addToggle } from '../rows';
import { rulesProblem } from '../tokens/rules-problem';
import { approvalGroup, approvalSummary } from './approvals';
import { journalGroup } from './journal';

/** What holds for every client: what none of them sees, what waits for the user, and what can be undone. */
export function safetyPage(tab: TabState): SettingDefinitionPage {
  return {
    type: 'page',
    name: t('safety.name'),
    desc: t('safety.desc'),
    displayValue: () => approvalSummary(tab),
    items: [hiddenGroup(tab), approvalGroup(tab), journalGroup(tab), codeGroup(tab)],
  };
}

function hiddenGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    items: [
      {
        name: t('safety.hidden'),
        desc: t('safety.hiddenDesc'),
        render: row => drawHidden(row, tab),
      },
    ],
  };
}

function codeGroup(tab: TabState): SettingDefinitionGroup {
  const { store } = tab.options;
  return {
    type: 'group',
    heading: t('safety.code'),
    items: [
      {
        name: t('safety.commands'),
        desc: t('safety.commandsDesc'),
        render: row => drawCommands(row, tab),
      },
      {
        name: t('safety.templater'),
        desc: t('safety.templaterDesc'),
        render: row =>
          addToggle(row, {
            label: t('safety.templater'),
            value: store.settings.runTemplater,
            onChange: runTemplater => store.update(settings => ({ ...settings, runTemplater })),
          }),
      },
    ],
  };
}

function drawHidden(row: Setting, { options }: TabState): void {
  const { store } = options;
  const area = addLines(row, {
    label: t('safety.hidden'),
    value: store.settings.hidden,
    onChange: async lines => {
      const problem = rulesProblem(lines);
      row.setErrorMessage(problem);
      if (problem === null) await store.update(settings => ({ ...settings, hidden: [...lines] }));
    },
  });
  area.setPlaceholder(t('safety.hiddenExample'));
}

function drawCommands(row: Setting, { options: { store } }: TabState): void {
  addLines(row, {
    label: t('safety.commands'),
    value: store.settings.commandAllowList,
    onChange: async lines => {
      const checked = settingsSchema.shape.commandAllowList.safeParse(lines);
      row.setErrorMessage(checked.success ? null : t('safety.tooManyCommands'));
      if (checked.success) await store.update(settings => ({ ...settings, commandAllowList: checked.data }));
    },
  });
}
