/** Notifies plugins when another program changed their `data.json`. */
import { type FSWatcher, watch } from 'node:fs';
import type { Confinement } from './obsidian/disk/confinement';
import { parentOf, root } from './obsidian/vault/paths';
import type { Plugin } from './obsidian/plugins/plugin';

/** Writers often touch a file several times in a row, milliseconds. */
const gathering = 100;

interface Watch {
  /** Vault path: the folder of `data.json`, or the deepest existing one above it. */
  readonly folder: string;
  readonly inode: number;
  readonly watcher: FSWatcher;
}

export class SettingsWatcher {
  /** Those whose settings are followed, also while nothing can be watched for them. */
  private readonly plugins = new Set<Plugin>();
  private readonly watches = new Map<Plugin, Watch>();
  private readonly timers = new Map<Plugin, NodeJS.Timeout>();
  private isClosed = false;

  constructor(private readonly confinement: Confinement) {}

  /** Follows the folder of a plugin's settings, which may be made, removed or replaced later. */
  add(plugin: Plugin): void {
    this.plugins.add(plugin);
    // A folder that is created between the check and the watch is found by the next check.
    for (let isNew = true; isNew && !this.isClosed;) isNew = this.watchNearest(plugin);
  }

  /** For when the folder of the vault has been replaced. */
  lookAgain(): void {
    for (const plugin of this.plugins) this.look(plugin, null);
  }

  close(): void {
    this.isClosed = true;
    for (const { watcher } of this.watches.values()) watcher.close();
    for (const timer of this.timers.values()) clearTimeout(timer);
    this.watches.clear();
    this.plugins.clear();
  }

  /** @returns whether another folder than before is watched now */
  private watchNearest(plugin: Plugin): boolean {
    const folder = this.nearest(plugin.dataFolder());
    const inode = this.confinement.stats(folder)?.ino ?? 0;
    const before = this.watches.get(plugin);
    if (before?.folder === folder && before.inode === inode) return false;
    before?.watcher.close();
    this.watches.delete(plugin);
    try {
      const path = this.confinement.real(folder);
      const watcher = watch(path, { persistent: false }, (_event, name) => this.look(plugin, name));
      watcher.on('error', () => watcher.close());
      this.watches.set(plugin, { folder, inode, watcher });
      return true;
    } catch {
      // The system allows no watch.
      return false;
    }
  }

  private nearest(folder: string): string {
    let path = folder;
    while (path !== root && this.confinement.stats(path)?.isDirectory() !== true) path = parentOf(path);
    return path;
  }

  private look(plugin: Plugin, name: string | null): void {
    const before = this.watches.get(plugin);
    this.add(plugin);
    const isMoved = this.watches.get(plugin) !== before;
    if (!isMoved && name !== null && name !== 'data.json') return;
    clearTimeout(this.timers.get(plugin));
    this.timers.set(plugin, setTimeout(() => void plugin.noticeForeignData(), gathering).unref());
  }
}
