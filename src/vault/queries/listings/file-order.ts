import { type TAbstractFile, TFile } from 'obsidian';
import { compareSortKeys, type SortKey } from '../../../utils/page';
import { compareKeys, nameKey } from '../../../utils/text/folding';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { PageOf } from '../../paging';
import { compareInTree, placeOf } from '../../index/names/orders';

export interface FileSort {
  readonly sort: 'path' | 'name' | 'modified' | 'created' | 'size';
  readonly order: 'asc' | 'desc';
}

/** Sorts files that are in tree order, with keys that fit into a cursor. */
export async function fileOrder<T extends TAbstractFile>(
  inTreeOrder: readonly T[],
  { sort, order }: FileSort,
  loop: SlicedLoop,
): Promise<PageOf<T>> {
  if (sort === 'path') return treeOrder(inTreeOrder, order);
  const placeOf = (file: T): FilePlace => new FilePlace(kindOf(file), valueOf(file, sort), file.path);
  const direction = order === 'asc' ? 1 : -1;
  const placed: { file: T; place: FilePlace }[] = [];
  await forEachInTurn(inTreeOrder, loop, file => placed.push({ file, place: placeOf(file) }));
  const sorted = placed.sort((a, b) => a.place.compare(b.place, direction));
  return {
    items: sorted.map(({ file }) => file),
    keyOf: file => placeOf(file).key,
    compare: (a, b) => placeOfKey(a).compare(placeOfKey(b), direction),
  };
}

/** Folders have no date or size and come first in either direction; equal values are sorted by path. */
class FilePlace {
  #pathKey: string | undefined;

  constructor(
    private readonly kind: number,
    private readonly value: string | number,
    private readonly path: string,
  ) {}

  get key(): SortKey {
    return [this.kind, this.value, this.path];
  }

  compare(other: FilePlace, direction: 1 | -1): number {
    if (this.kind !== other.kind) return this.kind - other.kind;
    if (this.value !== other.value) return direction * compareSortKeys([this.value], [other.value]);
    return compareKeys(this.pathKey, other.pathKey);
  }

  /** Made only if values are equal. */
  private get pathKey(): string {
    this.#pathKey ??= nameKey(this.path);
    return this.#pathKey;
  }
}

function placeOfKey([kind, value = '', path]: SortKey): FilePlace {
  return new FilePlace(Number(kind), value, String(path));
}

function kindOf(file: TAbstractFile): number {
  return file instanceof TFile ? 1 : 0;
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
