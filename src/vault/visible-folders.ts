import { TFile, TFolder } from 'obsidian';
import type { Access } from './access';

const keptRules = 32;

/**
 * Which folders exist for callers whose rules allow only parts of the vault: those that hold something they may
 * see. Remembered for each set of rules until the vault changes.
 */
export class VisibleFolders {
  private readonly byRules = new Map<string, WeakMap<TFolder, boolean>>();
  private generation = -1;

  /** @param vaultGeneration a number that grows with every change of the tree */
  constructor(private readonly vaultGeneration: () => number) {}

  holdsVisible(folder: TFolder, access: Access): boolean {
    const known = this.knownFor(access.fingerprint);
    let holds = known.get(folder);
    if (holds === undefined) {
      holds = folder.children.some(child =>
        child instanceof TFile
          ? access.canRead(child.path)
          : child instanceof TFolder && this.exists(child, access),
      );
      known.set(folder, holds);
    }
    return holds;
  }

  private exists(folder: TFolder, access: Access): boolean {
    return access.canRead(folder.path) || this.holdsVisible(folder, access);
  }

  private knownFor(fingerprint: string): WeakMap<TFolder, boolean> {
    if (this.generation !== this.vaultGeneration() || this.byRules.size > keptRules) {
      this.byRules.clear();
      this.generation = this.vaultGeneration();
    }
    let known = this.byRules.get(fingerprint);
    if (known === undefined) {
      known = new WeakMap();
      this.byRules.set(fingerprint, known);
    }
    return known;
  }
}
