import type { App, Stat, TFile, TFolder } from 'obsidian';
import type { VaultEvents } from '../index/vault-events';
import { inTime } from '../../platform';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { foldPath } from '../../utils/text/folding';

/** How long the app may take to notice a file, in milliseconds. */
const maxWait = 2000;
/** A folder that changed within this many milliseconds may hold a file that the app does not know yet. */
const recent = 5000;
/** At most this many folders are searched for a name. */
const maxFolders = 1000;
const foldersAtOnce = 20;

interface Waiter {
  /** Folded: a call may spell a path differently from the app. */
  readonly key: string;
  readonly resolve: () => void;
}

/** Waits for the app's event about a file that another program has just written. */
export class NewFiles {
  private waiters: readonly Waiter[] = [];
  /** Modification times, by path, that the app did not notice in time, null for no file; not awaited again. */
  private readonly unnoticed = new Map<string, number | null>();

  constructor(
    private readonly app: App,
    events: VaultEvents,
    private readonly noticeChanges: () => Promise<boolean>,
  ) {
    const arrived = (path: string): void => {
      this.unnoticed.delete(path);
      const key = foldPath(path);
      for (const waiter of this.waiters) if (waiter.key === key) waiter.resolve();
    };
    events.listen({
      created: file => arrived(file.path),
      modified: file => arrived(file.path),
      deleted: file => arrived(file.path),
      renamed: (file, oldPath) => [oldPath, file.path].forEach(arrived),
    });
  }

  /** Resolves when the app knows the path, after at most two seconds; at once if nothing is on disk. */
  async waitForFile(path: string, signal: AbortSignal): Promise<void> {
    if (this.isKnown(path)) return;
    // A file that cannot be read is no file for the app either.
    const isOnDisk = await this.app.vault.adapter.exists(path).catch(() => false);
    if (isOnDisk && !this.isKnown(path)) await this.event(path, signal);
  }

  /** Resolves when the app has noticed the last change or the deletion of a file that it knows, after at most two seconds. */
  async waitForChange(file: TFile, signal: AbortSignal): Promise<void> {
    const { path } = file;
    const onDisk = await this.app.vault.adapter.stat(path).catch(() => undefined);
    const isNoticed = (): boolean =>
      onDisk ? isSame(file, onDisk) : this.app.vault.getAbstractFileByPath(path) !== file;
    const mtime = onDisk === null ? null : onDisk?.mtime;
    if (mtime === undefined || this.unnoticed.get(path) === mtime || isNoticed()) return;
    await this.event(path, signal);
    if (!isNoticed() && !signal.aborted) this.unnoticed.set(path, mtime);
  }

  /**
   * The new files in known folders that the app does not know yet. A host that receives all changes at once
   * returns none: the app then knows them, and no folder is searched.
   * @param folders called only if folders must be searched
   */
  async unknownFiles(folders: () => readonly TFolder[], loop: SlicedLoop): Promise<string[]> {
    if (await this.noticeChanges()) return [];
    const { adapter } = this.app.vault;
    const since = Date.now() - recent;
    const look = async ({ path }: TFolder): Promise<string[]> => {
      const stat = await adapter.stat(path);
      if (stat === null || stat.mtime < since) return [];
      const { files } = await adapter.list(path);
      return files.filter(file => !this.isKnown(file));
    };
    let found: string[] = [];
    const counted = folders().slice(0, maxFolders);
    const starts = [...counted.keys()].filter(index => index % foldersAtOnce === 0);
    await forEachInTurn(starts, loop, async start => {
      const some = counted.slice(start, start + foldersAtOnce);
      const listed = await Promise.all(some.map(folder => look(folder).catch(() => [])));
      found = found.concat(...listed);
    });
    return found;
  }

  private async event(path: string, signal: AbortSignal): Promise<void> {
    let waiter: Waiter | undefined;
    const coming = new Promise<void>(resolve => {
      waiter = { key: foldPath(path), resolve };
      this.waiters = [...this.waiters, waiter];
    });
    await inTime(coming, maxWait, () => undefined, signal);
    this.waiters = this.waiters.filter(other => other !== waiter);
  }

  private isKnown(path: string): boolean {
    return this.app.vault.getAbstractFileByPath(path) !== null;
  }
}

/** The app may round times to whole milliseconds, up or down. */
function isSame({ stat }: TFile, { mtime, size }: Pick<Stat, 'mtime' | 'size'>): boolean {
  return stat.size === size && Math.abs(stat.mtime - mtime) <= 1;
}
