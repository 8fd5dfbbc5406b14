/** Outside changes: whatever changes in the folder is in the app's index within a second. */
import { setImmediate as turnOfLoop } from 'node:timers/promises';
import { FolderWatches } from './folder-watches';
import type { App } from './obsidian/app';
import type { PackedListing } from './obsidian/vault/listing/packed-listing';
import { type TAbstractFile, TFolder } from './obsidian/vault/files';
import { isVisible, join, root } from './obsidian/vault/paths';
import { isAbsence } from './obsidian/disk/system-error';
import { LaterLooks } from './obsidian/vault/later-looks';
import { inSlices } from './obsidian/core/time-slices';
import { messageOf } from './obsidian/core/unknowns';

/** After the app became ready, milliseconds: with 300 it met the first calls of a warm start. */
const startDelay = 500;

/** How long the first comparison waits for what first calls need, milliseconds: it takes as long as listing the vault. */
const maxWait = 1000;

/** How long changes are collected before they are processed, milliseconds. */
const gathering = 50;

/** From so many changed names in one folder on, the whole folder is compared instead. */
const manyNames = 200;

/** From so many changes at once on, the system may have dropped some, so everything is compared. */
const flood = 4000;

/** How often everything is compared where the system allows no more watches, milliseconds. */
const blindInterval = 5000;

/** How often a folder that takes the place of the vault's is looked for once that was away, milliseconds. */
const returnInterval = 1000;

/** Each with whether something else may have the name now. */
type Names = Map<string, boolean> | 'all';

export class VaultWatcher {
  private readonly watches: FolderWatches;
  /** Paths of symbolic links, also of those that led nowhere when they were looked at last. */
  private readonly links = new Set<string>();
  private dirty = new Map<string, Names>();
  private noted = 0;
  private starter: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;
  private poll: NodeJS.Timeout | undefined;
  private returning: NodeJS.Timeout | undefined;
  private waiting: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();
  /** Every folder is watched, and was compared after that. */
  private isComplete = false;
  /** Folders that could not be listed. */
  private readonly later = new LaterLooks(path => this.note(path, null, false));
  private state: 'new' | 'watching' | 'closed' = 'new';

  constructor(
    private readonly app: App,
    private readonly log: (message: string) => void,
    /** Lists the folder in another thread; undefined where it fails. */
    private readonly listInThread: () => Promise<PackedListing | undefined> = () =>
      Promise.resolve(undefined),
    /** Called when another folder has taken the place of the vault's. */
    private readonly replaced: () => void = () => undefined,
  ) {
    this.watches = new FolderWatches(app.vault.adapter.confinement, {
      changed: (folder, name, isOther) => this.note(folder, name, isOther),
      blind: () => this.lookRegularly(),
      replaced: () => this.followRoot(),
    });
  }

  /**
   * Begins in a moment, when the first calls are served; a comparison then catches what changed before.
   * @param quiet resolves when the host has done the work that first calls wait for
   */
  start(quiet: Promise<unknown> = Promise.resolve()): void {
    if (this.state !== 'new') return;
    this.starter = setTimeout(() => {
      this.begin();
      const compare = (): void => this.work(() => this.compareFirst());
      this.waiting = setTimeout(compare, maxWait).unref();
      quiet.then(compare, compare);
    }, startDelay).unref();
  }

  private begin(): void {
    if (this.state !== 'new') return;
    this.state = 'watching';
    clearTimeout(this.starter);
    const { vault } = this.app;
    const meet = (file: TAbstractFile): void => {
      if (file instanceof TFolder) this.watch(file.path);
      if (file.leadsTo !== undefined) this.links.add(file.path);
    };
    vault.on('create', meet);
    vault.on('delete', file => this.watches.drop(file.path));
    vault.on('rename', (file, oldPath) => {
      this.watches.drop(oldPath);
      meet(file);
    });
    this.work(() => inSlices(vault.getAllLoadedFiles(), meet));
  }

  private async compareFirst(): Promise<void> {
    clearTimeout(this.waiting);
    if (this.isComplete) return;
    const listing = await this.listInThread();
    if (listing === undefined) await this.compareAll();
    else await this.compareFolders([...(await this.app.vault.index.differingFolders(listing))]);
    this.isComplete = this.state === 'watching';
  }

  close(): void {
    this.state = 'closed';
    clearTimeout(this.starter);
    clearTimeout(this.timer);
    clearTimeout(this.waiting);
    this.later.close();
    clearInterval(this.poll);
    clearInterval(this.returning);
    this.watches.close();
  }

  /** Compares everything now and resolves when the index is equal to the disk. */
  async settled(): Promise<void> {
    if (this.starter !== undefined) this.begin();
    this.work(async () => {
      await this.compareAll();
      this.isComplete ||= this.state === 'watching';
    });
    await this.working;
  }

  /**
   * Processes what the system has reported so far, without collecting more.
   * @returns false if it reports late, or not of all folders
   */
  async notice(): Promise<boolean> {
    if (!this.isComplete || !this.watches.reportsAtOnce || this.poll !== undefined) return false;
    // The system's queue is read between two turns of the loop, and this turn may be past that.
    await turnOfLoop();
    await turnOfLoop();
    if (this.timer !== undefined) this.look();
    await this.working;
    return true;
  }

  private watch(folder: string): void {
    if (this.state === 'watching') this.watches.add(folder);
  }

  private note(folder: string, name: string | null, isOther: boolean): void {
    if (name !== null && !isVisible(name)) return;
    this.noted += 1;
    const names = this.dirty.get(folder) ?? new Map<string, boolean>();
    if (name === null || names === 'all' || names.size >= manyNames) this.dirty.set(folder, 'all');
    else this.dirty.set(folder, names.set(name, isOther || names.get(name) === true));
    this.timer ??= setTimeout(() => this.look(), gathering).unref();
  }

  private look(): void {
    const { dirty, noted } = this;
    clearTimeout(this.timer);
    this.timer = undefined;
    this.dirty = new Map();
    this.noted = 0;
    this.work(() => (noted >= flood ? this.compareTree(root) : this.compare(dirty)));
  }

  private async compare(dirty: ReadonlyMap<string, Names>): Promise<void> {
    const { vault } = this.app;
    for (const [folder, names] of dirty) {
      if (names !== 'all') {
        await this.comparePaths([...names].map(([name, isOther]) => [join(folder, name), isOther]));
        continue;
      }
      await this.compareFolders([folder]);
      const inside = vault.getFolderByPath(folder)?.children.filter(child => child instanceof TFolder) ?? [];
      await this.comparePaths(inside.map(({ path }) => [path, true]));
    }
    // What a symbolic link leads to changes under its own name, and may be gone for a moment.
    await this.comparePaths([...this.links].map(path => [path, false]));
  }

  /** @param paths each with whether the system has told that something else has the name */
  private async comparePaths(paths: readonly (readonly [path: string, isOther: boolean])[]): Promise<void> {
    const { vault } = this.app;
    const fresh: string[] = [];
    const replaced: string[] = [];
    await inSlices(paths, ([path, isOther]) => {
      const before = vault.getFolderByPath(path);
      vault.index.reconcile(path, { shallow: true });
      const after = vault.getFolderByPath(path);
      if (after === null) return;
      if (after !== before) fresh.push(path);
      else if (this.watches.isOther(path, isOther)) replaced.push(path);
    });
    await this.compareFolders(fresh);
    for (const path of replaced) await this.compareTree(path);
  }

  /** Compares a folder that is another one now, with all that is known below it, and watches what is there. */
  private async compareTree(path: string): Promise<void> {
    const all = this.app.vault.getAllFolders(true).map(folder => folder.path);
    const folders = all.filter(one => path === root || one === path || one.startsWith(`${path}/`));
    await inSlices(folders, folder => {
      if (this.watches.isOther(folder, false)) this.watches.drop(folder);
      this.watch(folder);
    });
    await this.compareFolders(folders);
  }

  private async compareAll(): Promise<void> {
    await this.compareFolders(this.app.vault.getAllFolders(true).map(folder => folder.path));
  }

  /** With the folders that are found on the way. */
  private async compareFolders(paths: readonly string[]): Promise<void> {
    const waiting = [...paths];
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (this.state === 'closed') return;
      const fresh = await this.app.vault.index.rescan(path).catch((error: unknown) => {
        if (!isAbsence(error)) this.later.add(path);
        return [];
      });
      for (const folder of fresh) waiting.push(folder);
    }
  }

  private lookRegularly(): void {
    if (this.poll !== undefined) return;
    this.log('The system allows no more folder watches: outside changes are looked for every 5 seconds.');
    this.poll = setInterval(() => this.work(() => this.compareAll()), blindInterval).unref();
  }

  /** No system tells when a drive is mounted over a folder, so from now on this is looked for. */
  private followRoot(): void {
    const follow = async (): Promise<void> => {
      const isThere = this.app.vault.adapter.confinement.stats(root)?.isDirectory() === true;
      if (!isThere || !this.watches.isOther(root, true)) return;
      await this.compareTree(root);
      this.replaced();
    };
    // They have gone with the drive, whose folders are the same ones when it is back.
    this.watches.close();
    this.returning ??= setInterval(() => this.work(follow), returnInterval).unref();
  }

  /** One comparison at a time. */
  private work(task: () => Promise<void>): void {
    this.working = this.working.then(task).catch((error: unknown) => {
      this.log(`Outside changes could not be read: ${messageOf(error)}`);
    });
  }
}
