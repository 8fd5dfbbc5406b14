import type { App, TFile, TFolder } from 'obsidian';
import type { VaultEvents } from '../index/vault-events';
import { after as afterDelay } from '../../platform';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import { foldPath } from '../../utils/text/folding';

/** How long the app may take to notice a file, in milliseconds. */
const longestWait = 2000;
/** A folder in which something came or went in so many milliseconds may hold a file that the app does not know yet. */
const recent = 5000;
/** So many folders are looked at for a name. */
const mostFolders = 1000;
const foldersAtOnce = 20;

interface Waiter {
  /** Folded: a path can be asked for in another spelling than the app tells it in. */
  readonly key: string;
  readonly resolve: () => void;
}

/** Waits for the app's event of a file that another program has just written. */
export class NewFiles {
  private waiters: readonly Waiter[] = [];
  /** Modification times that the app did not notice in time, by path: they are not waited for again. */
  private readonly unnoticed = new Map<string, number>();

  constructor(
    private readonly app: App,
    events: VaultEvents,
    private readonly noticeChanges: () => Promise<boolean>,
    private readonly after: typeof afterDelay = afterDelay,
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
      renamed: file => arrived(file.path),
    });
  }

  /** Resolves when the app knows a file or folder at the path, after two seconds at the latest; at once if there is none on the disk. */
  async settle(path: string, signal: AbortSignal): Promise<void> {
    if (this.isKnown(path) || !(await this.isOnDisk(path)) || this.isKnown(path)) return;
    await this.event(path, signal);
  }

  /** Resolves when the app has noticed the last change of a file that it knows, after two seconds at the latest. */
  async settleChange(file: TFile, signal: AbortSignal): Promise<void> {
    const onDisk = await this.app.vault.adapter.stat(file.path).catch(() => null);
    if (onDisk === null || this.unnoticed.get(file.path) === onDisk.mtime || isSame(file, onDisk)) return;
    await this.event(file.path, signal);
    if (!isSame(file, onDisk) && !signal.aborted) this.unnoticed.set(file.path, onDisk.mtime);
  }

  /**
   * The files that came a moment ago to known folders and that the app does not know yet. Where a host is told of all
   * changes at once there are none: the app knows them afterwards, and no folder is looked at.
   * @param folders asked for only where they have to be looked at
   * @param turn other work has its turn after every few folders
   */
  async unknownFiles(folders: () => readonly TFolder[], turn: SliceTurn): Promise<string[]> {
    if (await this.noticeChanges()) return [];
    const { adapter } = this.app.vault;
    const since = Date.now() - recent;
    const look = async ({ path }: TFolder): Promise<string[]> => {
      const stat = await adapter.stat(path);
      if (stat === null || stat.mtime < since) return [];
      const { files } = await adapter.list(path);
      return files.filter(file => !this.isKnown(file));
    };
    const found: string[] = [];
    const counted = folders().slice(0, mostFolders);
    for (let index = 0; index < counted.length; index += foldersAtOnce) {
      const some = counted.slice(index, index + foldersAtOnce);
      const listed = await Promise.all(some.map(folder => look(folder).catch(() => [])));
      found.push(...listed.flat());
      if (turn.due()) await turn.pause();
    }
    return found;
  }

  private async event(path: string, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    await new Promise<void>(resolve => {
      const finish = (): void => {
        timer.cancel();
        signal.removeEventListener('abort', finish);
        this.waiters = this.waiters.filter(other => other !== waiter);
        resolve();
      };
      const timer = this.after(longestWait, finish);
      const waiter: Waiter = { key: foldPath(path), resolve: finish };
      this.waiters = [...this.waiters, waiter];
      signal.addEventListener('abort', finish);
    });
  }

  private isKnown(path: string): boolean {
    return this.app.vault.getAbstractFileByPath(path) !== null;
  }

  private async isOnDisk(path: string): Promise<boolean> {
    try {
      return await this.app.vault.adapter.exists(path);
    } catch {
      // What cannot be looked at is no file for the app either.
      return false;
    }
  }
}

/** The app may keep a time in whole milliseconds, rounded either way. */
function isSame(
  { stat }: TFile,
  { mtime, size }: { readonly mtime: number; readonly size: number },
): boolean {
  return stat.size === size && Math.abs(stat.mtime - mtime) <= 1;
}
