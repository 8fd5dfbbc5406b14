import type { App } from 'obsidian';
import type { VaultEvents } from '../index/vault-events';
import { after as afterDelay } from '../../platform';

/** How long the app may take to notice a file, in milliseconds. */
const longestWait = 2000;

interface Waiter {
  readonly path: string;
  readonly resolve: () => void;
}

/** Waits for the app's event of a file that another program has just written. */
export class NewFiles {
  private waiters: readonly Waiter[] = [];

  constructor(
    private readonly app: App,
    events: VaultEvents,
    private readonly after: typeof afterDelay = afterDelay,
  ) {
    const arrived = (path: string): void => {
      for (const waiter of this.waiters) if (waiter.path === path) waiter.resolve();
    };
    events.listen({ created: file => arrived(file.path), renamed: file => arrived(file.path) });
  }

  /** Resolves when the app knows a file or folder at the path, after two seconds at the latest; at once if there is none on the disk. */
  async settle(path: string, signal: AbortSignal): Promise<void> {
    if (this.isKnown(path) || !(await this.isOnDisk(path)) || this.isKnown(path) || signal.aborted) return;
    await new Promise<void>(resolve => {
      const finish = (): void => {
        timer.cancel();
        signal.removeEventListener('abort', finish);
        this.waiters = this.waiters.filter(other => other !== waiter);
        resolve();
      };
      const timer = this.after(longestWait, finish);
      const waiter: Waiter = { path, resolve: finish };
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
