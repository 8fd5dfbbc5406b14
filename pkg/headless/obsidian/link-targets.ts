/** Finds the file that a link names. Rules as observed in 1.13.7 and measured on recorded link maps. */
import type { TFile } from './files';
import { nameOf, parentOf, root } from './paths';
import type { Vault } from './vault';

export class LinkTargets {
  /** Files by their name in lower case; made at the first question. */
  private byName: Map<string, Set<TFile>> | undefined;

  constructor(private readonly vault: Vault) {
    vault.on('create', file => this.refresh(file.path));
    vault.on('delete', () => (this.byName = undefined));
    vault.on('rename', () => (this.byName = undefined));
  }

  /** @param linkpath the part of a link before `#`; empty for the source itself */
  resolve(linkpath: string, sourcePath: string): TFile | null {
    if (linkpath === '') return this.vault.getFileByPath(sourcePath);
    const folder = parentOf(sourcePath);
    if (linkpath.startsWith('./') || linkpath.startsWith('../')) return this.relative(linkpath, folder);
    const wanted = stripSlash(linkpath).toLowerCase();
    const candidates = this.endingWith(wanted);
    return (
      candidates.find(file => isPath(file, wanted)) ??
      best(candidates.filter(file => parentOf(file.path) === folder)) ??
      best(candidates)
    );
  }

  /** Against the source's folder only, without falling back. */
  private relative(linkpath: string, folder: string): TFile | null {
    const names = folder === root ? [] : folder.split('/');
    for (const name of linkpath.split('/')) {
      if (name === '..') {
        if (names.pop() === undefined) return null;
      } else if (name !== '.' && name !== '') names.push(name);
    }
    const wanted = names.join('/').toLowerCase();
    return best(this.endingWith(wanted).filter(file => isPath(file, wanted)));
  }

  private endingWith(wanted: string): TFile[] {
    const found: TFile[] = [];
    for (const path of [wanted, `${wanted}.md`]) {
      for (const file of this.names().get(nameOf(path)) ?? []) {
        if (`/${file.path.toLowerCase()}`.endsWith(`/${path}`)) found.push(file);
      }
    }
    return found;
  }

  private names(): Map<string, Set<TFile>> {
    if (this.byName !== undefined) return this.byName;
    this.byName = new Map();
    for (const file of this.vault.getFiles()) this.enter(file);
    return this.byName;
  }

  private refresh(path: string): void {
    if (this.byName === undefined) return;
    const file = this.vault.getFileByPath(path);
    if (file !== null) this.enter(file);
  }

  private enter(file: TFile): void {
    const name = file.name.toLowerCase();
    const files = this.byName?.get(name);
    if (files === undefined) this.byName?.set(name, new Set([file]));
    else files.add(file);
  }
}

function stripSlash(linkpath: string): string {
  return linkpath.startsWith('/') ? linkpath.slice(1) : linkpath;
}

function isPath(file: TFile, wanted: string): boolean {
  const path = file.path.toLowerCase();
  return path === wanted || path === `${wanted}.md`;
}

/** The shortest path in characters; the app leaves equal lengths open, so they go by the alphabet. */
function best(files: readonly TFile[]): TFile | null {
  return files.reduce<TFile | null>((found, file) => {
    if (found === null || file.path.length < found.path.length) return file;
    return file.path.length === found.path.length && file.path < found.path ? file : found;
  }, null);
}
