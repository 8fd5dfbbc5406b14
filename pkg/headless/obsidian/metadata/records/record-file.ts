/**
 * What is known of notes in one file outside the vault, so that the next start need not read them for it. Written in
 * portions to a temporary file, which then takes its place; a damaged one is set aside until its successor was read, one
 * of another version is not read.
 */
import { closeSync, fstatSync, openSync, read } from 'node:fs';
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';
import { ByteWriter } from './bytes';
import type { FileStamp } from './file-stamp';
import { NoteCursor } from './note-cursor';
import type { Slices } from '../slices';

export interface StoredNote {
  readonly stamp: FileStamp;
  readonly record: Buffer;
}

export type StoredNotes = Iterable<readonly [path: string, note: StoredNote]>;

const checksumSize = 4;

const noBytes = Buffer.alloc(0);

/** Maximum size, bytes; notes beyond it are read at each start. */
const maxBytes = 256 * 1024 * 1024;

/** The clock is read once in so many notes. */
const stride = 16;

/** What is written, or checked, in one go, bytes. */
const portion = 1024 * 1024;

export class RecordFile {
  private bytes = 0;
  /** The first line of the file; behind it the checksum of all that follows, four bytes. */
  private readonly firstLine: Buffer;

  /** @param version of what is kept; the file of another one is not read */
  constructor(
    private readonly path: string,
    version: string,
  ) {
    this.firstLine = Buffer.from(`${version}\n`);
  }

  private get damaged(): string {
    return `${this.path}.damaged`;
  }

  /** Of what was read or written last, bytes. */
  get size(): number {
    return this.bytes;
  }

  /**
   * Goes through all notes: a map of them, and an object for each, took twice the time (measured).
   * @param use called with the same cursor for each note
   * @returns how many there are; undefined if the file cannot be used, even if some were given to `use`
   */
  async load(use: (note: NoteCursor) => void, slices: Slices): Promise<number | undefined> {
    const cursor = new NoteCursor(await this.read(slices));
    let count = 0;
    try {
      for (; cursor.next(); count += 1) {
        use(cursor);
        if (count % stride === 0 && slices.isOver) await slices.pause();
      }
      return count;
    } catch {
      await this.setAside();
      return undefined;
    }
  }

  /** The bytes of all notes, for a `NoteCursor`. None if there is no file, or it cannot be used. */
  async read(slices: Slices): Promise<Buffer> {
    const headSize = this.firstLine.length + checksumSize;
    const file = await wholeFile(this.path).catch(() => noBytes);
    if (!file.subarray(0, this.firstLine.length).equals(this.firstLine)) return noBytes;
    this.bytes = file.length;
    const bytes = file.subarray(headSize);
    const isWhole = file.length >= headSize;
    if (isWhole && (await checksum(bytes, slices)) === file.readUInt32LE(this.firstLine.length)) {
      await rm(this.damaged, { force: true }).catch(() => undefined);
      return bytes;
    }
    await this.setAside();
    return noBytes;
  }

  private async setAside(): Promise<void> {
    await rename(this.path, this.damaged).catch(() => undefined);
  }

  async save(notes: StoredNotes, slices: Slices): Promise<void> {
    const temporary = `${this.path}.${process.pid}.tmp`;
    await mkdir(dirname(this.path), { recursive: true, mode: 0o700 });
    try {
      const file = await open(temporary, 'w', 0o600);
      try {
        this.bytes = await write(notes, this.firstLine, file, slices);
      } finally {
        await file.close();
      }
      await rename(temporary, this.path);
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
  }
}

/**
 * In one read: `readFile` comes back to this thread for every half megabyte, and other work of the start takes its turn
 * each time (13 to 47 instead of 5 ms for the texts of 10,000 notes, measured).
 */
async function wholeFile(path: string): Promise<Buffer> {
  const file = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafeSlow(fstatSync(file).size);
    let at = 0;
    // A network folder may give less than was asked for.
    for (let count = -1; at < bytes.length && count !== 0; at += count)
      count = await readInto(bytes, { file, at });
    return bytes.subarray(0, at);
  } finally {
    closeSync(file);
  }
}

function readInto(
  bytes: Buffer,
  { file, at }: { readonly file: number; readonly at: number },
): Promise<number> {
  return new Promise((resolve, reject) => {
    read(file, bytes, at, bytes.length - at, at, (error, count) =>
      error === null ? resolve(count) : reject(error),
    );
  });
}

/** @returns how many bytes the file has */
async function write(
  notes: StoredNotes,
  firstLine: Buffer,
  file: FileHandle,
  slices: Slices,
): Promise<number> {
  const headSize = firstLine.length + checksumSize;
  const writer = new ByteWriter();
  let at = headSize;
  let sum = 0;
  const flush = async (): Promise<void> => {
    const bytes = writer.take();
    sum = crc32(bytes, sum);
    await file.write(bytes, 0, bytes.length, at);
    at += bytes.length;
  };
  for (const [path, { stamp, record }] of notes) {
    if (at + writer.size + record.length > maxBytes) break;
    writer.string(path);
    writer.real(stamp.time);
    writer.real(stamp.inode);
    writer.integer(stamp.size);
    writer.integer(record.length);
    writer.bytes(record);
    if (writer.size >= portion) await flush();
    if (slices.isOver) await slices.pause();
  }
  await flush();
  const head = Buffer.concat([firstLine, Buffer.alloc(checksumSize)]);
  head.writeUInt32LE(sum, firstLine.length);
  await file.write(head, 0, headSize, 0);
  return at;
}

async function checksum(bytes: Buffer, slices: Slices): Promise<number> {
  let sum = 0;
  for (let at = 0; at < bytes.length; at += portion) {
    sum = crc32(bytes.subarray(at, at + portion), sum);
    if (slices.isOver) await slices.pause();
  }
  return sum;
}
