import type { Setting, SettingDefinitionGroup } from 'obsidian';
import { copyText } from '../ui/clipboard';
import { defaultPort } from './schema';
import type { SettingsTabParts } from './settings-tab-parts';

/** Status, address and start of the server, and the texts that connect a client. */
export function serverSection(parts: SettingsTabParts, redraw: () => void): SettingDefinitionGroup {
  const { state, url, problem } = parts.status();
  const act = (action: () => Promise<void>): void => void action().then(redraw);
  return {
    type: 'group',
    heading: 'Server',
    items: [
      {
        name: state === 'listening' ? 'Running' : 'Not running',
        desc: problem ?? url ?? 'No client can connect.',
        render: setting => {
          const running = state === 'listening';
          setting.addButton(button =>
            button
              .setButtonText(running ? 'Stop' : 'Start')
              .onClick(() => act(running ? parts.stop : parts.start)),
          );
          setting.addButton(button => button.setButtonText('Restart').onClick(() => act(parts.restart)));
        },
      },
      {
        name: 'Port',
        desc: `Clients connect to this port on this computer. The default is ${defaultPort}.`,
        control: { type: 'number', key: 'port', min: 1, max: 65535, step: 1 },
      },
      {
        name: 'Start automatically',
        desc: 'Start the server when this vault opens.',
        control: { type: 'toggle', key: 'autoStart' },
      },
      {
        name: 'Read-only',
        desc: 'No client may change anything, whatever its token allows.',
        control: { type: 'toggle', key: 'readOnly' },
      },
      ...parts.setupTexts().map(setup => ({
        name: `Connect ${setup.client}`,
        desc: setup.place,
        render: (setting: Setting) => {
          setting.addButton(button =>
            button.setButtonText('Copy').onClick(() => void copyText(setup.text, setup.place)),
          );
        },
      })),
    ],
  };
}
