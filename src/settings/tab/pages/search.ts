import type { Setting, SettingDefinitionGroup, SettingDefinitionPage } from 'obsidian';
import { t } from '../../../ui/text/text';
import { isRefusedAddress } from '../../../utils/urls';
import { searchMemory, searchMemoryOf } from '../../schema';
import type { TabState } from '../parts';
import { addNumber, addText, switchRow } from '../rows';

const examples = { server: 'http://127.0.0.1:11434', model: 'nomic-embed-text' } as const;

/** How notes are found: by meaning, with a server on this computer, and by their text. */
export function searchPage(tab: TabState): SettingDefinitionPage {
  const isOn = (): boolean => tab.options.store.settings.embeddingsServer !== '';
  return {
    type: 'page',
    name: t('search.name'),
    desc: t('search.desc'),
    displayValue: () => t(isOn() ? 'search.on' : 'search.off'),
    items: [meaningGroup(tab), textGroup(tab)],
  };
}

function meaningGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: t('advanced.meaning'),
    items: [
      {
        name: t('advanced.embeddingsServer'),
        desc: t('advanced.embeddingsServerDesc'),
        render: row => drawServer(row, tab),
      },
      {
        name: t('advanced.embeddingsModel'),
        desc: t('advanced.embeddingsModelDesc'),
        render: row => drawModel(row, tab),
      },
    ],
  };
}

function drawServer(row: Setting, { options: { store } }: TabState): void {
  const check = (address: string): boolean => {
    const isRight = !isRefusedAddress(address);
    row.setErrorMessage(isRight ? null : t('advanced.embeddingsServerProblem'));
    return isRight;
  };
  const field = addText(row, {
    label: t('advanced.embeddingsServer'),
    value: store.settings.embeddingsServer,
    onChange: text => {
      const embeddingsServer = text.trim();
      if (check(embeddingsServer)) return store.update(settings => ({ ...settings, embeddingsServer }));
    },
  });
  field.inputEl.maxLength = 200;
  field.setPlaceholder(examples.server);
  check(store.settings.embeddingsServer);
}

function drawModel(row: Setting, { options: { store } }: TabState): void {
  const field = addText(row, {
    label: t('advanced.embeddingsModel'),
    value: store.settings.embeddingsModel,
    onChange: text => store.update(settings => ({ ...settings, embeddingsModel: text.trim() })),
  });
  field.inputEl.maxLength = 200;
  field.setPlaceholder(examples.model);
}

function textGroup({ options: { store } }: TabState): SettingDefinitionGroup {
  const setMemory = (size: number): Promise<unknown> =>
    store.update(settings => ({ ...settings, searchMemory: size }));
  return {
    type: 'group',
    heading: t('search.text'),
    items: [
      {
        name: t('advanced.memory'),
        desc: t('advanced.memoryDesc'),
        render: row =>
          addNumber(row, {
            label: t('advanced.memoryLabel'),
            ...searchMemory,
            value: searchMemoryOf(store.settings, store.isHosted),
            onChange: setMemory,
          }),
      },
      switchRow(store, 'searchAttachments', {
        name: t('advanced.attachments'),
        desc: t('advanced.attachmentsDesc'),
      }),
    ],
  };
}
