import { countBefore, itemAt } from '../../../utils/collections';
import { type TAbstractFile, TFolder, type TFile } from 'obsidian';
import { compareKeys, nameKey } from '../../../utils/text/folding';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { Derived, type IndexSource, type ForEach } from '../derived';
import type { NoteFactsIndex } from '../metadata/note-metadata';

/** The position of a file or folder in the tree, whether or not it still exists. */
interface Place {
  readonly path: string;
  readonly isFolder: boolean;
}

/** Folders before files at each level, then by name ignoring case; a folder's content follows it. */
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

/** By path, in the order of names: not in tree order, which has folders before files. */
export async function sortedByPath(files: Iterable<TFile>, loop: SlicedLoop): Promise<TFile[]> {
  const keyed: { file: TFile; key: string }[] = [];
  await forEachInTurn(files, loop, file => keyed.push({ file, key: nameKey(file.path) }));
  return keyed.sort((a, b) => compareKeys(a.key, b.key)).map(({ file }) => file);
}

/** The whole vault in tree order, so that a folder and its content are contiguous. */
export class TreeOrder {
  private readonly sorted: Derived<TAbstractFile[]>;

  constructor(source: IndexSource) {
    this.sorted = new Derived(
      source,
      async forEach => {
        const all: TAbstractFile[] = [];
        await forEach(inTreeOrder(source.app.vault.getRoot()), file => all.push(file));
        return all;
      },
      ({ patch, forget }) => ({
        created: file =>
          patch(all => {
            const index = indexOf(all, placeOf(file));
            if (all[index] !== file) all.splice(index, 0, file);
          }),
        deleted: file =>
          patch(all => {
            const expected = indexOf(all, placeOf(file));
            const index = all[expected] === file ? expected : all.indexOf(file);
            // A build that began before the deletion may not have come to it.
            if (index !== -1) all.splice(index, 1);
          }),
        // A renamed folder moves everything in it.
        renamed: forget,
      }),
    );
  }

  /** Grows with every change of the file tree. */
  get generation(): number {
    return this.sorted.generation;
  }

  /** Everything below a folder, without the folder itself. */
  async below(folder: TFolder, signal: AbortSignal | undefined): Promise<readonly TAbstractFile[]> {
    const all = await this.sorted.get(signal);
    if (folder.isRoot()) return all;
    const start = indexOf(all, placeOf(folder)) + 1;
    // U+FFFF sorts after every name, and a file after every folder.
    return all.slice(start, indexOf(all, { path: `${folder.path}/\uffff`, isFolder: false }));
  }
}

function* inTreeOrder(root: TFolder): Generator<TAbstractFile, void> {
  const waiting: TAbstractFile[] = sortedChildren(root).reverse();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    yield file;
    // A folder may have more files than a call can have arguments.
    if (file instanceof TFolder) for (const child of sortedChildren(file).reverse()) waiting.push(child);
  }
}

/** The index of the first entry at or after the position. */
function indexOf(all: readonly TAbstractFile[], place: Place): number {
  return countBefore(all.length, index => compareInTree(placeOf(itemAt(all, index)), place) < 0);
}

/** All notes sorted by title; notes with equal titles by path. */
export class TitleOrder {
  private readonly sorted: Derived<readonly TFile[]>;

  constructor(
    private readonly source: IndexSource,
    private readonly facts: NoteFactsIndex,
  ) {
    this.sorted = new Derived(
      source,
      forEach => this.sort(forEach),
      ({ forget }) => {
        // The facts must be notified of a changed note first.
        facts.watch();
        return {
          created: forget,
          deleted: forget,
          renamed: forget,
          metadataChanged: forget,
          metadataDeleted: forget,
        };
      },
    );
  }

  notes(signal: AbortSignal): Promise<readonly TFile[]> {
    return this.sorted.get(signal);
  }

  private async sort(forEach: ForEach): Promise<readonly TFile[]> {
    const keyed: { note: TFile; key: string }[] = [];
    await forEach(this.source.app.vault.getMarkdownFiles(), note =>
      keyed.push({ note, key: nameKey(this.facts.titleOf(note)) }),
    );
    const byTitle = keyed.sort(
      (a, b) => compareKeys(a.key, b.key) || compareKeys(nameKey(a.note.path), nameKey(b.note.path)),
    );
    return byTitle.map(({ note }) => note);
  }
}
