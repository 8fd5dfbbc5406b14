import { type App, type TAbstractFile, TFile, TFolder } from 'obsidian';
import { isCanvasPath } from '../../markdown/canvas/canvas-file';
import { lastName } from '../../utils/text/path-parts';
import type { SliceTurn } from '../../utils/slicing/time-slicer';
import type { NearNames } from '../index/names/near-names';
import { isNameOf } from './vault-path';

const maxNear = 5;
/** Paths of each kind that are kept: some more, of which a caller may leave out its own file. */
const keptOfKind = 8;

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
    const name = lastName(path);
    const kind = (candidate: string): string | undefined => {
      const file = this.seen(candidate);
      return file === undefined ? undefined : kindOf(file, name);
    };
    const ranked = await this.nearNames.search(turn, finder => finder.ranking(path, keptOfKind, kind));
    this.ranked.set(path, ranked);
  }

  /** Nothing is near to the path in this call: for the many missing paths after the first. */
  leaveOut(path: string): void {
    if (!this.ranked.has(path)) this.ranked.set(path, []);
  }

  /**
   * At most five paths, the nearest first. Without `prepare` this is one step, long among thousands of similar names.
   * @param isWanted tells apart only what `kindOf` tells apart, but for single files
   */
  to(path: string, isWanted: (file: TAbstractFile) => boolean): string[] {
    const isFound = (candidate: string): boolean => {
      const file = this.seen(candidate);
      return file !== undefined && isWanted(file);
    };
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

  private seen(path: string): TAbstractFile | undefined {
    const file = this.app.vault.getAbstractFileByPath(path);
    return file !== null && file.path !== '/' && this.canSee(file) ? file : undefined;
  }
}

/** What callers tell apart when they ask for near files. @param name the last part of the wanted path */
function kindOf(file: TAbstractFile, name: string): string {
  if (!(file instanceof TFile)) return 'folder';
  if (file.extension === 'md') return 'note';
  return `${isCanvasPath(file.path) ? 'canvas' : 'other'}${isNameOf(name, file) ? ' of the name' : ''}`;
}
