import { type TAbstractFile, TFile } from 'obsidian';
import { isNote } from '../access/visible-files';
import type { VaultEvents } from '../index/vault-events';

export interface VaultChange {
  readonly path: string;
  /** `listing`: the file was created, deleted or moved here; `contents`: only its contents changed. */
  readonly kind: 'contents' | 'listing';
  readonly isNote: boolean;
  /** The real path, if the path was a symbolic link: it cannot be resolved after the file is gone. */
  readonly realPath?: string;
}

/** Reports changes of files immediately, one by one. Applies no folder rules: its listeners do. */
export class ChangeFeed {
  private readonly listeners = new Set<(change: VaultChange) => void>();

  constructor(
    events: VaultEvents,
    private readonly realPath: (path: string) => string,
  ) {
    events.listen({
      modified: file => this.tell(file, file.path, 'contents'),
      created: file => this.tell(file, file.path, 'listing'),
      deleted: file => this.tell(file, file.path, 'listing'),
      renamed: (file, oldPath) => {
        this.tell(file, oldPath, 'listing', file.path);
        this.tell(file, file.path, 'listing');
      },
    });
  }

  /** @returns a function that ends the subscription. */
  subscribe(listener: (change: VaultChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** @param source the file's current path, if it differs from `path` */
  private tell(file: TAbstractFile, path: string, kind: VaultChange['kind'], source = path): void {
    if (this.listeners.size === 0 || !(file instanceof TFile)) return;
    const real = this.realPath(source);
    const elsewhere = real === source ? {} : { realPath: real };
    const change = { path, kind, isNote: isNote(file) || path.endsWith('.md'), ...elsewhere };
    for (const listener of this.listeners) listener(change);
  }
}
