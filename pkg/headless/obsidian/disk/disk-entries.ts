/** Creates, moves, copies and removes entries of the vault's folder; nothing is ever replaced. */
import { lstatSync, mkdirSync, renameSync, rmdirSync, unlinkSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { copyAtomically } from './atomic-write';
import type { Confinement } from './confinement';
import { withHeldEntry } from './held-folder';
import { isVisible, root } from '../vault/paths';
import { systemError } from './system-error';
import type { TemporaryNames } from './temporary-names';
import { inSlices } from '../core/time-slices';
import { entriesOf } from '../vault/tree-scan';
import { codeOf } from '../core/unknowns';

/** In the app's words (observed in several plugins' recordings). */
const destinationExists = 'Destination file already exists!';

export function moveEntry(confinement: Confinement, path: string, newPath: string): void {
  // What leads out of the vault does not exist and cannot be moved.
  confinement.present(path);
  const entry = confinement.entry(path);
  const newEntry = confinement.newEntry(newPath);
  withHeldEntry(entry, from =>
    withHeldEntry(newEntry, to => {
      const isTaken = lstatSync(to, { throwIfNoEntry: false }) !== undefined;
      if (isTaken && !isCaseOnly(entry, newEntry)) throw new Error(destinationExists);
      renameSync(from, to);
    }),
  );
}

/** `note.md` to `Note.md` on a disk that takes both for one name. */
function isCaseOnly(entry: string, newEntry: string): boolean {
  if (entry === newEntry || folded(entry) !== folded(newEntry)) return false;
  return lstatSync(entry).ino === lstatSync(newEntry).ino;
}

function folded(path: string): string {
  return path.normalize('NFC').toLowerCase();
}

export async function copyEntry(
  confinement: Confinement,
  path: string,
  newPath: string,
  names: TemporaryNames,
): Promise<void> {
  const source = confinement.real(path);
  const stats = confinement.stats(path);
  if (stats?.isDirectory() === true) throw systemError('EISDIR', 'copyfile', source);
  if (stats === null) throw systemError('ENOENT', 'copyfile', source);
  if (confinement.isTaken(newPath)) throw new Error(destinationExists);
  try {
    await copyAtomically(source, confinement.entry(newPath), names);
  } catch (error) {
    throw codeOf(error) === 'EEXIST' ? new Error(destinationExists) : error;
  }
}

export function removeFile(confinement: Confinement, path: string): void {
  const real = confinement.present(path);
  const entry = confinement.entry(path);
  if (real === entry && lstatSync(real).isDirectory()) throw systemError('EISDIR', 'unlink', real);
  withHeldEntry(entry, unlinkSync);
}

export async function removeFolder(
  confinement: Confinement,
  path: string,
  recursive: boolean,
): Promise<void> {
  const real = confinement.present(path);
  const entry = confinement.entry(path);
  if (real === confinement.root || path === root) throw new Error('The root of the vault is never removed.');
  if (!lstatSync(real).isDirectory()) throw systemError('ENOTDIR', 'rmdir', real);
  // Only the link to a folder is removed; its target stays.
  if (real !== entry) withHeldEntry(entry, unlinkSync);
  else if (recursive) await removeAll(entry);
  else withHeldEntry(entry, rmdirSync);
}

/** Node takes a file that it may not remove for a folder, and reports that it is none. */
async function removeAll(entry: string): Promise<void> {
  try {
    await rm(entry, { recursive: true });
  } catch (error) {
    throw codeOf(error) === 'ENOTDIR' ? systemError('EPERM', 'unlink', entry) : error;
  }
}

/** Whether anything below the folder is invisible to the Vault API. */
export async function hasHiddenEntries(confinement: Confinement, path: string): Promise<boolean> {
  const waiting = [confinement.real(path)];
  const hidden: string[] = [];
  for (let folder = waiting.pop(); folder !== undefined && hidden.length === 0; folder = waiting.pop()) {
    const real = folder;
    await inSlices(entriesOf(real), entry => {
      if (!isVisible(entry.name)) hidden.push(entry.name);
      if (entry.isDirectory()) waiting.push(join(real, entry.name));
    });
  }
  return hidden.length > 0;
}

/** Files in a plugin's own folders, such as earlier texts of notes, are private to it. */
const ownedByPlugin = /^\.[^/]+\/plugins\/[^/]+\/./;

/** @param path of the folder in the vault */
export function makeFolder(full: string, path: string): void {
  if (ownedByPlugin.test(path)) {
    mkdirSync(dirname(full), { recursive: true });
    mkdirSync(full, { recursive: true, mode: 0o700 });
  } else mkdirSync(full, { recursive: true });
}
