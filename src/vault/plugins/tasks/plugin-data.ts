import type { App } from 'obsidian';
import { communityPlugin, property } from '../other-plugins';

/** The settings of an enabled community plugin, as stored in the vault. */
export interface PluginData {
  /** Undefined if there are none yet, or if they cannot be read. */
  readonly settings: unknown;
}

/**
 * `data.json` of a plugin that runs here or is enabled in the vault's list; read now, through the app.
 * Undefined if it is neither.
 */
export async function pluginData(app: App, id: string): Promise<PluginData | undefined> {
  const { configDir } = app.vault;
  const isOn = communityPlugin(app, id) !== undefined || (await isListed(app, id));
  return isOn ? { settings: await json(app, `${configDir}/plugins/${id}/data.json`) } : undefined;
}

/** `apiV1` of a plugin that runs here. */
export function apiOf(app: App, id: string): unknown {
  return property(communityPlugin(app, id), 'apiV1');
}

async function isListed(app: App, id: string): Promise<boolean> {
  const listed = await json(app, `${app.vault.configDir}/community-plugins.json`);
  return Array.isArray(listed) && listed.includes(id);
}

async function json(app: App, path: string): Promise<unknown> {
  try {
    const value: unknown = JSON.parse(await app.vault.adapter.read(path));
    return value;
  } catch {
    return undefined;
  }
}
