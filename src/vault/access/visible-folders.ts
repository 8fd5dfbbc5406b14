import { type TAbstractFile, TFile, TFolder } from 'obsidian';
import { getOrInsert } from '../../utils/collections';

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
    const { fingerprint, canRead } = readAccess;
    const isVisible = (child: TAbstractFile): boolean =>
      canRead(child.path) || (child instanceof TFolder && this.holdsVisible(child, readAccess));
    return getOrInsert(this.knownFor(fingerprint), folder, () => folder.children.some(isVisible));
  }

  private knownFor(fingerprint: string): WeakMap<TFolder, boolean> {
    if (this.generation !== this.vaultGeneration() || this.byRules.size > keptRules) {
      this.byRules.clear();
      this.generation = this.vaultGeneration();
    }
    return getOrInsert(this.byRules, fingerprint, () => new WeakMap());
  }
}

/** Matches a file's path, or all paths in a folder at any depth (the root: all), as spelled in the vault. */
export function atOrBelow(place: TFile | TFolder): (path: string) => boolean {
  if (place instanceof TFile) return path => path === place.path;
  const prefix = place.isRoot() ? '' : `${place.path}/`;
  return path => path.startsWith(prefix);
}
