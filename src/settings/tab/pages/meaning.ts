import type { Setting, SettingDefinitionGroup } from 'obsidian';
import { t } from '../../../ui/text/text';
import { isRefusedAddress } from '../../../utils/loopback-url';
import type { TabState } from '../parts';
import { addText } from '../rows';

const examples = { server: 'http://127.0.0.1:11434', model: 'nomic-embed-text' } as const;

/** The settings of the embeddings server on this computer. */
export function meaningGroup(tab: TabState): SettingDefinitionGroup {
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
