/**
 * Resolves vault paths on the disk and proves by the real path that they are inside the vault: any name can
 * be a link. What leads out of the vault does not exist.
 */
import { lstatSync, realpathSync, type Stats, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { join as joinPath, nameOf, parentOf } from '../vault/paths';
import { codeOf } from '../core/unknowns';
import { isAbsence, systemError } from './system-error';

/** Names that are empty, `.` or `..`, and bytes that no name has. */
const isUnusual = /(?:^|\/)\.{0,2}(?:\/|$)|\0/;

export class Confinement {
  /** The vault's real path. */
  readonly root: string;
  /** The spelling of a vault path on the disk, as far as it is known. */
  spelling: (path: string) => string = path => path;
  private readonly prefix: string;

  /** @throws Error when there is no such folder */
  constructor(folder: string) {
    this.root = realpathSync.native(resolve(folder));
    if (!statSync(this.root).isDirectory()) throw systemError('ENOTDIR', 'open', this.root);
    this.prefix = this.root.endsWith(sep) ? this.root : this.root + sep;
  }

  /** The vault path as spelled on the disk, if a name exists only in another Unicode form. */
  spelled(path: string): string {
    const spelled = this.spelling(path);
    return spelled === path || lstatSync(this.literal(path), { throwIfNoEntry: false }) !== undefined
      ? path
      : spelled;
  }

  /** By names only; use it to show a path, not to open it. */
  full(path: string): string {
    return this.literal(this.spelled(path));
  }

  private literal(path: string): string {
    if (sep === '/' && !isUnusual.test(path)) return this.prefix + path;
    const names = path.split('/').filter(name => name !== '');
    if (names.some(name => name === '.' || name === '..' || name.includes('\0') || name.includes(sep))) {
      throw new Error('The path leads out of the vault.');
    }
    return join(this.root, ...names);
  }

  holds(realPath: string): boolean {
    return realPath === this.root || realPath.startsWith(this.prefix);
  }

  /** The real path of what is there. @throws ENOENT also when it lies outside */
  real(path: string): string {
    return this.realOf(this.full(path));
  }

  private realOf(full: string): string {
    const real = realpathSync.native(full);
    if (!this.holds(real)) throw systemError('ENOENT', 'open', full);
    return real;
  }

  /** As `real`, for files and folders only. @throws ENOENT for pipes, sockets and devices too */
  present(path: string): string {
    const real = this.real(path);
    const stats = lstatSync(real);
    if (!stats.isFile() && !stats.isDirectory()) throw systemError('ENOENT', 'open', real);
    return real;
  }

  /** The entry itself, a link unresolved, in the real path of its folder. @throws ENOENT */
  entry(path: string): string {
    return this.inRealFolder(this.full(path));
  }

  /** The path of an entry with exactly this name, whatever other forms of it exist. @throws ENOENT */
  newEntry(path: string): string {
    const folder = parentOf(path);
    return this.inRealFolder(this.literal(joinPath(this.spelled(folder), nameOf(path))));
  }

  private inRealFolder(full: string): string {
    if (full === this.root) return full;
    const folder = realpathSync.native(resolve(full, '..'));
    if (!this.holds(folder)) throw systemError('ENOENT', 'open', full);
    return join(folder, full.slice(full.lastIndexOf(sep) + 1));
  }

  /** Where writing to the path puts the bytes: behind a link when there is one. @throws ENOENT */
  target(path: string): string {
    const entry = this.entry(path);
    return lstatSync(entry, { throwIfNoEntry: false })?.isSymbolicLink() === true ? this.real(path) : entry;
  }

  /** Anything with that name, also what does not count as existing: links out, pipes, devices. */
  isTaken(path: string): boolean {
    try {
      return lstatSync(this.entry(path), { throwIfNoEntry: false }) !== undefined;
    } catch {
      return false;
    }
  }

  /** Whether an entry has that name, also outside the vault behind a folder's link: a quick look before a proof. */
  isThere(path: string): boolean {
    return lstatSync(this.full(path), { throwIfNoEntry: false }) !== undefined;
  }

  /** As `look`, and null too where the disk cannot tell. */
  stats(path: string): Stats | null {
    try {
      return this.look(path);
    } catch {
      return null;
    }
  }

  /**
   * Of a regular file or a folder, behind a link when there is one; otherwise null.
   * @throws the disk's error if it cannot tell
   */
  look(path: string): Stats | null {
    try {
      const full = this.full(path);
      const named = lstatSync(full, { throwIfNoEntry: false });
      // Most that is asked for is there or is not; a failed proof takes five times as long (measured).
      if (named === undefined) return null;
      const real = this.realOf(full);
      const stats = real === full ? named : lstatSync(real);
      return stats.isFile() || stats.isDirectory() ? stats : null;
    } catch (error) {
      if (isAbsence(error)) return null;
      throw error;
    }
  }

  /** As `look`, and null for what this account may not look at. */
  lookIfAllowed(path: string): Stats | null {
    try {
      return this.look(path);
    } catch (error) {
      if (['EACCES', 'EPERM'].includes(codeOf(error) ?? '')) return null;
      throw error;
    }
  }

  /** The vault path of a real path inside the vault. */
  relative(realPath: string): string {
    return realPath === this.root ? '/' : realPath.slice(this.prefix.length).split(sep).join('/');
  }
}
