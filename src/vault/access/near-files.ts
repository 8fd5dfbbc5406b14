import { type App, type TAbstractFile, TFolder } from 'obsidian';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { NearNames } from '../index/names/near-names';

const maxNear = 5;

/** Finds files and folders with similar paths among those that one caller sees. */
export class NearFiles {
  /** What was prepared in this call, by the path as given. */
  private readonly ranked = new Map<string, readonly string[]>();

  constructor(
    private readonly app: App,
    private readonly nearNames: Pick<NearNames, 'now' | 'search'>,
    private readonly canSee: (file: TAbstractFile) => boolean,
  ) {}

  /** Compares the names in slices, so that `to` need not do so later in this call. */
  async prepare(path: string, turn: SliceTurn): Promise<void> {
    if (this.ranked.has(path)) return;
    const isSeen = (candidate: string): boolean => this.isThere(candidate, () => true);
    this.ranked.set(path, await this.nearNames.search(turn, finder => finder.ranking(path, isSeen)));
  }

  /** At most five paths, the nearest first. Without `prepare` this is one step, long among thousands of similar names. */
  to(path: string, isWanted: (file: TAbstractFile) => boolean): string[] {
    const isFound = (candidate: string): boolean => this.isThere(candidate, isWanted);
    const ranked = this.ranked.get(path);
    if (ranked === undefined) return this.nearNames.now().nearest(path, maxNear, isFound);
    const near: string[] = [];
    for (const candidate of ranked) {
      if (near.length === maxNear) break;
      if (isFound(candidate)) near.push(candidate);
    }
    return near;
  }

  /** As `to`; folders end in a slash where files may be meant too. */
  shownTo(path: string, isWanted: (file: TAbstractFile) => boolean): string[] {
    const isFolder = (one: string): boolean => this.app.vault.getAbstractFileByPath(one) instanceof TFolder;
    return this.to(path, isWanted).map(one => (isFolder(one) ? `${one}/` : one));
  }

  private isThere(path: string, isWanted: (file: TAbstractFile) => boolean): boolean {
    const file = this.app.vault.getAbstractFileByPath(path);
    return file !== null && file.path !== '/' && isWanted(file) && this.canSee(file);
  }
}
