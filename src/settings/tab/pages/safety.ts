import type { Setting, SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
import { confirm } from '../../../ui/controls/app-actions';
import { dayText } from '../../../ui/plain-words';
import { t } from '../../../ui/text/text';
import { journalDays, journalMegabytes, settingsSchema } from '../../schema';
import type { TabState } from '../parts';
import { addAction, addLines, numberRow, switchRow } from '../rows';
import type { Grant } from '../../../vault/access/access';
import { CoverageLine, hiddenText, addFolderRules } from '../folders/folder-rules';
import { approvalGroup, approvalSummary } from './approvals';
import { noRules } from '../../../utils/rights';

/** How long changes can be undone. */
export function journalGroup(tab: TabState): SettingDefinitionGroup {
  const { store } = tab.options;
  return {
    type: 'group',
    heading: t('activity.undoOne'),
    items: [
      numberRow(store, 'journalDays', {
        name: t('safety.journalDays'),
        desc: t('safety.journalDaysDesc'),
        label: t('safety.journalDays'),
        ...journalDays,
      }),
      numberRow(store, 'journalMegabytes', {
        name: t('safety.journalSize'),
        desc: t('safety.journalSizeDesc'),
        label: t('safety.journalSize'),
        ...journalMegabytes,
      }),
      { name: t('safety.journal'), render: row => drawJournal(row, tab) },
    ],
  };
}

function drawJournal(row: Setting, { options }: TabState): void {
  const { app, journal } = options;
  const showCount = (): void => {
    const { changes: count, oldest } = journal.usage();
    const changes = t('common.changes', { count });
    const day = oldest === undefined ? undefined : dayText(new Date(oldest));
    row.setDesc(day === undefined ? `${changes}.` : t('safety.journalSince', { changes, day }));
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
  const texts = {
    title: t('safety.emptyJournalTitle'),
    text: t('safety.emptyJournalText'),
    button: t('safety.emptyJournal'),
  };
  addAction(row, {
    text: texts.button,
    kind: 'destructive',
    run: () => confirm(app, texts, empty),
  });
}

/** Settings for all clients: what is hidden from them, what needs approval, and what can be undone. */
export function safetyPage(tab: TabState): SettingDefinitionPage {
  return {
    type: 'page',
    name: t('safety.name'),
    desc: t('safety.desc'),
    displayValue: () => approvalSummary(tab),
    items: [
      {
        type: 'group',
        items: [
          { name: t('safety.hidden'), desc: t('safety.hiddenDesc'), render: row => drawHidden(row, tab) },
        ],
      },
      approvalGroup(tab),
      journalGroup(tab),
      codeGroup(tab),
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
      switchRow(store, 'runTemplater', { name: t('safety.templater'), desc: t('safety.templaterDesc') }),
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
    none: t('folders.deny.none'),
    changed: hidden => {
      show(hidden);
      return store.update(settings => ({ ...settings, hidden: [...hidden] }));
    },
  });
  show(store.settings.hidden);
  return () => line.end();
}

/** Sees all that is not hidden. */
const everything: Grant = { token: '', rights: 'read', ...noRules };

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
