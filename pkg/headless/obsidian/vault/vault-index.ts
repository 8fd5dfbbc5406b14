/**
 * Keeps the tree of files equal to the disk. The host's own writes and the watcher's reports are handled
 * alike: look at the path, compare, send an event for the difference. So no event is sent twice.
 */
import type { FileSystemAdapter } from '../disk/adapter';
import { type FileTree, statOf } from './file-tree';
import { type TAbstractFile, TFile, TFolder } from './files';
import { clearLeftOver, clearLeftOvers } from '../disk/left-overs';
import { isVisible, join, nameOf, parentOf, root } from './paths';
import type { TemporaryNames } from '../disk/temporary-names';
import { codeOf } from '../core/unknowns';
import { LaterLooks } from './later-looks';
import { inSlices } from '../core/time-slices';
import { type PackedListing, unpacked } from './listing/packed-listing';
import { children, type EntryStats, type Found, foundAt, scan } from './tree-scan';

export interface IndexEvents {
  created(file: TAbstractFile): void;
  modified(file: TFile): void;
  deleted(file: TAbstractFile): void;
  renamed(file: TAbstractFile, oldPath: string): void;
}

/** Slice of a comparison, between which calls are served, milliseconds. */
const background = 4;

export interface Look {
  readonly written?: boolean;
  readonly shallow?: boolean;
}

/** @param top the entry that is removed with all below it, and its target */
function realOf(removed: TAbstractFile, top: TAbstractFile, realTop: string): string {
  const isBehindOther = removed !== top && removed.isBehindLink;
  return isBehindOther ? removed.lastRealPath : realTop + removed.path.slice(top.path.length);
}

function isUnchanged(file: TFile, { mtimeMs, size, ino }: EntryStats): boolean {
  return file.exactTime === mtimeMs && file.stat.size === size && file.inode === ino;
}

function isLike(known: TAbstractFile, { stats, leadsTo }: Found): boolean {
  if (known.leadsTo !== leadsTo || known instanceof TFolder !== stats.isDirectory()) return false;
  return !(known instanceof TFile) || isUnchanged(known, stats);
}

export class VaultIndex {
  /** Files of ours whose process still ran at the start. */
  private readonly maybeLeftOver: { readonly folder: string; readonly name: string }[] = [];
  private readonly later = new LaterLooks(path => this.reconcile(path));
  private departing: { readonly path: string; readonly real: string } | undefined;

  constructor(
    private readonly tree: FileTree,
    private readonly adapter: FileSystemAdapter,
    private readonly names: TemporaryNames,
    private readonly events: IndexEvents,
  ) {}

  /**
   * Fills the empty tree without events, and removes what a crash left behind.
   * @param listing of the whole folder, if another thread has made one
   */
  async load(listing?: PackedListing): Promise<void> {
    const onHidden = (folder: string, name: string): void => {
      if (this.names.isLeftOver(name)) clearLeftOver(this.names, folder, name);
      else if (this.names.isOurs(name)) this.maybeLeftOver.push({ folder, name });
    };
    for (const { folder, name } of listing?.hidden ?? []) onHidden(folder, name);
    const found = listing === undefined ? scan(this.adapter.confinement, root, onHidden) : unpacked(listing);
    await inSlices(found, one => this.tree.add(one));
  }

  /** As `load`, in a folder outside the index; also the files of a process that was about to end. */
  async tidy(hiddenFolder: string): Promise<void> {
    for (const { folder, name } of this.maybeLeftOver.splice(0)) clearLeftOver(this.names, folder, name);
    const { confinement } = this.adapter;
    if (confinement.stats(hiddenFolder)?.isDirectory() !== true) return;
    await clearLeftOvers(this.names, confinement.real(hiddenFolder));
  }

  /**
   * What cannot be looked at stays as it is known, and is looked at again.
   * @param look.written the host itself wrote the file, so it counts as changed even when nothing shows it
   * @param look.shallow do not list a folder that is found; the caller does
   */
  reconcile(path: string, look: Look = {}): void {
    if (path === root || !isVisible(path)) return;
    try {
      this.look(path, look);
    } catch (error) {
      this.lookAgain(path, look, error);
    }
  }

  /** At once, since a write waits for what is known of its file, and later if the disk still cannot tell. */
  private lookAgain(path: string, look: Look, error: unknown): void {
    if (codeOf(error) === undefined) throw error;
    try {
      this.look(path, look);
    } catch {
      this.later.add(path);
    }
  }

  close(): void {
    this.later.close();
  }

  /** The target of the entry that is being removed, while its event is sent; the disk no longer has it. */
  realPathOfDeparting(path: string): string | undefined {
    return this.departing?.path === path ? this.departing.real : undefined;
  }

  private look(given: string, look: Look): void {
    const path = this.adapter.confinement.spelled(given);
    const found = foundAt(this.adapter.confinement, path);
    const known = this.tree.get(path);
    if (found !== null) this.meet(found, look);
    else if (known !== null) this.forget(known);
  }

  /**
   * Compares a folder's entries with the disk, not what lies deeper.
   * @returns the folders that turned up, whose entries are not known yet
   * @throws the disk's error if the folder cannot be listed; what is known in it stays
   */
  async rescan(folderPath: string): Promise<string[]> {
    const folder = this.tree.get(folderPath);
    if (!(folder instanceof TFolder)) return [];
    const fresh: string[] = [];
    const seen = new Set<string>();
    const onFailed = (path: string): void => this.later.add(path);
    const found = children(this.adapter.confinement, folderPath, folder.children.length, onFailed);
    await inSlices(
      found,
      one => {
        seen.add(one.path);
        const known = this.tree.get(one.path);
        this.meet(one, { shallow: true });
        if (this.tree.get(one.path) !== known && one.stats.isDirectory()) fresh.push(one.path);
      },
      background,
    );
    const gone = folder.children.filter(child => !seen.has(child.path));
    await inSlices(gone, child => this.reconcile(child.path, { shallow: true }), background);
    return fresh;
  }

  /** The folders whose entries differ from a listing of the whole vault that another thread has just made. */
  async differingFolders(listing: PackedListing): Promise<Set<string>> {
    const folders = new Set<string>();
    const seen = new Set<string>([root]);
    await inSlices(
      unpacked(listing),
      found => {
        seen.add(found.path);
        const known = this.tree.get(found.path);
        if (known === null || !isLike(known, found)) folders.add(parentOf(found.path));
      },
      background,
    );
    const isGone = ({ path }: TAbstractFile): boolean => !seen.has(path);
    for (const { path } of this.tree.all().filter(isGone)) folders.add(parentOf(path));
    return folders;
  }

  /** After a rename through the host. */
  move(from: string, to: string): void {
    const { spellings } = this.tree;
    // The disk no longer has the entry.
    const path = this.tree.find(from)?.path ?? from;
    const newPath = join(spellings.spelled(parentOf(to)), nameOf(to));
    const file = this.tree.get(path);
    const canMove = isVisible(newPath) && this.tree.get(newPath) === null;
    if (file === null || !canMove || !(this.tree.get(parentOf(newPath)) instanceof TFolder)) {
      this.reconcile(path);
      this.reconcile(newPath);
      return;
    }
    for (const move of this.tree.move(file, newPath)) this.events.renamed(move.file, move.oldPath);
  }

  /** Compares what is on the disk with the tree. */
  private meet(found: Found, look: Look): void {
    const known = this.tree.get(found.path);
    if (known === null) {
      this.discover(found, look);
    } else if (known instanceof TFolder !== found.stats.isDirectory() || known.leadsTo !== found.leadsTo) {
      this.forget(known);
      this.discover(found, look);
    } else if (known instanceof TFile) {
      this.update(known, found.stats, look.written === true);
    }
  }

  private discover(found: Found, look: Look): void {
    const { path } = found;
    const parent = parentOf(path);
    // Its folder is new too, and finding that folder finds this.
    if (this.tree.get(parent) === null) {
      this.reconcile(parent, look);
      if (look.shallow !== true || this.tree.get(parent) === null) return;
    }
    this.insert(found);
    if (!found.stats.isDirectory() || look.shallow === true) return;
    for (const below of scan(this.adapter.confinement, path)) this.insert(below);
  }

  private insert(found: Found): void {
    if (this.tree.get(found.path) !== null) return;
    const file = this.tree.add(found);
    if (file !== null) this.events.created(file);
  }

  private forget(file: TAbstractFile): void {
    // Read before the entry leaves its folder.
    const real = file.lastRealPath;
    for (const removed of this.tree.remove(file)) {
      this.departing = { path: removed.path, real: realOf(removed, file, real) };
      this.events.deleted(removed);
    }
    this.departing = undefined;
  }

  private update(file: TFile, stats: EntryStats, written: boolean): void {
    if (!written && isUnchanged(file, stats)) return;
    file.stat = statOf(stats);
    file.exactTime = stats.mtimeMs;
    file.inode = stats.ino;
    this.events.modified(file);
  }
}
