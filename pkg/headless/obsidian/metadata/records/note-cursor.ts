import { ByteReader } from './bytes';
import type { FileStamp } from './file-stamp';

/**
 * Goes through the notes in the bytes of a record file without an object for each. Path and stamp are those of the note
 * where it is.
 */
export class NoteCursor implements FileStamp {
  path = '';
  time = 0;
  inode = 0;
  size = 0;
  /** Where the record ends. */
  private end = 0;
  private readonly reader: ByteReader;

  constructor(private readonly bytes: Buffer) {
    this.reader = new ByteReader(bytes);
  }

  /** Goes to the next note. @returns false after the last one @throws RangeError for bytes that are no notes */
  next(): boolean {
    const { reader } = this;
    reader.place = this.end;
    if (reader.isAtEnd) return false;
    this.path = reader.string();
    this.time = reader.real();
    this.inode = reader.real();
    this.size = reader.integer();
    const length = reader.integer();
    this.end = reader.place + length;
    if (length < 0 || this.end > this.bytes.length) throw new RangeError('Past the end.');
    return true;
  }

  /** A view, not a copy. Not after `read`. */
  get record(): Buffer {
    return this.bytes.subarray(this.reader.place, this.end);
  }

  /** Decodes the record. @throws RangeError unless `decode` reads all of it and no more */
  read<T>(decode: (reader: ByteReader) => T): T {
    const value = decode(this.reader);
    if (this.reader.place !== this.end) throw new RangeError('Not as long as it says.');
    return value;
  }
}
