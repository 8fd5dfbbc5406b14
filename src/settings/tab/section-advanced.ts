import type { Setting, SettingDefinitionGroup } from 'obsidian';
import { callSeconds, defaultPort, type Settings } from '../schema';
import type { TabState } from './parts';
import { addText, addToggle } from './rows';

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
        render: row => drawNumber(row, store.settings, { ...ports, set: setPort }),
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
        render: row => drawNumber(row, store.settings, { ...seconds, set: setSeconds }),
      },
    ],
  };
}

interface NumberRow {
  readonly key: 'port' | 'callSeconds';
  readonly label: string;
  readonly min: number;
  readonly max: number;
  readonly set: (value: number) => Promise<void>;
}

const ports = { key: 'port', label: 'Port', min: 1, max: 65_535 } as const;
const seconds = { key: 'callSeconds', label: 'Seconds for a call', ...callSeconds } as const;

function drawNumber(row: Setting, settings: Settings, { key, label, min, max, set }: NumberRow): void {
  const { inputEl } = addText(row, {
    label,
    value: String(settings[key]),
    onChange: async text => {
      const value = Number(text);
      const isRight = text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max;
      row.setErrorMessage(isRight ? null : `Give a whole number from ${min} to ${max}.`);
      if (isRight) await set(value);
    },
  });
  inputEl.type = 'number';
  inputEl.min = String(min);
  inputEl.max = String(max);
}
