/** Reading one large note, on whatever thread; what comes and goes can be posted between threads. */
import { lstatSync, type Stats } from 'node:fs';
import { readRegularSync } from '../regular-file';
import { isRecord } from '../unknowns';
import { type FileStamp, isStamp, stampOf } from './file-stamp';
import { NoteRecorder } from './note-record';

/** Larger files have no metadata, bytes. */
const largest = 64 * 1024 * 1024;

export interface ScanTask {
  /** Where the file really is, proven to lie in the vault. */
  readonly realPath: string;
  readonly wantsText: boolean;
}

export interface ScannedNote {
  /** Empty when the file could not be read. */
  readonly record: Uint8Array;
  readonly stamp: FileStamp | undefined;
  /** Empty when nobody wants it. */
  readonly text: string;
}

const nothing: ScannedNote = { record: new Uint8Array(), stamp: undefined, text: '' };

/** Never throws. */
export function readLargeNote({ realPath, wantsText }: ScanTask): ScannedNote {
  try {
    const stats: Stats = lstatSync(realPath);
    if (stats.size > largest) return nothing;
    const text = readRegularSync(realPath).toString('utf8');
    const record = new NoteRecorder().record(text);
    return { record, stamp: stampOf(stats), text: wantsText ? text : '' };
  } catch {
    return nothing;
  }
}

export function isScanTask(value: unknown): value is ScanTask {
  return isRecord(value) && typeof value['realPath'] === 'string' && typeof value['wantsText'] === 'boolean';
}

export function isScannedNote(value: unknown): value is ScannedNote {
  if (!isRecord(value) || typeof value['text'] !== 'string') return false;
  return ArrayBuffer.isView(value['record']) && (value['stamp'] === undefined || isStamp(value['stamp']));
}
