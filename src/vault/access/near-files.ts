import { type App, type TAbstractFile, TFolder } from 'obsidian';
import { type Named, named, nearestNamed } from '../../utils/near';

const maxNear = 5;
/** Missing paths of a call that are answered with near ones: each takes a look at all names. */
const maxAsked = 20;

/** Finds files and folders with similar paths among those that one caller sees. */
export class NearFiles {
  private readonly asked = new Set<string>();
  /** Folded once in a call. */
  private names: readonly Named[] | undefined;

  constructor(
    private readonly app: App,
    private readonly canSee: (file: TAbstractFile) => boolean,
  ) {}

  /** At most five paths, the nearest first; none for the many missing paths after the first of a call. */
  to(path: string, isWanted: (file: TAbstractFile) => boolean): string[] {
    const { vault } = this.app;
    if (this.asked.size === maxAsked && !this.asked.has(path)) return [];
    this.asked.add(path);
    this.names ??= vault.getAllLoadedFiles().map(file => named(file.path));
    return nearestNamed(path, this.names, maxNear, candidate => {
      const file = vault.getAbstractFileByPath(candidate);
      return file !== null && file.path !== '/' && this.canSee(file) && isWanted(file);
    });
  }

  /** As `to`; folders end in a slash where files may be meant too. */
  shownTo(path: string, isWanted: (file: TAbstractFile) => boolean): string[] {
    const isFolder = (one: string): boolean => this.app.vault.getAbstractFileByPath(one) instanceof TFolder;
    return this.to(path, isWanted).map(one => (isFolder(one) ? `${one}/` : one));
  }
}
