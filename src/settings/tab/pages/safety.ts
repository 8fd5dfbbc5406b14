import type { Setting, SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
import { t } from '../../../ui/text/text';
import type { Grant } from '../../../vault/access/grant';
import { settingsSchema } from '../../schema';
import type { TabState } from '../parts';
import { CoverageLine, hiddenText } from '../folders/coverage-line';
import { addFolderRules } from '../folders/folder-rules';
import { addLines, addToggle } from '../rows';
import { approvalGroup, approvalSummary } from './approvals';
import { journalGroup } from './journal';

/** Settings for all clients: what is hidden from them, what needs approval, and what can be undone. */
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

function drawHidden(row: Setting, tab: TabState): () => void {
  const { store, grantPreview } = tab.options;
  const line = new CoverageLine(row.infoEl, grantPreview, hiddenText);
  const show = (hidden: readonly string[]): void => void line.show({ ...everything, deny: hidden });
  addFolderRules(row, tab, {
    label: t('safety.hidden'),
    value: store.settings.hidden,
    none: t('safety.hiddenNone'),
    changed: hidden => {
      show(hidden);
      return store.update(settings => ({ ...settings, hidden: [...hidden] }));
    },
  });
  show(store.settings.hidden);
  return () => line.end();
}

/** Sees all that is not hidden. */
const everything: Grant = {
  token: '',
  rights: 'read',
  allow: [],
  allowWrite: [],
  deny: [],
  disabledTools: [],
};

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
