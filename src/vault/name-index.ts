import type { App, EventRef, TAbstractFile, TFile } from 'obsidian';
import { foldPath } from '../utils/folding';

/**
 * Finds paths without regard to letter case and Unicode form, and files by their name, since the app's own
 * look-up is exact. Built at the first question and kept by the vault's events.
 */
export class NameIndex {
  private byFold: Map<string, Set<string>> | undefined;
  /** Paths of files by their last segment in lower case. */
  private byName: Map<string, Set<string>> | undefined;

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

  /**
   * The file or folder at a path: the exact one, else the only one that differs in case or form.
   * @param isVisible what the caller does not see is not there, nor does it make another ambiguous
   */
  find(path: string, isVisible: (file: TAbstractFile) => boolean): TAbstractFile | undefined {
    const exact = this.app.vault.getAbstractFileByPath(path);
    if (exact !== null && isVisible(exact)) return exact;
    const twins = [...(this.folded().get(foldPath(path)) ?? [])]
      .map(twin => this.app.vault.getAbstractFileByPath(twin))
      .filter(file => file !== null && isVisible(file));
    return twins.length === 1 ? (twins[0] ?? undefined) : undefined;
  }

  /** Whether anything is at the path in any letter case or Unicode form, seen by a caller or not. */
  isTaken(path: string): boolean {
    return (this.folded().get(foldPath(path))?.size ?? 0) > 0;
  }

  /** All files with this name, extension included, in lower case. */
  withName(lowerCaseName: string): TFile[] {
    const paths = [...(this.named().get(lowerCaseName) ?? [])];
    return paths.map(path => this.app.vault.getFileByPath(path)).filter(file => file !== null);
  }

  private folded(): Map<string, Set<string>> {
    if (this.byFold === undefined) {
      this.byFold = new Map();
      for (const { path } of this.app.vault.getAllLoadedFiles()) addTo(this.byFold, foldPath(path), path);
    }
    return this.byFold;
  }

  private named(): Map<string, Set<string>> {
    if (this.byName === undefined) {
      this.byName = new Map();
      for (const { path } of this.app.vault.getFiles()) addTo(this.byName, nameOf(path), path);
    }
    return this.byName;
  }

  private add(path: string): void {
    addTo(this.byFold, foldPath(path), path);
    addTo(this.byName, nameOf(path), path);
  }

  private remove(path: string): void {
    removeFrom(this.byFold, foldPath(path), path);
    removeFrom(this.byName, nameOf(path), path);
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).toLowerCase();
}

function addTo(index: Map<string, Set<string>> | undefined, key: string, path: string): void {
  const paths = index?.get(key);
  if (paths === undefined) index?.set(key, new Set([path]));
  else paths.add(path);
}

function removeFrom(index: Map<string, Set<string>> | undefined, key: string, path: string): void {
  const paths = index?.get(key);
  paths?.delete(path);
  if (paths?.size === 0) index?.delete(key);
}
