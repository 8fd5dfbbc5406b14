/**
 * Keeps a folder of the vault open while entries in it are created, renamed or removed: if another program
 * replaces it by a link meanwhile, the entries stay in the same folder.
 */
import { closeSync, openSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { heldPath, isReportedAt, reportsOpenPaths } from './open-path';
import { openFlags } from './regular-file';
import { systemError } from './system-error';

export class HeldFolder {
  private constructor(
    private readonly folder: string,
    private readonly descriptor: number | undefined,
  ) {}

  /** @param folder a real path. @throws ENOENT if it is another folder by now */
  static open(folder: string): HeldFolder {
    const descriptor = reportsOpenPaths
      ? openSync(folder, openFlags('O_RDONLY', 'O_DIRECTORY', 'O_NOFOLLOW'))
      : undefined;
    const held = new HeldFolder(folder, descriptor);
    try {
      held.prove();
      return held;
    } catch (error) {
      held.close();
      throw error;
    }
  }

  /** A path by which the entry can be opened, created, renamed or removed. */
  at(name: string): string {
    return this.descriptor === undefined ? join(this.folder, name) : `${heldPath(this.descriptor)}/${name}`;
  }

  /** @throws ENOENT if the path leads elsewhere by now */
  prove(): void {
    const { descriptor } = this;
    if (descriptor !== undefined && isReportedAt(descriptor, this.folder)) return;
    const real = realpathSync.native(descriptor === undefined ? this.folder : heldPath(descriptor));
    if (real !== this.folder) throw systemError('ENOENT', 'open', this.folder);
  }

  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
  }
}

/** Runs `use` with an entry's path that stays the same entry. @param entry its real folder and its name */
export function withHeldEntry<T>(entry: string, use: (held: string) => T): T {
  const folder = HeldFolder.open(dirname(entry));
  try {
    return use(folder.at(basename(entry)));
  } finally {
    folder.close();
  }
}
