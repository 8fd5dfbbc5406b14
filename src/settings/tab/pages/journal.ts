import { ConfirmationModal, type Setting, type SettingDefinitionGroup } from 'obsidian';
import { counted, localDay } from '../../../ui/plain-words';
import { journalDays, journalMegabytes } from '../../schema';
import type { TabState } from '../parts';
import { addAction, addNumber } from '../rows';

/** How long changes can be undone, and where deleted files go. */
export function journalGroup(tab: TabState): SettingDefinitionGroup {
  const { store } = tab.options;
  return {
    type: 'group',
    heading: 'Undo',
    items: [
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
      { name: 'Journal of changes', render: row => drawJournal(row, tab) },
      {
        name: 'Trash',
        desc: 'What a client deletes goes where the app puts what you delete yourself. Only a connection with full access can delete permanently.',
      },
    ],
  };
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
      row.setErrorMessage(error instanceof Error ? error.message : 'The journal could not be emptied.');
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
