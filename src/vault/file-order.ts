import { type TAbstractFile, TFile } from 'obsidian';
import { compareSortKeys, type SortKey } from '../utils/cursor-paginator';
import { compareNames, nameKey } from '../utils/folding';
import type { PageOf } from './paging';
import { compareInTree, placeOf } from './tree-order';

export interface FileSort {
  readonly sort: 'path' | 'name' | 'modified' | 'created' | 'size';
  readonly order: 'asc' | 'desc';
}

/** Brings files that stand in tree order into the wanted one, with keys that a cursor can keep. */
export function fileOrder<T extends TAbstractFile>(
  inTreeOrder: readonly T[],
  { sort, order }: FileSort,
): PageOf<T> {
  if (sort === 'path') return treeOrder(inTreeOrder, order);
  const keyOf = (file: T): SortKey => [file instanceof TFile ? 1 : 0, valueOf(file, sort), file.path];
  const direction = order === 'asc' ? 1 : -1;
  // Folders, which have neither date nor size, come first either way; equal values go by path.
  const compare = (a: SortKey, b: SortKey): number =>
    compareSortKeys(a.slice(0, 1), b.slice(0, 1)) ||
    direction * compareSortKeys(a.slice(1, 2), b.slice(1, 2)) ||
    compareNames(String(a[2]), String(b[2]));
  const keyed = inTreeOrder.map(file => ({ file, key: keyOf(file) })).sort((a, b) => compare(a.key, b.key));
  return { items: keyed.map(({ file }) => file), keyOf, compare };
}

function treeOrder<T extends TAbstractFile>(items: readonly T[], order: FileSort['order']): PageOf<T> {
  const keyOf = (file: T): SortKey => [file.path, placeOf(file).isFolder ? 1 : 0];
  const forward = (a: SortKey, b: SortKey): number => compareInTree(placeFrom(a), placeFrom(b));
  if (order === 'asc') return { items, keyOf, compare: forward };
  return { items: items.toReversed(), keyOf, compare: (a, b) => forward(b, a) };
}

function placeFrom([path = '', isFolder]: SortKey): { path: string; isFolder: boolean } {
  return { path: String(path), isFolder: isFolder === 1 };
}

function valueOf(file: TAbstractFile, sort: 'name' | 'modified' | 'created' | 'size'): string | number {
  if (sort === 'name' || !(file instanceof TFile)) return nameKey(file.name);
  switch (sort) {
    case 'modified':
      return file.stat.mtime;
    case 'created':
      return file.stat.ctime;
    case 'size':
      return file.stat.size;
  }
}
