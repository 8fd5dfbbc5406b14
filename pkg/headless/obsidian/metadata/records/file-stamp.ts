import type { Stats } from 'node:fs';
import { isRecord } from '../../core/unknowns';
import type { TFile } from '../../vault/files';

/** A file's state when it was read: with the same time, size and inode it has the same text. */
export interface FileStamp {
  /** Modification time with fractions, milliseconds since 1970. */
  readonly time: number;
  readonly size: number;
  readonly inode: number;
}

/** Where clocks tick slowly, a change this soon after the one that was read looks like it, milliseconds. */
const maxTick = 20;

/** Undefined if the file changed so recently that another change may not show. */
export function stampOf(
  stats: Pick<Stats, 'mtimeMs' | 'size' | 'ino'>,
  now = Date.now(),
): FileStamp | undefined {
  const mayChangeUnseen = Math.abs(now - stats.mtimeMs) < maxTick;
  return mayChangeUnseen ? undefined : { time: stats.mtimeMs, size: stats.size, inode: stats.ino };
}

export function isStamp(value: unknown): value is FileStamp {
  return isRecord(value) && ['time', 'size', 'inode'].every(name => typeof value[name] === 'number');
}

/** Of a file as the index has it now. */
export function knownStampOf({ exactTime, stat, inode }: TFile): FileStamp {
  return { time: exactTime, size: stat.size, inode };
}

/** Whether a file is as the index has it now. */
export function isOf(stamp: FileStamp, file: TFile): boolean {
  return stamp.time === file.exactTime && stamp.size === file.stat.size && stamp.inode === file.inode;
}
