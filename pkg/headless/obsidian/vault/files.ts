import type * as Api from 'obsidian';
import { basenameOf, extensionOf, join, nameOf, root } from './paths';
import type { Vault } from './vault';

export abstract class TAbstractFile implements Api.TAbstractFile {
  name: string;
  parent: TFolder | null = null;
  /** Of the host: the vault path of the link's target, if the entry is a symbolic link. */
  leadsTo: string | undefined;

  constructor(
    readonly vault: Vault,
    public path: string,
  ) {
    this.name = nameOf(path);
  }

  /** Of the host: whether a symbolic link is on the way to the entry. */
  get isBehindLink(): boolean {
    return this.leadsTo !== undefined || this.parent?.isBehindLink === true;
  }

  /** Of the host: the path behind the links on its way, as it was last resolved. */
  get lastRealPath(): string {
    if (this.leadsTo !== undefined) return this.leadsTo;
    return this.parent?.isBehindLink === true ? join(this.parent.lastRealPath, this.name) : this.path;
  }

  /** Objects keep their identity when they move; only the tree calls this. */
  moveTo(path: string): void {
    this.path = path;
    this.name = nameOf(path);
  }
}

export class TFile extends TAbstractFile implements Api.TFile {
  basename: string;
  extension: string;

  /**
   * @param exactTime modification time with the fractions that `stat.mtime` does not show, milliseconds
   * @param inode the file's number on its disk: programs that write by rename change it
   */
  constructor(
    vault: Vault,
    path: string,
    public stat: Api.FileStats,
    public exactTime: number,
    public inode: number,
  ) {
    super(vault, path);
    this.basename = basenameOf(this.name);
    this.extension = extensionOf(this.name);
  }

  override moveTo(path: string): void {
    super.moveTo(path);
    this.basename = basenameOf(this.name);
    this.extension = extensionOf(this.name);
  }
}

export class TFolder extends TAbstractFile implements Api.TFolder {
  children: TAbstractFile[] = [];

  isRoot(): boolean {
    return this.path === root;
  }
}
