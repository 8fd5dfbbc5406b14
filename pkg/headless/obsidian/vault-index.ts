/**
 * Keeps the tree of files equal to the disk. The host's own writes and the watcher's news take the same way: look
 * at the path, compare with what is known, tell what changed. So an event is never told twice.
 */
import { join as joinReal } from 'node:path';
import { unlinkSync } from 'node:fs';
import type { Stats } from 'node:fs';
import type { FileSystemAdapter } from './adapter';
import { type FileTree, statOf } from './file-tree';
import { type TAbstractFile, TFile, TFolder } from './files';
import { isVisible, parentOf, root } from './paths';
import type { TemporaryNames } from './temporary-names';
import { inSlices } from './time-slices';
import { children, type Found, scan, visibleStats } from './tree-scan';

export interface IndexEvents {
  created(file: TAbstractFile): void;
  modified(file: TFile): void;
  deleted(file: TAbstractFile): void;
  renamed(file: TAbstractFile, oldPath: string): void;
}

/** Calls are served between the slices of a comparison, milliseconds. */
const background = 4;

export interface Look {
  readonly written?: boolean;
  readonly shallow?: boolean;
}

export class VaultIndex {
  constructor(
    private readonly tree: FileTree,
    private readonly adapter: FileSystemAdapter,
    private readonly names: TemporaryNames,
    private readonly events: IndexEvents,
  ) {}

  /** Fills the empty tree without telling anybody, and clears away what a crash left behind. */
  async load(): Promise<void> {
    const found = scan(this.adapter.confinement, root, (folder, name) => this.clear(folder, name));
    await inSlices(found, ({ path, stats }) => this.tree.add(path, stats));
  }

  /**
   * @param look.written the host itself wrote the file, so it counts as changed even when nothing shows it
   * @param look.shallow do not list a folder that is found; the caller does
   */
  reconcile(path: string, look: Look = {}): void {
    if (path === root || !isVisible(path)) return;
    const stats = visibleStats(this.adapter.confinement, path);
    const known = this.tree.get(path);
    if (stats !== null) this.meet(path, stats, look);
    else if (known !== null) this.forget(known);
  }

  /**
   * Compares a folder's entries with the disk, not what lies deeper.
   * @returns the folders that turned up, whose entries are not known yet
   */
  async rescan(folderPath: string): Promise<string[]> {
    const folder = this.tree.get(folderPath);
    if (!(folder instanceof TFolder)) return [];
    const fresh: string[] = [];
    const seen = new Set<string>();
    const found = children(this.adapter.confinement, folderPath);
    await inSlices(
      found,
      ({ path, stats }) => {
        seen.add(path);
        const isNew = this.tree.get(path) === null;
        this.meet(path, stats, { shallow: true });
        if (isNew && stats.isDirectory()) fresh.push(path);
      },
      background,
    );
    const gone = folder.children.filter(child => !seen.has(child.path));
    await inSlices(gone, child => this.reconcile(child.path, { shallow: true }), background);
    return fresh;
  }

  /** After a rename through the host. */
  move(path: string, newPath: string): void {
    const file = this.tree.get(path);
    const canMove = isVisible(newPath) && this.tree.get(newPath) === null;
    if (file === null || !canMove || !(this.tree.get(parentOf(newPath)) instanceof TFolder)) {
      this.reconcile(path);
      this.reconcile(newPath);
      return;
    }
    for (const move of this.tree.move(file, newPath)) this.events.renamed(move.file, move.oldPath);
  }

  /** Compares what is on the disk with what is known. */
  private meet(path: string, stats: Stats, look: Look): void {
    const known = this.tree.get(path);
    if (known === null) {
      this.discover(path, stats, look);
    } else if (known instanceof TFolder !== stats.isDirectory()) {
      this.forget(known);
      this.discover(path, stats, look);
    } else if (known instanceof TFile) {
      this.update(known, stats, look.written === true);
    }
  }

  private discover(path: string, stats: Stats, look: Look): void {
    const parent = parentOf(path);
    // Its folder is new too, and finding that folder finds this.
    if (this.tree.get(parent) === null) {
      this.reconcile(parent, look);
      if (look.shallow !== true || this.tree.get(parent) === null) return;
    }
    this.insert({ path, stats });
    if (!stats.isDirectory() || look.shallow === true) return;
    for (const found of scan(this.adapter.confinement, path)) this.insert(found);
  }

  private insert({ path, stats }: Found): void {
    if (this.tree.get(path) !== null) return;
    const file = this.tree.add(path, stats);
    if (file !== null) this.events.created(file);
  }

  private forget(file: TAbstractFile): void {
    for (const removed of this.tree.remove(file)) this.events.deleted(removed);
  }

  private update(file: TFile, stats: Stats, written: boolean): void {
    const isSame =
      file.exactTime === stats.mtimeMs && file.stat.size === stats.size && file.inode === stats.ino;
    if (isSame && !written) return;
    file.stat = statOf(stats);
    file.exactTime = stats.mtimeMs;
    file.inode = stats.ino;
    this.events.modified(file);
  }

  private clear(folder: string, name: string): void {
    if (!this.names.isLeftOver(name)) return;
    try {
      unlinkSync(joinReal(folder, name));
    } catch {
      // Another host was faster.
    }
  }
}
