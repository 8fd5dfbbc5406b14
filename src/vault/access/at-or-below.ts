import { TFile, type TFolder } from 'obsidian';

/**
 * Matches the path of a file, or all paths in a folder at any depth; the root matches every path. The
 * comparison is exact: paths are spelled as in the vault.
 */
export function atOrBelow(place: TFile | TFolder): (path: string) => boolean {
  if (place instanceof TFile) return path => path === place.path;
  const prefix = place.isRoot() ? '' : `${place.path}/`;
  return path => path.startsWith(prefix);
}
