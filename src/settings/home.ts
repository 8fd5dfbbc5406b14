import type { Plugin } from 'obsidian';
import type { SettingsHome } from './store';

/** The plugin's `data.json` and the vault's secret storage. */
export function settingsHome(plugin: Plugin): SettingsHome {
  const { secretStorage } = plugin.app;
  return {
    load: () => plugin.loadData(),
    save: settings => plugin.saveData(settings),
    getSecret: id => secretStorage.getSecret(id),
    setSecret: (id, value) => secretStorage.setSecret(id, value),
    async keepAside() {
      const folder = plugin.manifest.dir;
      if (folder === undefined) return;
      const { adapter } = plugin.app.vault;
      const file = `${folder}/data.json`;
      if (await adapter.exists(file))
        await adapter.write(`${folder}/data.damaged.json`, await adapter.read(file));
    },
  };
}
