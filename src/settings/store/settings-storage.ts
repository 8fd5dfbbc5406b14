import type { Plugin } from 'obsidian';
import { pause } from '../../platform';
import { DataFile } from './data-file';
import type { SettingsStorage } from './store';

/** The plugin's `data.json`, the vault's secret storage and its local storage on this device. */
export function pluginSettingsStorage(plugin: Plugin): SettingsStorage {
  const { app } = plugin;
  const file = new DataFile(plugin, pause);
  return {
    load: expected => file.load(expected),
    save: settings => file.save(settings),
    keepAside: () => file.keepAside(),
    getSecret: id => app.secretStorage.getSecret(id),
    setSecret: (id, value) => app.secretStorage.setSecret(id, value),
    getLocal: key => {
      const stored: unknown = app.loadLocalStorage(key);
      return stored;
    },
    setLocal(key, value) {
      try {
        app.saveLocalStorage(key, value);
      } catch {
        // Local storage may be full. It only holds second copies or optional data.
      }
    },
  };
}
