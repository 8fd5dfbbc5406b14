import {
  normalizePath,
  type Setting,
  type SettingDefinitionGroup,
  type SettingDefinitionPage,
} from 'obsidian';
import { t } from '../../../ui/text/text';
import { callSeconds, defaultPort } from '../../schema';
import type { TabState } from '../parts';
import { addAction, addNumber, addText, addToggle, numberRow, switchRow } from '../rows';

/** Settings that few users change. */
export function advancedPage(tab: TabState): SettingDefinitionPage {
  return {
    type: 'page',
    name: t('advanced.name'),
    desc: t('advanced.desc'),
    displayValue: () => t('advanced.value', { port: String(tab.options.store.settings.port) }),
    items: [
      serverGroup(tab),
      notificationsGroup(tab),
      {
        type: 'group',
        heading: t('advanced.prompts'),
        items: [
          {
            name: t('advanced.promptsFolder'),
            desc: t('advanced.promptsFolderDesc'),
            render: row => drawPromptsFolder(row, tab),
          },
        ],
      },
    ],
  };
}

function serverGroup({ options }: TabState): SettingDefinitionGroup {
  const { store, live, server } = options;
  const setPort = async (port: number): Promise<void> => {
    await store.choosePort(port);
    if (live.state.server.state !== 'off') await server.restart();
  };
  return {
    type: 'group',
    heading: t('advanced.server'),
    items: [
      {
        name: t('advanced.port'),
        desc: t('advanced.portDesc', { port: String(defaultPort) }),
        render: row =>
          addNumber(row, {
            ...ports,
            label: t('advanced.port'),
            value: store.settings.port,
            onChange: setPort,
          }),
      },
      switchRow(store, 'autoStart', { name: t('advanced.autoStart'), desc: t('advanced.autoStartDesc') }),
      {
        name: t('advanced.restart'),
        desc: t('advanced.restartDesc'),
        render: row => drawServer(row, options),
      },
      numberRow(store, 'callSeconds', {
        name: t('advanced.callTime'),
        desc: t('advanced.callTimeDesc'),
        label: t('advanced.callTimeLabel'),
        ...callSeconds,
      }),
    ],
  };
}

function drawServer(row: Setting, { live, server }: TabState['options']): () => void {
  addAction(row, { text: t('status.restart'), run: () => server.restart() });
  const stop = addAction(row, { text: t('status.stop'), run: () => server.stop() });
  const show = (): void => void stop.toggleAttribute('disabled', live.state.server.state === 'off');
  show();
  return live.subscribe(show);
}

function drawPromptsFolder(row: Setting, { options: { store, folders } }: TabState): void {
  const field = addText(row, {
    label: t('advanced.promptsFolder'),
    value: store.settings.promptsFolder,
    onChange: text => {
      const promptsFolder = text.trim() === '' ? '' : normalizePath(text.trim());
      const isThere = promptsFolder === '' || folders().includes(promptsFolder);
      row.setErrorMessage(isThere ? null : t('folders.noneFound'));
      if (!isThere) return;
      field.setValue(promptsFolder);
      return store.update(settings => ({ ...settings, promptsFolder }));
    },
  });
  field.inputEl.maxLength = 512;
  field.setPlaceholder(t('advanced.prompts'));
}

const ports = { min: 1, max: 65_535 } as const;

const notices = ['writes', 'connections', 'problems'] as const;

function notificationsGroup({ options: { store } }: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: t('advanced.notifications'),
    items: notices.map(kind => ({
      name: t(`advanced.notice.${kind}`),
      desc: t(`advanced.notice.${kind}.desc`),
      render: row =>
        addToggle(row, {
          label: t('rows.of', { what: t('advanced.notifications'), name: t(`advanced.notice.${kind}`) }),
          value: store.settings.notices[kind],
          onChange: isOn =>
            store.update(settings => ({ ...settings, notices: { ...settings.notices, [kind]: isOn } })),
        }),
    })),
  };
}
