import {
  normalizePath,
  type Setting,
  type SettingDefinitionGroup,
  type SettingDefinitionPage,
} from 'obsidian';
import { callSeconds, defaultPort, searchMemory } from '../../schema';
import type { TabState } from '../parts';
import { addNumber, addText, addToggle } from '../rows';
import { notificationsGroup } from './notifications';

/** Settings that few users change. */
export function advancedPage(tab: TabState): SettingDefinitionPage {
  return {
    type: 'page',
    name: 'Advanced',
    desc: 'Port, notifications, search, prompts.',
    displayValue: () => `Port ${tab.options.store.settings.port}`,
    items: [serverGroup(tab), notificationsGroup(tab), searchGroup(tab), promptsGroup(tab)],
  };
}

function serverGroup({ options: { store, live, server } }: TabState): SettingDefinitionGroup {
  const setPort = async (port: number): Promise<void> => {
    await store.update(settings => ({ ...settings, port }));
    if (live.state.server.state !== 'off') await server.restart();
  };
  const setSeconds = (seconds: number): Promise<unknown> =>
    store.update(settings => ({ ...settings, callSeconds: seconds }));
  return {
    type: 'group',
    heading: 'Server',
    items: [
      {
        name: 'Port',
        desc: `Clients connect to this port on this computer. It is ${defaultPort} at first; changing it means setting up clients again.`,
        render: row => addNumber(row, { ...ports, value: store.settings.port, onChange: setPort }),
      },
      {
        name: 'Start automatically',
        desc: 'Start the server when this vault opens.',
        render: row =>
          addToggle(row, {
            label: 'Start automatically',
            value: store.settings.autoStart,
            onChange: autoStart => store.update(settings => ({ ...settings, autoStart })),
          }),
      },
      {
        name: 'Time for a call',
        desc: 'Seconds after which a call is stopped.',
        render: row =>
          addNumber(row, { ...seconds, value: store.settings.callSeconds, onChange: setSeconds }),
      },
      {
        name: 'Protocol',
        desc: 'Model Context Protocol, revision 2026-07-28 and those of 2025, over HTTP on this computer.',
      },
    ],
  };
}

function searchGroup({ options: { store } }: TabState): SettingDefinitionGroup {
  const setMemory = (size: number): Promise<unknown> =>
    store.update(settings => ({ ...settings, searchMemory: size }));
  return {
    type: 'group',
    heading: 'Search',
    items: [
      {
        name: 'Memory for search',
        desc: 'In MB. With less, searches read the remaining notes from the disk and are slower.',
        render: row => addNumber(row, { ...memory, value: store.settings.searchMemory, onChange: setMemory }),
      },
      {
        name: 'Search in PDFs and images',
        desc: 'Clients then find their text too. Needs the Text Extractor plugin.',
        render: row =>
          addToggle(row, {
            label: 'Search in PDFs and images',
            value: store.settings.searchAttachments,
            onChange: searchAttachments => store.update(settings => ({ ...settings, searchAttachments })),
          }),
      },
    ],
  };
}

function promptsGroup(tab: TabState): SettingDefinitionGroup {
  return {
    type: 'group',
    heading: 'Prompts',
    items: [
      {
        name: 'Prompts folder',
        desc: 'Each note in this folder is a prompt that clients offer. None when empty.',
        render: row => drawPromptsFolder(row, tab),
      },
    ],
  };
}

function drawPromptsFolder(row: Setting, { options: { store } }: TabState): void {
  const field = addText(row, {
    label: 'Prompts folder',
    value: store.settings.promptsFolder,
    onChange: text => {
      const folder = text.trim();
      return store.update(settings => ({
        ...settings,
        promptsFolder: folder === '' ? '' : normalizePath(folder),
      }));
    },
  });
  field.inputEl.maxLength = 512;
  field.setPlaceholder('Prompts');
}

const ports = { label: 'Port', min: 1, max: 65_535 } as const;
const memory = { label: 'Memory for search in MB', ...searchMemory } as const;
const seconds = { label: 'Seconds for a call', min: callSeconds.min, max: callSeconds.max } as const;
