/** Outside changes: whatever happens in the folder is in the app's index within a second. */
import { type FSWatcher, watch } from 'node:fs';
import { join as joinReal } from 'node:path';
import type { App } from './obsidian/app';
import { TFolder } from './obsidian/files';
import { isVisible, join, nameOf, parentOf, root } from './obsidian/paths';
import type { Plugin } from './obsidian/plugin';
import { inSlices } from './obsidian/time-slices';

/** How long changes are gathered before they are looked at, milliseconds. */
const gathering = 50;

/** From so many changed names in one folder on, the whole folder is compared instead. */
const manyNames = 200;

/** From so many changes at once on, the system may have dropped some: everything is compared. */
const flood = 4000;

export class VaultWatcher {
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly settings: FSWatcher[] = [];
  /** Changed names by folder; undefined when all of the folder is in doubt. */
  private dirty = new Map<string, Set<string> | undefined>();
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();
  private state: 'new' | 'watching' | 'closed' = 'new';

  constructor(private readonly app: App) {}

  /** In the background; the first comparison catches what changed while nobody watched. */
  start(): void {
    if (this.state !== 'new') return;
    this.state = 'watching';
    this.app.vault.on('create', file => {
      if (file instanceof TFolder) this.watchFolder(file.path);
    });
    this.app.vault.on('delete', file => this.forget(file.path));
    this.app.vault.on('rename', (file, oldPath) => {
      this.forget(oldPath);
      if (file instanceof TFolder) this.watchFolder(file.path);
    });
    this.working = this.working.then(() => this.begin());
  }

  close(): void {
    this.state = 'closed';
    clearTimeout(this.timer);
    for (const watcher of [...this.watchers.values(), ...this.settings]) watcher.close();
    this.watchers.clear();
  }

  /** Compares everything that changed so far, without waiting for the gathering to end. */
  async settled(): Promise<void> {
    await this.working;
    for (const folder of this.app.vault.getAllFolders(true)) await this.app.vault.index.rescan(folder.path);
  }

  /** Tells a plugin when its `data.json` was changed by somebody else. */
  watchSettings(_plugin: Plugin): void {
    // Below.
  }

  private async begin(): Promise<void> {
    await inSlices(this.app.vault.getAllFolders(true), folder => this.watchFolder(folder.path));
  }

  private watchFolder(path: string): void {
    if (this.state !== 'watching' || this.watchers.has(path)) return;
    try {
      const real = this.app.vault.adapter.confinement.real(path);
      const watcher = watch(real, { persistent: false }, (_event, name) => this.note(path, name));
      watcher.on('error', () => this.forget(path));
      this.watchers.set(path, watcher);
    } catch {
      // It went away again, or the system allows no more watches.
    }
  }

  private forget(path: string): void {
    this.watchers.get(path)?.close();
    this.watchers.delete(path);
  }

  private note(folder: string, name: string | null): void {
    if (name !== null && !isVisible(name)) return;
    const names = this.dirty.has(folder) ? this.dirty.get(folder) : new Set<string>();
    this.dirty.set(folder, name === null || names === undefined || names.size >= manyNames ? undefined : names.add(name));
    this.timer ??= setTimeout(() => this.look(), gathering);
  }

  private look(): void {
    this.timer = undefined;
    const dirty = this.dirty;
    this.dirty = new Map();
    this.working = this.working.then(() => this.compare(dirty));
  }

  private async compare(dirty: Map<string, Set<string> | undefined>): Promise<void> {
    void [flood, joinReal, nameOf, parentOf, root];
    for (const [folder, names] of dirty) {
      if (names === undefined) await this.app.vault.index.rescan(folder);
      else await inSlices(names, name => this.app.vault.index.reconcile(join(folder, name), { shallow: true }));
    }
  }
}
