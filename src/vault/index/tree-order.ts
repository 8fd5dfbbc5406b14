import { type App, type EventRef, type TAbstractFile, TFolder } from 'obsidian';
import { compareKeys, nameKey } from '../../utils/text/folding';
import type { TimeSlicer } from '../../utils/slicing/time-slicer';

/** Where a file or folder stands in the tree, whether or not it still exists. */
export interface Place {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Folders before files at each level, then by name without regard to case, content right behind its folder. */
export function compareInTree(a: Place, b: Place): number {
  const left = a.path.split('/');
  const right = b.path.split('/');
  for (let level = 0; level < Math.min(left.length, right.length); level += 1) {
    const [leftName = '', rightName = ''] = [left[level], right[level]];
    const leftIsFolder = level < left.length - 1 || a.isFolder;
    const rightIsFolder = level < right.length - 1 || b.isFolder;
    if (leftIsFolder !== rightIsFolder) return leftIsFolder ? -1 : 1;
    if (leftName !== rightName) return compareKeys(nameKey(leftName), nameKey(rightName));
  }
  return left.length - right.length;
}

export function placeOf(file: TAbstractFile): Place {
  return { path: file.path, isFolder: file instanceof TFolder };
}

/** A folder's direct content in tree order. */
export function sortedChildren(folder: TFolder): TAbstractFile[] {
  return folder.children
    .map(file => ({ file, key: `${file instanceof TFolder ? '0' : '1'}${nameKey(file.name)}` }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ file }) => file);
}

/**
 * The whole vault in tree order, so that a folder with all its content is one stretch of it. Built in slices
 * at the first question, then kept by the vault's events.
 */
export class TreeOrder {
  private sorted: TAbstractFile[] | undefined;
  private changes = 0;

  constructor(
    private readonly app: App,
    listen: (ref: EventRef) => void,
    private readonly slicer: TimeSlicer,
  ) {
    const { vault } = app;
    listen(vault.on('create', file => this.insert(file)));
    listen(vault.on('delete', file => this.remove(file)));
    // A renamed folder moves everything in it; the next question sorts anew.
    listen(vault.on('rename', () => this.forget()));
  }

  /** Grows with every change of the tree. */
  get generation(): number {
    return this.changes;
  }

  /** Everything below a folder, itself left out; '' is the root. */
  async below(folder: TFolder, signal?: AbortSignal): Promise<readonly TAbstractFile[]> {
    const all = this.sorted ?? (await this.build(signal));
    if (folder.isRoot()) return all;
    const start = this.indexOf(all, placeOf(folder)) + 1;
    // U+FFFF sorts behind every name, and a file behind every folder.
    return all.slice(start, this.indexOf(all, { path: `${folder.path}/\uffff`, isFolder: false }));
  }

  /** The first index whose entry does not stand before the place. */
  private indexOf(all: readonly TAbstractFile[], place: Place): number {
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const entry = all[middle];
      if (entry !== undefined && compareInTree(placeOf(entry), place) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private async build(signal: AbortSignal | undefined): Promise<readonly TAbstractFile[]> {
    const { changes } = this;
    const all: TAbstractFile[] = [];
    const turn = this.slicer.slice({ signal });
    const waiting: TAbstractFile[] = sortedChildren(this.app.vault.getRoot()).reverse();
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      all.push(file);
      if (file instanceof TFolder) waiting.push(...sortedChildren(file).reverse());
      if (turn.due()) await turn.pause();
    }
    if (changes === this.changes) this.sorted = all;
    return all;
  }

  private insert(file: TAbstractFile): void {
    this.changes += 1;
    const all = this.sorted;
    all?.splice(this.indexOf(all, placeOf(file)), 0, file);
  }

  private remove(file: TAbstractFile): void {
    this.changes += 1;
    const all = this.sorted;
    if (all === undefined) return;
    const index = this.indexOf(all, placeOf(file));
    if (all[index] === file) all.splice(index, 1);
    else this.forget();
  }

  private forget(): void {
    this.changes += 1;
    this.sorted = undefined;
  }
}
