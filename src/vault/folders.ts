import { type TAbstractFile, TFile, TFolder } from 'obsidian';
import { sortedChildren, type TreeOrder } from './tree-order';
import type { VisibleFiles } from './visible-files';

export interface ListQuery {
  /** A folder's path; '' is the root. */
  readonly path: string;
  readonly recursive: boolean;
  readonly only: 'files' | 'directories' | 'any';
  readonly limit: number;
  readonly cursor?: string | undefined;
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

export interface Listing {
  items: (FileItem | DirectoryItem)[];
  totalCount: number;
  hasMore: boolean;
  nextCursor?: string;
}

/** The files and folders that one caller may see. */
export class Folders {
  constructor(
    private readonly files: VisibleFiles,
    private readonly tree: TreeOrder,
  ) {}

  /** @throws ToolFailure `invalid_path`, `not_found`, `invalid_cursor` */
  async list(query: ListQuery, signal: AbortSignal): Promise<Listing> {
    const folder = this.files.folder(query.path);
    const all = query.recursive ? await this.tree.below(folder, signal) : sortedChildren(folder);
    const wanted = all.filter(file => isOfKind(file, query.only) && this.files.canSee(file));
    return {
      items: wanted.slice(0, query.limit).map(file => this.item(file)),
      totalCount: wanted.length,
      hasMore: wanted.length > query.limit,
    };
  }

  private item(file: TAbstractFile): FileItem | DirectoryItem {
    const { name, path } = file;
    if (file instanceof TFile) {
      const { size, ctime, mtime } = file.stat;
      const [created, modified] = [new Date(ctime).toISOString(), new Date(mtime).toISOString()];
      return { kind: 'file', name, path, extension: file.extension, size, created, modified };
    }
    const children = file instanceof TFolder ? file.children : [];
    return { kind: 'directory', name, path, childrenCount: children.filter(child => this.files.canSee(child)).length };
  }
}

function isOfKind(file: TAbstractFile, only: ListQuery['only']): boolean {
  return only === 'any' || (only === 'files') === file instanceof TFile;
}
