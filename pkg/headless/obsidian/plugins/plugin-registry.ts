/** Internal in the app, but widely used: the community plugins that are loaded. */
import type * as Api from 'obsidian';
import type { Plugin } from './plugin';
import { guardMembers } from '../core/strict';

export class PluginRegistry {
  static {
    guardMembers(this);
  }

  readonly plugins: Record<string, Plugin> = {};
  readonly manifests: Record<string, Api.PluginManifest> = {};
  readonly enabledPlugins = new Set<string>();

  getPlugin(id: string): Plugin | null {
    return Object.hasOwn(this.plugins, id) ? (this.plugins[id] ?? null) : null;
  }

  add(plugin: Plugin): void {
    const { id } = plugin.manifest;
    this.plugins[id] = plugin;
    this.manifests[id] = plugin.manifest;
    this.enabledPlugins.add(id);
  }

  remove(id: string): void {
    Reflect.deleteProperty(this.plugins, id);
    this.enabledPlugins.delete(id);
  }
}
