import type { App, EventRef, TAbstractFile } from 'obsidian';
import { foldPath } from '../utils/folding';

/**
 * Finds paths without regard to letter case and Unicode form, since the app's own look-up is exact. Built at
 * the first question and kept by the vault's events.
 */
export class NameIndex {
  private byFold: Map<string, Set<string>> | undefined;

  constructor(
    private readonly app: App,
    listen: (ref: EventRef) => void,
  ) {
    const { vault } = app;
    listen(vault.on('create', file => this.add(file.path)));
    listen(vault.on('delete', file => this.remove(file.path)));
    listen(
      vault.on('rename', (file, oldPath) => {
        this.remove(oldPath);
        this.add(file.path);
      }),
    );
  }

  /** The file or folder at a path: the exact one, else the only one that differs in case or form. */
  find(path: string): TAbstractFile | null {
    const exact = this.app.vault.getAbstractFileByPath(path);
    if (exact !== null) return exact;
    const twins = this.paths().get(foldPath(path));
    if (twins?.size !== 1) return null;
    const [only = ''] = twins;
    return this.app.vault.getAbstractFileByPath(only);
  }

  private paths(): Map<string, Set<string>> {
    if (this.byFold === undefined) {
      this.byFold = new Map();
      for (const file of this.app.vault.getAllLoadedFiles()) this.add(file.path);
    }
    return this.byFold;
  }

  private add(path: string): void {
    if (this.byFold === undefined) return;
    const fold = foldPath(path);
    const twins = this.byFold.get(fold);
    if (twins === undefined) this.byFold.set(fold, new Set([path]));
    else twins.add(path);
  }

  private remove(path: string): void {
    const fold = foldPath(path);
    const twins = this.byFold?.get(fold);
    twins?.delete(path);
    if (twins?.size === 0) this.byFold?.delete(fold);
  }
}
