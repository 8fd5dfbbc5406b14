import { TFile, type TFolder } from 'obsidian';

/**
 * Which paths are that of a file, or in a folder at any depth; the vault's root holds them all. Paths are compared
 * letter by letter, as the vault writes them.
 */
export function atOrBelow(place: TFile | TFolder): (path: string) => boolean {
  if (place instanceof TFile) return path => path === place.path;
  const prefix = place.isRoot() ? '' : `${place.path}/`;
  return path => path.startsWith(prefix);
}
