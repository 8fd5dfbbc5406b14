/**
 * The records of all notes in one file outside the vault, so that the next start reads no note. Written whole, by
 * a temporary file and a rename; a damaged one is set aside, one of another version is not read.
 */
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { PACKED_LAYOUT } from '../../../../src/markdown/structure/packed-structure';
import { ByteReader, ByteWriter } from './bytes';
import type { FileStamp } from './file-stamp';
import { type NoteRecord, recordVersion } from './note-record';
import type { Slices } from './slices';

export interface StoredNote {
  readonly stamp: FileStamp;
  readonly record: NoteRecord;
}

/** First line of the file; behind it the checksum of all that follows, four bytes. */
const firstLine = Buffer.from(`Lectern metadata ${recordVersion}.${PACKED_LAYOUT}\n`);
const headSize = firstLine.length + 4;

/** The most that is kept, bytes; the notes beyond are read at each start. */
const mostBytes = 256 * 1024 * 1024;

const portion = 4 * 1024 * 1024;

export class RecordFile {
  constructor(private readonly path: string) {}

  /** By path. Empty when there is no file, or none that can be used. */
  async load(slices: Slices): Promise<ReadonlyMap<string, StoredNote>> {
    const file = await readFile(this.path).catch(() => undefined);
    if (!file?.subarray(0, firstLine.length).equals(firstLine)) return new Map();
    try {
      const body = file.subarray(headSize);
      if ((await checksum(body, slices)) === file.readUInt32LE(firstLine.length)) {
        return await notesIn(body, slices);
      }
    } catch {
      // Set aside below.
    }
    await rename(this.path, `${this.path}.damaged`).catch(() => undefined);
    return new Map();
  }

  async save(notes: Iterable<readonly [path: string, note: StoredNote]>, slices: Slices): Promise<void> {
    const writer = new ByteWriter();
    for (const [path, { stamp, record }] of notes) {
      if (writer.size + record.length > mostBytes) break;
      writer.string(path);
      writer.real(stamp.time);
      writer.real(stamp.inode);
      writer.integer(stamp.size);
      writer.integer(record.length);
      writer.bytes(record);
      if (slices.isOver) await slices.pause();
    }
    const body = writer.take();
    const sum = Buffer.alloc(4);
    sum.writeUInt32LE(await checksum(body, slices));
    await this.replace([firstLine, sum, body]);
  }

  private async replace(parts: readonly Buffer[]): Promise<void> {
    const temporary = `${this.path}.${process.pid}.tmp`;
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    try {
      await writeFile(temporary, parts, { mode: 0o600 });
      await rename(temporary, this.path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }
}

async function notesIn(body: Buffer, slices: Slices): Promise<Map<string, StoredNote>> {
  const notes = new Map<string, StoredNote>();
  const reader = new ByteReader(body);
  while (!reader.isAtEnd) {
    const path = reader.string();
    const [time, inode] = [reader.real(), reader.real()];
    const stamp = { time, inode, size: reader.integer() };
    notes.set(path, { stamp, record: reader.bytes(reader.integer()) });
    if (slices.isOver) await slices.pause();
  }
  return notes;
}

async function checksum(bytes: Buffer, slices: Slices): Promise<number> {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += portion) {
    sum = crc32(bytes.subarray(at, at + portion), sum);
    if (slices.isOver) await slices.pause();
  }
  return sum;
}
