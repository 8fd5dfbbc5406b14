/** Tells plugins when somebody else changed their `data.json`. */
import { type FSWatcher, watch } from 'node:fs';
import type { Confinement } from './obsidian/confinement';
import type { Plugin } from './obsidian/plugin';

/** Writers often touch a file several times in a row, milliseconds. */
const gathering = 100;

export class SettingsWatcher {
  private readonly watches = new Map<Plugin, FSWatcher>();
  private isClosed = false;

  constructor(private readonly confinement: Confinement) {}

  /** The folder may be made by the first save; call again then. */
  add(plugin: Plugin): void {
    if (this.isClosed || this.watches.has(plugin)) return;
    let timer: NodeJS.Timeout | undefined;
    const changed = (name: string | null): void => {
      if (name !== null && name !== 'data.json') return;
      clearTimeout(timer);
      timer = setTimeout(() => void plugin.noticeForeignData(), gathering).unref();
    };
    try {
      const folder = this.confinement.real(plugin.dataFolder());
      const made = watch(folder, { persistent: false }, (_event, name) => changed(name));
      made.on('error', () => this.remove(plugin));
      this.watches.set(plugin, made);
    } catch {
      // There is no folder yet, or no watch to be had.
    }
  }

  remove(plugin: Plugin): void {
    this.watches.get(plugin)?.close();
    this.watches.delete(plugin);
  }

  close(): void {
    this.isClosed = true;
    for (const made of this.watches.values()) made.close();
    this.watches.clear();
  }
}
