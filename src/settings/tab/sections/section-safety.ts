import {
  ConfirmationModal,
  type Setting,
  type SettingDefinitionGroup,
  type SettingDefinitionRender,
} from 'obsidian';
import { counted, localDay } from '../../../ui/plain-words';
import { journalDays, journalMegabytes, settingsSchema } from '../../schema';
import type { TabState } from '../parts';
import { addAction, addLines, addNumber, addToggle } from '../rows';
import { approvalItems } from './approval-rows';
import { rulesProblem } from '../tokens/rules-problem';

/** What holds for every client, and where what they removed can be found. */
export function safetySection(tab: TabState): SettingDefinitionGroup {
  const { store } = tab.options;
  return {
    type: 'group',
    heading: 'Safety',
    items: [
      {
        name: 'Read-only',
        desc: 'No client may change anything, whatever its connection allows.',
        render: row =>
          addToggle(row, {
            label: 'Read-only',
            value: store.settings.readOnly,
            onChange: readOnly => store.update(settings => ({ ...settings, readOnly })),
          }),
      },
      {
        name: 'Hidden folders',
        desc: 'Folders and files that no client sees, one per line, such as “Private” or “*.secret.md”.',
        render: row => drawHidden(row, tab),
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
      {
        name: 'Commands clients may run',
        desc: 'Ids of commands of the app, one per line; “editor:*” allows all that start with “editor:”. They also need a connection with full access, and the tool “execute_command” switched on.',
        render: row => drawCommands(row, tab),
      },
      ...approvalItems(tab),
      {
        name: 'Trash',
        desc: 'What a client deletes goes where the app puts what you delete yourself, as set under files and links. Only a connection with full access can delete permanently.',
      },
      ...journalLimits(tab),
      { name: 'Journal of changes', render: row => drawJournal(row, tab) },
    ],
  };
}

function journalLimits({ options: { store } }: TabState): SettingDefinitionRender[] {
  return [
    {
      name: 'Days in the journal',
      desc: 'Every change is kept with what was there before, so that it can be undone.',
      render: row =>
        addNumber(row, {
          label: 'Days in the journal',
          ...journalDays,
          value: store.settings.journalDays,
          onChange: days => store.update(settings => ({ ...settings, journalDays: days })),
        }),
    },
    {
      name: 'Size of the journal',
      desc: 'In MB. When it is full, the oldest changes go first.',
      render: row =>
        addNumber(row, {
          label: 'Size of the journal in MB',
          ...journalMegabytes,
          value: store.settings.journalMegabytes,
          onChange: size => store.update(settings => ({ ...settings, journalMegabytes: size })),
        }),
    },
  ];
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

function messageOf(error: unknown, usual: string): string {
  return error instanceof Error ? error.message : usual;
}

function drawJournal(row: Setting, { options }: TabState): void {
  const { app, journal } = options;
  const showCount = (): void => {
    const { changes, oldest } = journal.usage();
    const since = oldest === undefined ? '' : `, the oldest of ${localDay(new Date(oldest))}`;
    row.setDesc(`It holds ${counted(changes, 'change')}${since}.`);
  };
  showCount();
  const empty = async (): Promise<void> => {
    try {
      await journal.clear();
      row.setErrorMessage(null);
    } catch (error) {
      row.setErrorMessage(messageOf(error, 'The journal could not be emptied.'));
    }
    showCount();
  };
  addAction(row, {
    text: 'Empty',
    label: 'Empty the journal of changes',
    kind: 'destructive',
    run: () => {
      const modal = new ConfirmationModal(app);
      modal.setTitle('Empty the journal?').setContent('Changes made until now can then no longer be undone.');
      modal.addButton(button => button.setButtonText('Empty').setDestructive().setCta().onClick(empty));
      modal.addCancelButton();
      modal.open();
    },
  });
}
