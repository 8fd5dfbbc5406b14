import { TFile, TFolder } from 'obsidian';

const keptRules = 32;

export interface ReadAccess {
  readonly fingerprint: string;
  /** Checks all rules for a path, and for the target of a symbolic link there. */
  readonly canRead: (path: string) => boolean;
}

/**
 * The folders that exist for callers whose rules allow only parts of the vault: those that contain a visible
 * file. Cached for each set of rules until the vault changes.
 */
export class VisibleFolders {
  private readonly byRules = new Map<string, WeakMap<TFolder, boolean>>();
  private generation = -1;

  /** @param vaultGeneration a number that grows with every change of the file tree */
  constructor(private readonly vaultGeneration: () => number) {}

  holdsVisible(folder: TFolder, readAccess: ReadAccess): boolean {
    const known = this.knownFor(readAccess.fingerprint);
    let holds = known.get(folder);
    if (holds === undefined) {
      holds = folder.children.some(child =>
        child instanceof TFile
          ? readAccess.canRead(child.path)
          : child instanceof TFolder &&
            (readAccess.canRead(child.path) || this.holdsVisible(child, readAccess)),
      );
      known.set(folder, holds);
    }
    return holds;
  }

  private knownFor(fingerprint: string): WeakMap<TFolder, boolean> {
    if (this.generation !== this.vaultGeneration() || this.byRules.size > keptRules) {
      this.byRules.clear();
      this.generation = this.vaultGeneration();
    }
    const known = this.byRules.get(fingerprint) ?? new WeakMap<TFolder, boolean>();
    this.byRules.set(fingerprint, known);
    return known;
  }
}

/** Matches a file's path, or all paths in a folder at any depth (the root: all), as spelled in the vault. */
export function atOrBelow(place: TFile | TFolder): (path: string) => boolean {
  if (place instanceof TFile) return path => path === place.path;
  const prefix = place.isRoot() ? '' : `${place.path}/`;
  return path => path.startsWith(prefix);
}
