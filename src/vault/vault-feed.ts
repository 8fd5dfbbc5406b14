import { type App, type EventRef, type TAbstractFile, TFile } from 'obsidian';
import { isNote } from './visible-files';

/** Something that happened to a file. */
export interface VaultChange {
  readonly path: string;
  /** Whether it came or went at this path, or only has other contents. */
  readonly kind: 'contents' | 'listing';
  readonly isNote: boolean;
}

/** Tells of changes to files as the vault's events do, one by one and at once. It knows no rules: who listens asks them. */
export class VaultFeed {
  private readonly listeners = new Set<(change: VaultChange) => void>();

  constructor({ vault }: App, listen: (ref: EventRef) => void) {
    listen(vault.on('modify', file => this.tell(file, file.path, 'contents')));
    listen(vault.on('create', file => this.tell(file, file.path, 'listing')));
    listen(vault.on('delete', file => this.tell(file, file.path, 'listing')));
    listen(
      vault.on('rename', (file, oldPath) => {
        this.tell(file, oldPath, 'listing');
        this.tell(file, file.path, 'listing');
      }),
    );
  }

  /** @returns a function that ends the subscription. */
  subscribe(listener: (change: VaultChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private tell(file: TAbstractFile, path: string, kind: VaultChange['kind']): void {
    if (this.listeners.size === 0 || !(file instanceof TFile)) return;
    const change = { path, kind, isNote: isNote(file) || path.endsWith('.md') };
    for (const listener of this.listeners) listener(change);
  }
}
