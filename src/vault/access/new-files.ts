import type { App, EventRef } from 'obsidian';
import { after as afterDelay } from '../../platform';
import type { Aliases } from '../links/aliases';
import type { NameIndex } from '../index/name-index';
import { parseReference } from './note-reference';
import { VaultPath } from './vault-path';
import type { VisibleFiles } from './visible-files';

/** How long the app may take to notice a file, in milliseconds. */
const longestWait = 2000;

/** So many names of a call are looked for among aliases: each takes a look at every note. */
const mostAliases = 10;

interface Waiter {
  readonly path: string;
  readonly resolve: () => void;
}

/** Waits for the app's event of a file that another program has just written. */
export class NewFiles {
  private waiters: readonly Waiter[] = [];

  constructor(
    private readonly app: App,
    listen: (ref: EventRef) => void,
    private readonly after: typeof afterDelay = afterDelay,
  ) {
    const arrived = (path: string): void => {
      for (const waiter of this.waiters) if (waiter.path === path) waiter.resolve();
    };
    listen(app.vault.on('create', file => arrived(file.path)));
    listen(app.vault.on('rename', file => arrived(file.path)));
  }

  /** Resolves when the app knows a file or folder at the path, after two seconds at the latest; at once if there is none on the disk. */
  async settle(path: string, signal: AbortSignal): Promise<void> {
    if (this.isKnown(path) || !(await this.isOnDisk(path)) || this.isKnown(path) || signal.aborted) return;
    await new Promise<void>(resolve => {
      const finish = (): void => {
        timer.cancel();
        signal.removeEventListener('abort', finish);
        this.waiters = this.waiters.filter(other => other !== waiter);
        resolve();
      };
      const timer = this.after(longestWait, finish);
      const waiter: Waiter = { path, resolve: finish };
      this.waiters = [...this.waiters, waiter];
      signal.addEventListener('abort', finish);
    });
  }

  private isKnown(path: string): boolean {
    return this.app.vault.getAbstractFileByPath(path) !== null;
  }

  private async isOnDisk(path: string): Promise<boolean> {
    try {
      return await this.app.vault.adapter.exists(path);
    } catch {
      // What cannot be looked at is no file for the app either.
      return false;
    }
  }
}

/**
 * Prepares what a caller names before a tool looks for it: the app has to know what is on the disk, and a link that
 * leads nowhere may be somebody's alias.
 */
export class NamedFiles {
  constructor(
    private readonly parts: {
      readonly files: VisibleFiles;
      readonly names: NameIndex;
      readonly newFiles: NewFiles;
      readonly aliases: Aliases;
    },
  ) {}

  /** @param references as callers give them: paths, links, `@daily`; those that name nothing are passed over */
  async settle(references: readonly string[], signal: AbortSignal): Promise<void> {
    const paths = new Set(references.flatMap(reference => this.unknownPaths(reference)));
    await Promise.all([...paths].map(path => this.parts.newFiles.settle(path, signal)));
    for (const reference of references.slice(0, mostAliases)) await this.offerAliases(reference, signal);
  }

  /** For a link or a bare name that leads nowhere. */
  private async offerAliases(reference: string, signal: AbortSignal): Promise<void> {
    const { files, aliases } = this.parts;
    const parsed = parseReference(reference);
    const name = parsed.kind === 'link' ? parsed.linkpath : parsed.kind === 'path' ? parsed.path : '';
    const isBare = parsed.kind === 'link' || !/[/.]/u.test(name);
    if (name === '' || !isBare || files.linkTarget(name, '') !== undefined) return;
    files.offer(name, await aliases.notesWith(name, signal));
  }

  /** Where the file could be, as far as the caller may see that and the app knows of nothing there. */
  private unknownPaths(reference: string): string[] {
    const { files, names } = this.parts;
    const path = this.pathOf(reference);
    if (path === undefined || path.value === '' || path.isHidden) return [];
    const places = [path.value, ...(path.isFolderOnly ? [] : [path.withExtension('.md').value])];
    if (places.some(place => names.isTaken(place, file => files.canSee(file)))) return [];
    return places.filter(place => files.mayRead(place));
  }

  private pathOf(reference: string): VaultPath | undefined {
    const parsed = parseReference(reference);
    try {
      if (parsed.kind === 'path') return VaultPath.parseFolder(parsed.path);
      if (parsed.kind === 'periodic') return VaultPath.parse(this.parts.files.periodicNote(parsed).path);
      return parsed.kind === 'link' ? VaultPath.parse(parsed.linkpath) : undefined;
    } catch {
      // The tool itself says what is wrong with it.
      return undefined;
    }
  }
}
