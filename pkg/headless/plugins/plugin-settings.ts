/** Stored data of the vault's community plugins, whether or not the host has loaded them. */
import type { Vault } from '../obsidian/vault/vault';
import { readJson } from '../obsidian/vault/vault-config';

/** `data.json` of a plugin that `community-plugins.json`, the app's list of enabled ones, names; read now. */
export function pluginSettings({ adapter, configDir }: Vault, id: string): unknown {
  const enabled = readJson(adapter.confinement, `${configDir}/community-plugins.json`);
  if (!Array.isArray(enabled) || !enabled.includes(id)) return undefined;
  return readJson(adapter.confinement, `${configDir}/plugins/${id}/data.json`);
}
