/** Finds the file that a link names, in an index of all files by their names. */
import { linkKey, linkTarget, linkpathOf } from '../../../../src/markdown/links/link-target';
import type { TFile } from '../vault/files';
import type { LinkContext } from '../vault/name-group';
import { nameOf, parentOf, root } from '../vault/paths';
import type { Vault } from '../vault/vault';

export class LinkTargets {
  constructor(private readonly vault: Vault) {}

  /** @param link with or without a subpath; one that is only a subpath leads to the source itself */
  resolve(link: string, sourcePath: string): TFile | null {
    const target = this.pathOf(linkpathOf(link), sourcePath);
    return target === undefined ? null : this.vault.getFileByPath(target);
  }

  /** @param linkpath of `linkpathOf` */
  pathOf(linkpath: string, sourcePath: string): string | undefined {
    if (linkpath === '') return this.vault.getFileByPath(sourcePath)?.path;
    const only = this.onlyTarget(linkpath);
    if (only !== undefined) return only ?? undefined;
    const place = linkContextOf(linkpath, parentOf(sourcePath));
    return linkTarget(linkpath, sourcePath, name => this.vault.fileNames.get(name)?.near(place) ?? []);
  }

  /** Whether no other file has this name, in any letter case or Unicode form. */
  isOnlyNamed(name: string): boolean {
    return (this.vault.fileNames.get(linkKey(name))?.size ?? 0) < 2;
  }

  /**
   * Most links give a name that one file has: where the link is does not matter then. Null if that file is in other
   * folders than the link names; undefined if several files have the name, or none.
   */
  private onlyTarget(linkpath: string): string | null | undefined {
    const hasFolders = linkpath.includes('/');
    if (hasFolders && linkpath.startsWith('.')) return undefined;
    const wanted = linkKey(linkpath.startsWith('/') ? linkpath.slice(1) : linkpath);
    const only = this.onlyNamed(hasFolders ? nameOf(wanted) : wanted);
    if (only === undefined) return undefined;
    return !hasFolders || endsIn(only, wanted) ? only : null;
  }

  private onlyNamed(name: string): string | undefined {
    const { fileNames } = this.vault;
    const same = fileNames.get(name);
    const note = fileNames.get(`${name}.md`);
    return same === undefined || note === undefined ? (same ?? note)?.only : undefined;
  }
}

function linkContextOf(linkpath: string, folder: string): LinkContext {
  const isRelative = linkpath.startsWith('./') || linkpath.startsWith('../');
  const names = isRelative && folder !== root ? linkKey(folder).split('/') : [];
  for (const name of linkKey(linkpath).split('/')) {
    if (isRelative && name === '..') names.pop();
    else if (name !== '' && !(isRelative && name === '.')) names.push(name);
  }
  // A relative link to a file of the root is in no folder.
  const parent = names.at(-2) ?? (isRelative ? '' : undefined);
  return { parent, folder };
}

/** Whether the path ends in these segments, with or without `.md`. @param wanted a `linkKey` */
function endsIn(path: string, wanted: string): boolean {
  const key = `/${linkKey(path)}`;
  return key.endsWith(`/${wanted}`) || key.endsWith(`/${wanted}.md`);
}
