import type * as Api from 'obsidian';
import { type EventCallback, Events } from './events';
import type { TFile } from './files';
import { LinkTargets } from './link-targets';
import { guardMembers, notImitated } from './strict';
import type { Vault } from './vault';

export class MetadataCache extends Events implements Api.MetadataCache {
  static {
    guardMembers(this);
  }

  readonly resolvedLinks: Record<string, Record<string, number>> = {};
  readonly unresolvedLinks: Record<string, Record<string, number>> = {};
  private readonly targets: LinkTargets;

  constructor(vault: Vault) {
    super();
    this.targets = new LinkTargets(vault);
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
    return super.on(name, callback, ctx);
  }

  getFirstLinkpathDest(linkpath: string, sourcePath: string): TFile | null {
    const hash = linkpath.indexOf('#');
    return this.targets.resolve(hash < 0 ? linkpath : linkpath.slice(0, hash), sourcePath);
  }

  /** Null, as in the app before a note has been read. */
  getFileCache(): Api.CachedMetadata | null {
    return null;
  }

  getCache(): Api.CachedMetadata | null {
    return null;
  }

  fileToLinktext(): never {
    return notImitated('MetadataCache.fileToLinktext');
  }
}
