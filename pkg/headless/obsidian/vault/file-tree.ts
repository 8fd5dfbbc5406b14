/** The visible files and folders of the vault by path, in the order in which they were found. */
import type * as Api from 'obsidian';
import { FileNames } from './file-names';
import { type TAbstractFile, TFile, TFolder } from './files';
import { OtherSpellings } from './other-spellings';
import { parentOf, root } from './paths';
import type { EntryStats, Found } from './tree-scan';
import type { Vault } from './vault';

export interface Move {
  readonly file: TAbstractFile;
  readonly oldPath: string;
}

export class FileTree {
  readonly root: TFolder;
  readonly spellings: OtherSpellings;
  readonly names: FileNames;
  private readonly byPath = new Map<string, TAbstractFile>();

  constructor(private readonly vault: Vault) {
    this.root = new TFolder(vault, root);
    this.byPath.set(root, this.root);
    this.spellings = new OtherSpellings(() => this.byPath.values());
    this.names = new FileNames(() => this.byPath.values());
  }

  /** As it is spelled on the disk. */
  get(path: string): TAbstractFile | null {
    return this.byPath.get(path) ?? null;
  }

  /** Also by the composed form of a name that is decomposed on the disk. */
  find(path: string): TAbstractFile | null {
    return this.byPath.get(path) ?? this.spellings.get(path);
  }

  all(): TAbstractFile[] {
    return [...this.byPath.values()];
  }

  /** @returns null when the parent folder is not in the tree. */
  add({ path, stats, leadsTo }: Found): TAbstractFile | null {
    const parent = this.byPath.get(parentOf(path));
    if (!(parent instanceof TFolder)) return null;
    const file = stats.isDirectory() ? new TFolder(this.vault, path) : this.fileOf(path, stats);
    file.parent = parent;
    file.leadsTo = leadsTo;
    parent.children.push(file);
    this.byPath.set(path, file);
    this.spellings.add(file);
    this.names.add(file);
    return file;
  }

  /** Removes the entry and everything below it from the tree; the deepest come first in the result. */
  remove(file: TAbstractFile): TAbstractFile[] {
    const removed = [...this.below(file)].reverse();
    removed.push(file);
    for (const one of removed) {
      this.byPath.delete(one.path);
      this.spellings.remove(one);
      this.names.remove(one);
    }
    this.unlink(file);
    return removed;
  }

  /** Moves the entry and everything below it; the entry itself comes first in the result. */
  move(file: TAbstractFile, newPath: string): Move[] {
    const oldPrefix = file.path;
    const moves: Move[] = [];
    this.unlink(file);
    for (const one of [file, ...this.below(file)]) {
      const oldPath = one.path;
      this.byPath.delete(oldPath);
      this.spellings.remove(one);
      this.names.remove(one);
      one.moveTo(newPath + oldPath.slice(oldPrefix.length));
      this.byPath.set(one.path, one);
      this.spellings.add(one);
      this.names.add(one);
      moves.push({ file: one, oldPath });
    }
    const parent = this.byPath.get(parentOf(newPath));
    if (parent instanceof TFolder) {
      file.parent = parent;
      parent.children.push(file);
    }
    return moves;
  }

  private *below(file: TAbstractFile): Generator<TAbstractFile> {
    const waiting = file instanceof TFolder ? file.children.toReversed() : [];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      yield next;
      if (next instanceof TFolder) for (const child of next.children.toReversed()) waiting.push(child);
    }
  }

  private unlink(file: TAbstractFile): void {
    const siblings = file.parent?.children ?? [];
    const index = siblings.indexOf(file);
    if (index >= 0) siblings.splice(index, 1);
    file.parent = null;
  }

  private fileOf(path: string, stats: EntryStats): TFile {
    return new TFile(this.vault, path, statOf(stats), stats.mtimeMs, stats.ino);
  }
}

/** Whole milliseconds, as the app gives them. */
export function statOf(stats: EntryStats): Api.FileStats {
  return { ctime: Math.round(stats.birthtimeMs), mtime: Math.round(stats.mtimeMs), size: stats.size };
}
