import type { Setting, SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
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
    name: 'Safety',
    desc: 'Hidden folders, approvals, undo, code.',
    displayValue: () => approvalSummary(tab),
    items: [hiddenGroup(tab), approvalGroup(tab), journalGroup(tab), codeGroup(tab)],
  };
}

function hiddenGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    items: [
      {
        name: 'Hidden folders',
        desc: 'Folders and files that no client sees, one per line, such as “Private” or “*.secret.md”.',
        render: row => drawHidden(row, tab),
      },
    ],
  };
}

function codeGroup(tab: TabState): SettingDefinitionGroup {
  const { store } = tab.options;
  return {
    type: 'group',
    heading: 'Commands and code',
    items: [
      {
        name: 'Commands clients may run',
        desc: 'Ids of commands of the app, one per line; “editor:*” allows all that start with “editor:”. They also need a connection with full access, and the tool “execute_command” switched on.',
        render: row => drawCommands(row, tab),
      },
      {
        name: 'Run Templater in templates',
        desc: 'Clients with full access may create notes from templates that run code. Anyone who can change such a template can then run code on this computer.',
        render: row =>
          addToggle(row, {
            label: 'Run Templater in templates',
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
    label: 'Hidden folders',
    value: store.settings.hidden,
    onChange: async lines => {
      const problem = rulesProblem(lines);
      row.setErrorMessage(problem);
      if (problem === null) await store.update(settings => ({ ...settings, hidden: [...lines] }));
    },
  });
  area.setPlaceholder('Private');
}

function drawCommands(row: Setting, { options: { store } }: TabState): void {
  addLines(row, {
    label: 'Commands clients may run',
    value: store.settings.commandAllowList,
    onChange: async lines => {
      const checked = settingsSchema.shape.commandAllowList.safeParse(lines);
      row.setErrorMessage(checked.success ? null : 'Give at most 1,000 ids of at most 500 characters.');
      if (checked.success) await store.update(settings => ({ ...settings, commandAllowList: checked.data }));
    },
  });
}
