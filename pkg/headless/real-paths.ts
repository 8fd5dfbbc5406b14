/** Resolves vault paths with symbolic links on their way. */
import type { Confinement } from './obsidian/disk/confinement';
import { join, nameOf, parentOf, root } from './obsidian/vault/paths';
import type { Vault } from './obsidian/vault/vault';

/**
 * The same path when no link is on its way, known from the index without looking at the disk; otherwise the path
 * behind the links, also while the entry's deletion is told. A path that leads out of the vault, where nothing exists, is answered as it is.
 */
export function realPath(vault: Vault, path: string): string {
  const known = vault.getAbstractFileByPath(path);
  if (known !== null && known.path === path && !known.isBehindLink) return path;
  return vault.index.realPathOfDeparting(path) ?? onDisk(vault.adapter.confinement, path);
}

/** A new file is in the folder that exists. */
function onDisk(confinement: Confinement, path: string): string {
  if (path === '' || path === root) return path;
  const folder = parentOf(path);
  try {
    if (confinement.isThere(path)) return confinement.relative(confinement.real(path));
    return join(confinement.relative(confinement.real(folder)), nameOf(path));
  } catch {
    // A link without a target, or out of the vault, is no folder that contains anything.
    if (confinement.isTaken(path)) return path;
    return folder === root ? path : join(onDisk(confinement, folder), nameOf(path));
  }
}
