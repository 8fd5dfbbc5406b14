import { ConfirmationModal, type Setting, type SettingDefinitionGroup } from 'obsidian';
import { dayText } from '../../../ui/plain-words';
import { t } from '../../../ui/text/text';
import { journalDays, journalMegabytes } from '../../schema';
import type { TabState } from '../parts';
import { addAction, addNumber } from '../rows';

/** How long changes can be undone. */
export function journalGroup(tab: TabState): SettingDefinitionGroup {
  const { store } = tab.options;
  return {
    type: 'group',
    heading: t('safety.undo'),
    items: [
      {
        name: t('safety.journalDays'),
        desc: t('safety.journalDaysDesc'),
        render: row =>
          addNumber(row, {
            label: t('safety.journalDays'),
            ...journalDays,
            value: store.settings.journalDays,
            onChange: days => store.update(settings => ({ ...settings, journalDays: days })),
          }),
      },
      {
        name: t('safety.journalSize'),
        desc: t('safety.journalSizeDesc'),
        render: row =>
          addNumber(row, {
            label: t('safety.journalSizeLabel'),
            ...journalMegabytes,
            value: store.settings.journalMegabytes,
            onChange: size => store.update(settings => ({ ...settings, journalMegabytes: size })),
          }),
      },
      { name: t('safety.journal'), render: row => drawJournal(row, tab) },
    ],
  };
}

function drawJournal(row: Setting, { options }: TabState): void {
  const { app, journal } = options;
  const showCount = (): void => {
    const { changes: count, oldest } = journal.usage();
    const changes = t('common.changes', { count });
    row.setDesc(
      oldest === undefined
        ? t('safety.journalHolds', { changes })
        : t('safety.journalSince', { changes, day: dayText(new Date(oldest)) }),
    );
  };
  showCount();
  const empty = async (): Promise<void> => {
    try {
      await journal.clear();
      row.setErrorMessage(null);
    } catch {
      row.setErrorMessage(t('safety.journalFailed'));
    }
    showCount();
  };
  addAction(row, {
    text: t('safety.emptyJournal'),
    label: t('safety.emptyJournalLabel'),
    kind: 'destructive',
    run: () => {
      const modal = new ConfirmationModal(app);
      modal.setTitle(t('safety.emptyJournalTitle')).setContent(t('safety.emptyJournalText'));
      modal.addButton(button =>
        button.setButtonText(t('safety.emptyJournal')).setDestructive().setCta().onClick(empty),
      );
      modal.addCancelButton();
      modal.open();
    },
  });
}
