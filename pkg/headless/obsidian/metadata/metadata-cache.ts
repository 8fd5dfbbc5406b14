import type * as Api from 'obsidian';
import { type EventCallback, Events } from '../core/events';
import type { TFile } from '../vault/files';
import { LinkTargets } from '../links/link-targets';
import { LinkGraph } from './link-graph';
import { isNote, NoteIndex } from './note-index';
import { onTimer, type Schedule } from './reading/unread-notes';
import { type Backlinks, backlinksOf, IgnoreFilters, tagCounts } from './vault-overview';
import { guardMembers } from '../core/strict';
import type { Vault } from '../vault/vault';

/** How long after a change a note is read, milliseconds: the app delays it too, and documents no number. */
const defaultDelay = 25;

export interface MetadataOptions {
  /** From a change to its reading, milliseconds; 25 by default. */
  readonly delay?: number | undefined;
  /** Outside the vault, where records are kept for the next start; by default they are not. */
  readonly recordFile?: string | undefined;
  /** The built worker that scans large notes; without one they are scanned on the main thread. */
  readonly scanWorker?: string | undefined;
  /** When notes that could not be scanned are tried again; by timers unless given. */
  readonly schedule?: Schedule | undefined;
}

/** All that a query needs of a file. */
interface Located {
  readonly path: string;
}

export class MetadataCache extends Events implements Api.MetadataCache {
  static {
    guardMembers(this);
  }

  readonly resolvedLinks: Record<string, Record<string, number>>;
  readonly unresolvedLinks: Record<string, Record<string, number>>;
  /** Of the host, not of the app. */
  readonly index: NoteIndex;
  /** Of the host, too. */
  readonly ignored = new IgnoreFilters(() => this.vault.getConfig('userIgnoreFilters'));
  private readonly targets: LinkTargets;
  /** Whether a listener for `changed` was ever added. */
  private isHeard = false;

  constructor(
    private readonly vault: Vault,
    options: MetadataOptions = {},
  ) {
    super();
    this.targets = new LinkTargets(vault);
    const links = new LinkGraph(this.targets);
    this.resolvedLinks = links.resolved;
    this.unresolvedLinks = links.unresolved;
    this.index = new NoteIndex(
      vault,
      links,
      {
        changed: (file, text, entry) => {
          // Making the object costs more than the rest of this.
          if (this.isHeard) this.trigger('changed', file, text, entry.metadata());
        },
        deleted: (file, previous) => this.trigger('deleted', file, previous?.metadata() ?? null),
        resolve: file => this.trigger('resolve', file),
        resolved: () => this.trigger('resolved'),
        wantsText: () => this.isHeard,
      },
      {
        delay: options.delay ?? defaultDelay,
        recordFile: options.recordFile,
        scanWorker: options.scanWorker,
        schedule: options.schedule ?? onTimer,
      },
    );
  }

  override on(
    name: 'changed',
    callback: (file: TFile, data: string, cache: Api.CachedMetadata) => unknown,
    ctx?: unknown,
  ): Api.EventRef;
  override on(
    name: 'deleted',
    callback: (file: TFile, prevCache: Api.CachedMetadata | null) => unknown,
    ctx?: unknown,
  ): Api.EventRef;
  override on(name: 'resolve', callback: (file: TFile) => unknown, ctx?: unknown): Api.EventRef;
  override on(name: string, callback: EventCallback, ctx?: unknown): Api.EventRef;
  override on(name: string, callback: EventCallback, ctx?: unknown): Api.EventRef {
    this.isHeard ||= name === 'changed';
    return super.on(name, callback, ctx);
  }

  getFirstLinkpathDest(linkpath: string, sourcePath: string): TFile | null {
    return this.targets.resolve(linkpath, sourcePath);
  }

  /** Null before the note has been read, and for other files; the old metadata until a change has been read. */
  getFileCache(file: Located): Api.CachedMetadata | null {
    return this.getCache(file.path);
  }

  getCache(path: string): Api.CachedMetadata | null {
    const file = this.vault.getFileByPath(path);
    return file === null ? null : (this.index.get(file)?.metadata() ?? null);
  }

  /** The file's name, or its path if another file has that name (typings). */
  fileToLinktext(file: TFile, _sourcePath: string, omitMdExtension = true): string {
    const text = this.targets.isOnlyNamed(file.name) ? file.name : file.path;
    return omitMdExtension && isNote(file) ? text.slice(0, -'.md'.length) : text;
  }

  // Internal in the app, but widely used.

  getTags(): Record<string, number> {
    return tagCounts(this.index);
  }

  getBacklinksForFile(file: Located): Backlinks {
    return backlinksOf(file, this.index, (link, sourcePath) => this.targets.resolve(link, sourcePath));
  }

  isUserIgnored(path: string): boolean {
    return this.ignored.has(path);
  }
}
