/** Lists what the Vault API shows: visible regular files and folders, and links to such inside the vault. */
import { type Dir, type Dirent, lstatSync, opendirSync, readdirSync, type Stats } from 'node:fs';
import { dirname, sep } from 'node:path';
import type { Confinement } from '../disk/confinement';
import { isAbsence } from '../disk/system-error';
import { codeOf } from '../core/unknowns';
import { isVisible, join, root } from './paths';

/** What the tree keeps of an entry's `Stats`. */
export type EntryStats = Pick<Stats, 'size' | 'mtimeMs' | 'birthtimeMs' | 'ino' | 'isDirectory'>;

export interface Found {
  readonly path: string;
  /** Of the target, if it is a link. */
  readonly stats: EntryStats;
  /** The vault path of the target, if the entry is a symbolic link. */
  readonly leadsTo?: string;
}

interface Folder {
  readonly path: string;
  readonly real: string;
  readonly isLinked: boolean;
}

interface Look {
  readonly found: Found;
  readonly folder?: Folder;
}

/** Entries read from the disk at once. */
const portion = 1024;

/** Many links to one large folder would make a small vault endless. */
const maxThroughLinks = 100_000;

export type LeftOver = (realPath: string, name: string) => void;

/** Parents come before their children. Nothing is thrown: what cannot be looked at is left out. */
export function* scan(confinement: Confinement, start: string, onHidden?: LeftOver): Generator<Found> {
  const waiting = [folderAt(confinement, start)];
  let throughLinks = 0;
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    if (folder.isLinked && throughLinks > maxThroughLinks) continue;
    const folders: Folder[] = [];
    for (const below of looks(confinement, folder, listedIfPossible(folder.real), { onHidden })) {
      if (folder.isLinked) throughLinks++;
      yield below.found;
      if (below.folder !== undefined) folders.push(below.folder);
    }
    // Depth first, in the order of the listing.
    for (const next of folders.reverse()) waiting.push(next);
  }
}

/**
 * What the Vault API shows directly in a folder.
 * @param expected about how many that will be
 * @param onFailed gets the paths of entries that the disk could not tell more of
 * @throws ENOENT, and any other error of the disk
 */
export function* children(
  confinement: Confinement,
  path: string,
  expected: number,
  onFailed: (path: string) => void,
): Generator<Found> {
  const folder = folderAt(confinement, path);
  const entries = expected < portion ? listed(folder.real) : entriesOf(folder.real);
  for (const { found } of looks(confinement, folder, entries, { onFailed })) yield found;
}

function folderAt(confinement: Confinement, path: string): Folder {
  const real = confinement.real(path);
  return { path, real, isLinked: real !== confinement.full(path) };
}

interface NotFound {
  readonly onHidden?: LeftOver | undefined;
  readonly onFailed?: (path: string) => void;
}

function* looks(
  confinement: Confinement,
  folder: Folder,
  entries: Iterable<Dirent>,
  { onHidden, onFailed }: NotFound,
): Generator<Look> {
  for (const entry of entries) {
    if (!isVisible(entry.name)) {
      onHidden?.(folder.real, entry.name);
      continue;
    }
    const below = lookIfPossible(confinement, folder, entry);
    if (below === 'failed') onFailed?.(join(folder.path, entry.name));
    else if (below !== undefined) yield below;
  }
}

function lookIfPossible(
  confinement: Confinement,
  folder: Folder,
  entry: Dirent,
): Look | 'failed' | undefined {
  try {
    return look(confinement, folder, entry);
  } catch (error) {
    return isAbsence(error) ? undefined : 'failed';
  }
}

/**
 * What the Vault API shows at a path, or null. A link to a folder is followed unless the way to it already
 * led through a link, or the folder contains the link itself: this bounds every loop.
 * @throws the disk's error if it cannot tell
 */
export function foundAt(confinement: Confinement, path: string): Found | null {
  if (path !== root && !isVisible(path)) return null;
  try {
    const stats = entryStats(confinement, path);
    if (stats === null || stats.isFile() || stats.isDirectory()) return stats && { path, stats };
    return stats.isSymbolicLink() ? linkAt(confinement, path) : null;
  } catch (error) {
    if (isAbsence(error)) return null;
    throw error;
  }
}

/** Of the entry itself; null if its folder is outside the vault, or hidden behind a link to it. */
function entryStats(confinement: Confinement, path: string): Stats | null {
  const entry = confinement.entry(path);
  if (!isVisible(confinement.relative(dirname(entry))) && entry !== confinement.root) return null;
  return lstatSync(entry, { throwIfNoEntry: false }) ?? null;
}

function linkAt(confinement: Confinement, path: string): Found | null {
  const stats = confinement.lookIfAllowed(path);
  if (stats === null) return null;
  const real = confinement.real(path);
  const leadsTo = confinement.relative(real);
  if (!isVisible(leadsTo)) return null;
  if (!stats.isDirectory()) return { path, stats, leadsTo };
  const entry = confinement.entry(path);
  const isLinkWithinLink = entry !== confinement.full(path);
  return isLinkWithinLink || entry.startsWith(`${real}${sep}`) ? null : { path, stats, leadsTo };
}

/** All entries of a folder at once: half the cost of a few at a time (measured). */
function listed(realFolder: string): readonly Dirent[] {
  return readdirSync(realFolder, { withFileTypes: true });
}

function listedIfPossible(realFolder: string): readonly Dirent[] {
  try {
    return listed(realFolder);
  } catch {
    return [];
  }
}

/**
 * The entries of a folder, a few at a time: one folder may hold a hundred thousand, which no single call may list
 * (measured: 74 ms and more; in portions 8 ms at the most, at the same cost in all).
 * @throws the disk's error; of one that may not be listed, or is gone, there are no entries
 */
export function* entriesOf(realFolder: string): Generator<Dirent> {
  let folder: Dir;
  try {
    folder = opendirSync(realFolder, { bufferSize: portion });
  } catch (error) {
    if (isAbsence(error) || codeOf(error) === 'EACCES') return;
    throw error;
  }
  try {
    for (let entry = folder.readSync(); entry !== null; entry = folder.readSync()) yield entry;
  } finally {
    folder.closeSync();
  }
}

function look(confinement: Confinement, folder: Folder, entry: Dirent): Look | undefined {
  const path = join(folder.path, entry.name);
  const isLink = entry.isSymbolicLink();
  if (!isLink && !entry.isFile() && !entry.isDirectory()) return undefined;
  const plain = `${folder.real}${sep}${entry.name}`;
  const found = isLink ? foundAt(confinement, path) : plainAt(plain, path);
  if (found === null) return undefined;
  if (!found.stats.isDirectory()) return { found };
  const real = isLink ? confinement.real(path) : plain;
  return { found, folder: { path, real, isLinked: isLink || folder.isLinked } };
}

function plainAt(real: string, path: string): Found | null {
  const stats = lstatSync(real, { throwIfNoEntry: false });
  return stats === undefined ? null : { path, stats };
}
