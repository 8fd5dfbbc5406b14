/** Where an open file or folder is by now. Linux reports it; elsewhere only its path is known. */
import { existsSync, readlinkSync } from 'node:fs';

/** Names an open file by its number. */
const openFiles = '/proc/self/fd';

/** Whether the system reports where open files are. */
export const reportsOpenPaths = existsSync(openFiles);

/** A path that leads to the open file or folder wherever it was moved, where `reportsOpenPaths`. */
export function heldPath(descriptor: number): string {
  return `${openFiles}/${descriptor}`;
}

/**
 * Whether the system reports the open file or folder at this path, with no link on the way: one call instead
 * of one for each folder of the path. False proves nothing, since some file systems report another spelling.
 */
export function isReportedAt(descriptor: number, path: string): boolean {
  try {
    return reportsOpenPaths && readlinkSync(heldPath(descriptor)) === path;
  } catch {
    return false;
  }
}
