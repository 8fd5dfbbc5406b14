import type { SettingDefinitionGroup } from 'obsidian';
import { callSeconds, defaultPort } from '../schema';
import type { TabState } from './parts';
import { addNumber, addText, addToggle } from './rows';

/** What most people never change. */
export function advancedSection(tab: TabState): SettingDefinitionGroup {
  const { store, live, restart } = tab.parts;
  const setPort = async (port: number): Promise<void> => {
    await store.update(settings => ({ ...settings, port }));
    if (live.state.server.state !== 'off') await restart();
  };
  const setSeconds = (seconds: number): Promise<void> =>
    store.update(settings => ({ ...settings, callSeconds: seconds }));
  return {
    type: 'group',
    heading: 'Advanced',
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
        name: 'Prompts folder',
        desc: 'The notes in this folder are prompts for clients. Leave it empty to have none.',
        render: row =>
          void addText(row, {
            label: 'Prompts folder',
            value: store.settings.promptsFolder,
            onChange: folder =>
              store.update(settings => ({ ...settings, promptsFolder: folder.trim().slice(0, 512) })),
          }),
      },
    ],
  };
}

const ports = { label: 'Port', min: 1, max: 65_535 } as const;
const seconds = { label: 'Seconds for a call', min: callSeconds.min, max: callSeconds.max } as const;
