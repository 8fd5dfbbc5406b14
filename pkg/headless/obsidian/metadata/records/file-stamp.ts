import type { Stats } from 'node:fs';
import { isRecord } from '../../core/unknowns';

/** What a file was when it was read: with the same time, size and inode it holds the same text. */
export interface FileStamp {
  /** Modification time with fractions, milliseconds since 1970. */
  readonly time: number;
  readonly size: number;
  readonly inode: number;
}

/** Where clocks tick slowly, a change this soon after the one that was read looks like it, milliseconds. */
const slowestTick = 20;

/** Undefined when the file changed so short a time ago that it may change again unseen. */
export function stampOf(
  stats: Pick<Stats, 'mtimeMs' | 'size' | 'ino'>,
  now = Date.now(),
): FileStamp | undefined {
  const mayChangeUnseen = Math.abs(now - stats.mtimeMs) < slowestTick;
  return mayChangeUnseen ? undefined : { time: stats.mtimeMs, size: stats.size, inode: stats.ino };
}

export function isStamp(value: unknown): value is FileStamp {
  return isRecord(value) && ['time', 'size', 'inode'].every(name => typeof value[name] === 'number');
}
