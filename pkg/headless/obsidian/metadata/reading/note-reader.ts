/** Reads notes of the index, small ones on this thread: that costs a quarter of another thread. */
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import type { Confinement } from '../../disk/confinement';
import type { TFile } from '../../vault/files';
import { openFlags, readRegularTextSync } from '../../disk/regular-file';
import { type FileStamp, stampOf } from '../records/file-stamp';

const bufferSize = 1 << 20;

const flags = constants.O_RDONLY | openFlags('O_NOFOLLOW', 'O_NONBLOCK');

export interface ReadNote {
  readonly text: string;
  readonly stamp: FileStamp | undefined;
}

export class NoteReader {
  private readonly buffer = Buffer.allocUnsafeSlow(bufferSize);

  constructor(private readonly confinement: Confinement) {}

  /** Bytes that are no UTF-8 become U+FFFD. @throws a system error if the file no longer exists */
  read(file: TFile): ReadNote {
    return this.readKnown(file) ?? this.readProven(file);
  }

  /** The text of a file that is as the index has it; undefined for any other, and for large ones. */
  textOf(file: TFile): string | undefined {
    const note = this.readKnown(file);
    const isKnown = note?.stamp?.time === file.exactTime && note.stamp.size === file.stat.size;
    return isKnown ? note.text : undefined;
  }

  /**
   * The index proved that the file is in the vault, and by its inode this is the same file, so that no new
   * proof is needed. Undefined if it is another file, or there is a link.
   */
  private readKnown(file: TFile): ReadNote | undefined {
    let descriptor: number;
    try {
      descriptor = openSync(this.confinement.full(file.path), flags);
    } catch {
      return undefined;
    }
    try {
      const stats = fstatSync(descriptor);
      if (!stats.isFile() || stats.ino !== file.inode || stats.size >= bufferSize) return undefined;
      const size = this.fill(descriptor, stats.size);
      return size === bufferSize
        ? undefined
        : { text: this.buffer.toString('utf8', 0, size), stamp: stampOf(stats) };
    } finally {
      closeSync(descriptor);
    }
  }

  /** Reads more than is expected, so that no further call has to find the end. */
  private fill(descriptor: number, expected: number): number {
    let size = 0;
    while (size < bufferSize) {
      const count = readSync(descriptor, this.buffer, size, bufferSize - size, null);
      size += count;
      if (count === 0 || size === expected) break;
    }
    return size;
  }

  private readProven(file: TFile): ReadNote {
    const stats = this.confinement.stats(file.path);
    const text = readRegularTextSync(this.confinement.real(file.path));
    return { text, stamp: stats === null ? undefined : stampOf(stats) };
  }
}
