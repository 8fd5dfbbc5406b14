/** Reads small notes that an index knows by path and inode, in whatever process. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { openFlags } from '../../disk/regular-file';
import { type FileStamp, stampOf } from '../records/file-stamp';

const bufferSize = 1 << 20;

const flags = constants.O_RDONLY | openFlags('O_NOFOLLOW', 'O_NONBLOCK');

export interface ReadNote {
  readonly text: string;
  readonly stamp: FileStamp | undefined;
}

export class KnownNotes {
  private readonly buffer = Buffer.allocUnsafeSlow(bufferSize);

  /**
   * The index proved that the file lies in the vault, and by its inode this is the same file, so that nothing has
   * to be proven again. Undefined when it is another, is large, or when a link is there. Bytes that are no UTF-8 become U+FFFD.
   */
  read(fullPath: string, inode: number): ReadNote | undefined {
    let descriptor: number;
    try {
      descriptor = openSync(fullPath, flags);
    } catch {
      return undefined;
    }
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.ino !== inode || stats.size >= bufferSize) return undefined;
      const size = this.fill(descriptor, stats.size);
      return size === bufferSize
        ? undefined
        : { text: this.buffer.toString('utf8', 0, size), stamp: stampOf(stats) };
    } finally {
      closeSync(descriptor);
    }
  }

  /** Asks for more than is expected, so that no further call has to find the end. */
  private fill(descriptor: number, expected: number): number {
    let size = 0;
    while (size < bufferSize) {
      const count = readSync(descriptor, this.buffer, size, bufferSize - size, null);
      size += count;
      if (count === 0 || size === expected) break;
    }
    return size;
  }
}
