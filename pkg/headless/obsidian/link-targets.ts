/** Finds the file that a link names, in an index of all files by their names. */
import { linkTarget, linkpathOf } from '../../../src/markdown/link-target';
import type { TFile } from './files';
import { nameOf } from './paths';
import type { Vault } from './vault';

export class LinkTargets {
  /** Paths by their last segment in lower case; made at the first question, then kept by the vault's events. */
  private byName: Map<string, Set<string>> | undefined;

  constructor(private readonly vault: Vault) {
    vault.on('create', file => this.add(file.path));
    vault.on('delete', file => this.remove(file.path));
    vault.on('rename', (file, oldPath) => {
      this.remove(oldPath);
      this.add(file.path);
    });
  }

  /** @param link with or without a subpath; one that is only a subpath leads to the source itself */
  resolve(link: string, sourcePath: string): TFile | null {
    const linkpath = linkpathOf(link);
    if (linkpath === '') return this.vault.getFileByPath(sourcePath);
    const target = linkTarget(linkpath, sourcePath, name => this.named(name));
    return target === undefined ? null : this.vault.getFileByPath(target);
  }

  /** Whether no other file has this name, in any letter case. */
  isOnlyNamed(name: string): boolean {
    return this.named(name.toLowerCase()).size < 2;
  }

  private named(lowerCaseName: string): ReadonlySet<string> {
    return this.names().get(lowerCaseName) ?? new Set();
  }

  private names(): Map<string, Set<string>> {
    if (this.byName === undefined) {
      this.byName = new Map();
      for (const file of this.vault.getFiles()) this.add(file.path);
    }
    return this.byName;
  }

  /** Folders are no targets. */
  private add(path: string): void {
    if (this.byName === undefined || this.vault.getFileByPath(path) === null) return;
    const name = nameOf(path).toLowerCase();
    const paths = this.byName.get(name);
    if (paths === undefined) this.byName.set(name, new Set([path]));
    else paths.add(path);
  }

  private remove(path: string): void {
    const name = nameOf(path).toLowerCase();
    const paths = this.byName?.get(name);
    paths?.delete(path);
    if (paths?.size === 0) this.byName?.delete(name);
  }
}
