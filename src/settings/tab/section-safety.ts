import { ConfirmationModal, type Setting, type SettingDefinitionGroup } from 'obsidian';
import { compileCover } from '../../utils/glob-utils';
import type { TabState } from './parts';
import { addAction, addLines, addToggle } from './rows';
import { counted, localDay } from './words';

/** What holds for every client, and where what they removed can be found. */
export function safetySection(tab: TabState): SettingDefinitionGroup {
  const { store } = tab.parts;
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
        desc: 'Folders and files that no client sees, one a line, such as “Private” or “*.secret.md”.',
        render: row => drawHidden(row, tab),
      },
      {
        name: 'Run Templater in templates',
        desc: 'Clients with rights to everything may create notes from templates that run code. Whoever can change such a template can then run code on this computer.',
        render: row =>
          addToggle(row, {
            label: 'Run Templater in templates',
            value: store.settings.runTemplater,
            onChange: runTemplater => store.update(settings => ({ ...settings, runTemplater })),
          }),
      },
      {
        name: 'Trash',
        desc: 'What a client deletes goes where the app puts what you delete yourself, as set under files and links. Only a connection with rights to everything can remove something for good.',
      },
      { name: 'Journal of changes', render: row => drawJournal(row, tab) },
    ],
  };
}

function drawHidden(row: Setting, { parts }: TabState): void {
  const { store } = parts;
  const area = addLines(row, {
    label: 'Hidden folders',
    value: store.settings.hidden,
    onChange: async lines => {
      const problem = problemOf(lines);
      row.setErrorMessage(problem);
      if (problem === null) await store.update(settings => ({ ...settings, hidden: [...lines] }));
    },
  });
  area.setPlaceholder('Private');
}

function problemOf(rules: readonly string[]): string | null {
  try {
    compileCover(rules);
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : 'These rules cannot be read.';
  }
}

function drawJournal(row: Setting, { parts }: TabState): void {
  const { app, journal } = parts;
  const tell = (): void => {
    const { changes, oldest } = journal.usage();
    const since = oldest === undefined ? '' : `, the oldest of ${localDay(new Date(oldest))}`;
    row.setDesc(
      `Every change is kept with what was there before, for 30 days or 100 MB, so that it can be undone. It holds ${counted(changes, 'change')}${since}.`,
    );
  };
  tell();
  const empty = async (): Promise<void> => {
    await journal.clear();
    tell();
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
