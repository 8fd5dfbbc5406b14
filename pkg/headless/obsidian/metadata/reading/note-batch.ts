/** Many small notes that are read and scanned together, in a process of their own. */
import { isRecord } from '../../core/unknowns';
import type { StoredNote } from '../records/record-file';
import { largeRecord, type NoteRecord, weightOf } from '../records/note-record';
import { NoteRecorder } from '../records/note-recorder';
import { KnownNotes } from './known-note';
import { hasLargeYaml } from './large-yaml';

/** Read and scan these files. */
export interface BatchTask {
  readonly fullPaths: readonly string[];
  /** As the index knows them: another file at the path is not read. */
  readonly inodes: readonly number[];
}

/** The records of the files, in the order of the task. */
export interface NoteBatch {
  /** One behind the other. */
  readonly records: Uint8Array;
  /** The size of each record; -1 for a file that has to be read by itself. */
  readonly sizes: Int32Array;
  /** Modification time and size of each file. */
  readonly stamps: Float64Array;
  readonly inodes: readonly number[];
}

export class BatchScanner {
  private readonly known = new KnownNotes();
  private readonly recorder = new NoteRecorder();

  /** Never throws. */
  scan({ fullPaths, inodes }: BatchTask): NoteBatch {
    const records: NoteRecord[] = [];
    const sizes = new Int32Array(fullPaths.length).fill(-1);
    const stamps = new Float64Array(fullPaths.length * 2);
    for (const [index, path] of fullPaths.entries()) {
      const note = this.scanOne(path, inodes[index] ?? 0);
      if (note === undefined) continue;
      records.push(note.record);
      sizes[index] = note.record.length;
      stamps.set([note.stamp.time, note.stamp.size], index * 2);
    }
    return { records: Buffer.concat(records), sizes, stamps, inodes };
  }

  private scanOne(path: string, inode: number): StoredNote | undefined {
    try {
      const { text, stamp } = this.known.read(path, inode) ?? {};
      if (text === undefined || stamp === undefined || hasLargeYaml(text)) return undefined;
      const record = this.recorder.record(text);
      return weightOf(record) < largeRecord ? { record, stamp } : undefined;
    } catch {
      return undefined;
    }
  }
}

/** The notes of a batch, each undefined that has to be read by itself. */
export function* notesOf({
  records,
  sizes,
  stamps,
  inodes,
}: NoteBatch): Generator<StoredNote | undefined, undefined> {
  const bytes = Buffer.from(records.buffer, records.byteOffset, records.byteLength);
  let at = 0;
  for (const [index, size] of sizes.entries()) {
    const [time = 0, fileSize = 0, inode = 0] = [stamps[index * 2], stamps[index * 2 + 1], inodes[index]];
    yield size < 0
      ? undefined
      : { record: bytes.subarray(at, at + size), stamp: { time, size: fileSize, inode } };
    at += Math.max(0, size);
  }
  return undefined;
}

export function isBatchTask(value: unknown): value is BatchTask {
  return isRecord(value) && Array.isArray(value['fullPaths']) && Array.isArray(value['inodes']);
}

export function isNoteBatch(value: unknown): value is NoteBatch {
  if (!isRecord(value) || !(value['records'] instanceof Uint8Array)) return false;
  const { sizes, stamps, inodes } = value;
  return sizes instanceof Int32Array && stamps instanceof Float64Array && Array.isArray(inodes);
}
