/**
 * Whole-file writes: the bytes go into a temporary file beside the target, which then takes the target's name. A
 * crash leaves the old file or the new one. There is no fsync, as in the app: a power cut may lose the last write.
 */
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fchmodSync,
  fchownSync,
  fstatSync,
  futimesSync,
  linkSync,
  lstatSync,
  openSync,
  renameSync,
  type Stats,
  unlinkSync,
  writeFile,
  writeFileSync,
} from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import { promisify } from 'node:util';
import { HeldFolder } from './held-folder';
import { holdsBytes, openFlags, readRegular } from './regular-file';
import { systemError } from './system-error';
import type { TemporaryNames } from './temporary-names';
import { codeOf } from '../core/unknowns';

/** Above this the bytes are written on another thread. */
const largeWrite = 1 << 20;
const writeElsewhere = promisify(writeFile);

const newFile = openFlags('O_WRONLY', 'O_CREAT', 'O_EXCL', 'O_NOFOLLOW');

/** How often a rewrite starts over. */
const attempts = 5;

type Awaitable<T> = T | Promise<T>;

export interface WriteOptions {
  /** Milliseconds since 1970. */
  readonly modified?: number | undefined;
  /** Fail if anything has that name. */
  readonly isNew?: boolean;
  /** Fail if the file no longer has these bytes; compared immediately before the rename. */
  readonly expected?: Uint8Array;
}

/**
 * Writes what `change` makes of the bytes that are there, and starts over when another program changed them
 * meanwhile.
 * @param change undefined to leave the file as it is; called again with the newer bytes
 * @throws ChangedMeanwhile when another program does not stop changing the file
 */
export async function rewriteAtomically(
  target: string,
  names: TemporaryNames,
  change: (old: Buffer) => Awaitable<Uint8Array | undefined>,
  modified?: number,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const expected = await readRegular(target);
    const bytes = await change(expected);
    if (bytes === undefined) return;
    try {
      await writeAtomically(target, bytes, names, { modified, expected });
      return;
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || attempt === attempts) throw error;
    }
  }
}

/** The file changed between reading it and writing it. */
class ChangedMeanwhile extends Error {
  constructor() {
    super('The file was changed by another program meanwhile.');
  }
}

/** @param target a real path, see `Confinement.target` */
export async function writeAtomically(
  target: string,
  bytes: Uint8Array,
  names: TemporaryNames,
  wish: WriteOptions = {},
): Promise<void> {
  const folder = heldFolderOf(target);
  try {
    await writeInto(folder, target, bytes, names, wish);
  } finally {
    folder.close();
  }
}

async function writeInto(
  folder: HeldFolder,
  path: string,
  bytes: Uint8Array,
  names: TemporaryNames,
  wish: WriteOptions,
): Promise<void> {
  const target = folder.at(basename(path));
  const old = lstatSync(target, { throwIfNoEntry: false });
  if (old !== undefined) refuseReadOnly(target, old);
  const temporary = folder.at(names.next());
  try {
    // A file that only its owner may read must never be readable by others.
    const descriptor = openSync(temporary, newFile, old === undefined ? 0o666 : 0o600);
    try {
      folder.prove();
      if (bytes.length > largeWrite) await writeElsewhere(descriptor, bytes);
      else writeFileSync(descriptor, bytes);
      if (old !== undefined) keepOwnerAndMode(descriptor, old);
      if (wish.modified !== undefined) futimesSync(descriptor, wish.modified / 1000, wish.modified / 1000);
    } finally {
      closeSync(descriptor);
    }
    takeName(temporary, target, path, wish);
  } catch (error) {
    remove(temporary);
    throw error;
  }
}

function refuseReadOnly(target: string, old: Stats): void {
  if (old.isDirectory()) throw systemError('EISDIR', 'open', target);
  if (!old.isFile()) throw systemError('ENOENT', 'open', target);
  accessSync(target, constants.W_OK);
}

/** A missing folder is reported for the file that was meant. */
function heldFolderOf(target: string): HeldFolder {
  try {
    return HeldFolder.open(dirname(target));
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? systemError('ENOENT', 'open', target) : error;
  }
}

function keepOwnerAndMode(descriptor: number, old: Stats): void {
  const made = fstatSync(descriptor);
  if (made.uid !== old.uid || made.gid !== old.gid) {
    try {
      fchownSync(descriptor, old.uid, old.gid);
    } catch {
      // Only the administrator may change a file's owner; its group then changes too.
    }
  }
  fchmodSync(descriptor, old.mode & 0o7777);
}

/**
 * Nothing here waits: no other code of ours runs between the comparison and the rename.
 * @param path of the target by its real folder, to compare what it holds
 */
function takeName(temporary: string, target: string, path: string, wish: WriteOptions): void {
  if (wish.isNew === true) {
    takeFreeName(temporary, target);
    return;
  }
  if (wish.expected !== undefined && !holds(path, wish.expected)) throw new ChangedMeanwhile();
  rename(temporary, target);
}

/** A failure that is reported after the file got its name is none. */
function rename(temporary: string, target: string): void {
  const file = lstatSync(temporary);
  try {
    renameSync(temporary, target);
  } catch (error) {
    if (!isAt(target, file) || isAt(temporary, file)) throw error;
  }
}

function isAt(path: string, { dev, ino }: Stats): boolean {
  const there = lstatSync(path, { throwIfNoEntry: false });
  return there?.dev === dev && there.ino === ino;
}

/** Copies a file's bytes and mode to a name that must be free: at once or not at all. @throws EEXIST */
export async function copyAtomically(source: string, target: string, names: TemporaryNames): Promise<void> {
  const folder = heldFolderOf(target);
  const temporary = folder.at(names.next());
  try {
    await copyFile(source, temporary, constants.COPYFILE_EXCL);
    folder.prove();
    takeFreeName(temporary, folder.at(basename(target)));
  } catch (error) {
    remove(temporary);
    throw error;
  } finally {
    folder.close();
  }
}

function takeFreeName(temporary: string, target: string): void {
  try {
    linkSync(temporary, target);
  } catch (error) {
    if (!isAt(target, lstatSync(temporary))) {
      if (codeOf(error) === 'EEXIST' || existsSync(target)) throw systemError('EEXIST', 'open', target);
      // A file system without links.
      rename(temporary, target);
      return;
    }
  }
  // The file is there. A temporary name that stays is removed at the next start.
  remove(temporary);
}

function holds(path: string, bytes: Uint8Array): boolean {
  try {
    return holdsBytes(path, bytes);
  } catch {
    return false;
  }
}

function remove(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch {
    // It was never created, or cannot be removed now.
  }
}
