import { type TAbstractFile, TFile, TFolder } from 'obsidian';
import type { SortKey } from '../utils/cursor-paginator';
import { toIso } from '../utils/dates';
import type { PagedQuery, PageFields, Pager } from './paging';
import { compareInTree, type Place, placeOf, sortedChildren, type TreeOrder } from './tree-order';
import type { VisibleFiles } from './visible-files';

export interface ListQuery extends PagedQuery {
  /** A folder's path; '' is the root. */
  readonly path: string;
  readonly recursive: boolean;
  readonly only: 'files' | 'directories' | 'any';
}

export interface FileItem {
  kind: 'file';
  name: string;
  path: string;
  /** Without the dot. */
  extension: string;
  /** Bytes. */
  size: number;
  /** ISO 8601 in UTC. */
  created: string;
  modified: string;
}

export interface DirectoryItem {
  kind: 'directory';
  name: string;
  path: string;
  childrenCount: number;
}

export interface Listing extends PageFields {
  items: (FileItem | DirectoryItem)[];
}

/** The files and folders that one caller may see. */
export class Folders {
  constructor(
    private readonly files: VisibleFiles,
    private readonly tree: TreeOrder,
    private readonly pager: Pager,
  ) {}

  /** @throws ToolFailure `invalid_path`, `not_found`, `invalid_cursor` */
  async list(query: ListQuery, signal: AbortSignal): Promise<Listing> {
    const folder = this.files.folder(query.path);
    const all = query.recursive ? await this.tree.below(folder, signal) : sortedChildren(folder);
    const wanted = all.filter(file => isOfKind(file, query.only) && this.files.canSee(file));
    const { page, ...rest } = this.pager.page('list', query, {
      items: wanted,
      keyOf: treeSortKey,
      compare: compareTreeKeys,
    });
    return { items: page.map(file => this.item(file)), ...rest };
  }

  private item(file: TAbstractFile): FileItem | DirectoryItem {
    const { name, path } = file;
    if (file instanceof TFile) {
      const { size, ctime, mtime } = file.stat;
      const [created, modified] = [toIso(ctime), toIso(mtime)];
      return { kind: 'file', name, path, extension: file.extension, size, created, modified };
    }
    const children = file instanceof TFolder ? file.children : [];
    return {
      kind: 'directory',
      name,
      path,
      childrenCount: children.filter(child => this.files.canSee(child)).length,
    };
  }
}

/** A place in the tree as a cursor keeps it. */
function treeSortKey(file: TAbstractFile): [string, number] {
  const { path, isFolder } = placeOf(file);
  return [path, isFolder ? 1 : 0];
}

function compareTreeKeys(a: SortKey, b: SortKey): number {
  return compareInTree(placeFrom(a), placeFrom(b));
}

function placeFrom([path = '', isFolder]: SortKey): Place {
  return { path: String(path), isFolder: isFolder === 1 };
}

function isOfKind(file: TAbstractFile, only: ListQuery['only']): boolean {
  return only === 'any' || (only === 'files') === file instanceof TFile;
}
