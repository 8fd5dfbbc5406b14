/** Opens regular files only, and proves afterwards that the open file is the intended one. */
import {
  appendFileSync,
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  readFileSync,
  readSync,
  realpathSync,
  type Stats,
} from 'node:fs';
import { open } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';
import { isReportedAt } from './open-path';
import { systemError } from './system-error';

/** Below this, reading on this thread costs less than handing the read to another (measured: a quarter). */
export const smallFile = 1 << 20;

/** Flags that a system does not have are left out. */
export function openFlags(...names: readonly string[]): number {
  return names.reduce((flags, name) => {
    const flag: unknown = Reflect.get(constants, name);
    return typeof flag === 'number' ? flags | flag : flags;
  }, 0);
}

/**
 * Runs `use` on an open regular file. A pipe or device is refused before it is opened, and again after, in case
 * it took the file's place in between; so is a file whose folder was swapped for a link meanwhile.
 * @param real a real path, see `Confinement.real`
 * @param named what has that name
 */
function withRegularFile<T>(
  real: string,
  flags: number,
  use: (descriptor: number, opened: Stats) => T,
  named = lstatSync(real),
): T {
  refuseIrregular(real, named);
  const descriptor = openSync(real, flags | openFlags('O_NOFOLLOW', 'O_NONBLOCK'));
  try {
    const opened = fstatSync(descriptor);
    refuseIrregular(real, opened);
    if (!isReportedAt(descriptor, real) && !isNamed(opened, real)) throw systemError('ENOENT', 'open', real);
    return use(descriptor, opened);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether the path leads to the open file, with no link on the way. */
function isNamed(opened: { readonly ino: number; readonly dev: number }, real: string): boolean {
  const named = lstatSync(real);
  return realpathSync.native(real) === real && named.ino === opened.ino && named.dev === opened.dev;
}

function refuseIrregular(path: string, stats: { isFile(): boolean; isDirectory(): boolean }): void {
  if (stats.isDirectory()) throw systemError('EISDIR', 'read', path);
  if (!stats.isFile()) throw systemError('ENOENT', 'open', path);
}

export function readRegularSync(real: string, named?: Stats): Buffer<ArrayBuffer> {
  return withRegularFile(real, openFlags('O_RDONLY'), bytesIn, named);
}

/** In memory of their own, which `readFileSync` would share with others up to some kilobytes. */
function bytesIn(descriptor: number, { size }: Stats): Buffer<ArrayBuffer> {
  // Some file systems do not say how large a file is.
  if (size === 0) return Buffer.from(arrayBufferOf(readFileSync(descriptor)));
  const bytes = Buffer.from(new ArrayBuffer(size));
  let length = 0;
  while (length < size) {
    const read = readSync(descriptor, bytes, length, size - length, null);
    if (read === 0) break;
    length += read;
  }
  return length === size ? bytes : Buffer.from(arrayBufferOf(bytes.subarray(0, length)));
}

/** Whether a file holds these bytes; of a large file a portion at a time is in memory. */
export function holdsBytes(real: string, bytes: Uint8Array): boolean {
  return withRegularFile(real, openFlags('O_RDONLY'), (descriptor, { size: sizeNow }) => {
    if (sizeNow !== bytes.length) return false;
    const buffer = Buffer.allocUnsafeSlow(Math.min(portion, bytes.length + 1));
    for (let at = 0; ;) {
      const size = readSync(descriptor, buffer, 0, buffer.length, null);
      if (size === 0) return at === bytes.length;
      if (!buffer.subarray(0, size).equals(bytes.subarray(at, at + size))) return false;
      at += size;
    }
  });
}

/** Of a file that grows meanwhile, what was there when it was opened. */
export async function readRegular(real: string): Promise<Buffer<ArrayBuffer>> {
  const named = lstatSync(real);
  if (named.size <= smallFile) return readRegularSync(real, named);
  withRegularFile(real, openFlags('O_RDONLY'), () => undefined, named);
  const file = await open(real, openFlags('O_RDONLY', 'O_NOFOLLOW', 'O_NONBLOCK'));
  try {
    const { size } = await file.stat();
    const memory = pagedMemory(size);
    const bytes = Buffer.from(memory);
    let length = 0;
    while (length < size) {
      const { bytesRead } = await file.read(bytes, length, Math.min(portion, size - length), length);
      if (bytesRead === 0) break;
      length += bytesRead;
    }
    return bytes.subarray(0, length);
  } finally {
    await file.close();
  }
}

/**
 * Memory that goes back to the system as soon as the engine collects it: the engine takes what could change its size
 * from the system itself, by pages. What it takes from the C library may stay there, up to twice the largest piece that
 * was ever given back (measured: 20 MB less after each note of 20 MB, and 100 MB after a hundred of 10).
 */
export function pagedMemory(size: number): ArrayBuffer {
  return new ArrayBuffer(size, { maxByteLength: size });
}

/** A buffer's own bytes; a copy where others share its memory. */
export function arrayBufferOf({ buffer, byteOffset, byteLength }: Buffer): ArrayBuffer {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) return buffer;
  const copy = new ArrayBuffer(byteLength);
  new Uint8Array(copy).set(new Uint8Array(buffer, byteOffset, byteLength));
  return copy;
}

/** Bytes of a file that are read at once. */
export const portion = 1 << 18;

/**
 * The text of a file, read in portions: the C library keeps up to twice the largest piece of memory that was ever given
 * back to it, so a text never takes one of its whole length (measured: 60 MB less after notes of 20 MB). Bytes that are
 * no UTF-8 become U+FFFD.
 */
export function readRegularTextSync(real: string): string {
  return withRegularFile(real, openFlags('O_RDONLY'), descriptor => {
    const text = new PortionedText();
    const buffer = Buffer.allocUnsafeSlow(portion);
    for (let size = portion; size > 0;) {
      size = readSync(descriptor, buffer, 0, portion, null);
      text.add(buffer.subarray(0, size));
    }
    return text.end();
  });
}

/** The same without holding this thread where the file is large. */
export async function readRegularText(real: string): Promise<string> {
  const named = lstatSync(real);
  if (named.size <= smallFile) return readRegularSync(real, named).toString('utf8');
  withRegularFile(real, openFlags('O_RDONLY'), () => undefined, named);
  const file = await open(real, openFlags('O_RDONLY', 'O_NOFOLLOW', 'O_NONBLOCK'));
  try {
    const text = new PortionedText();
    const buffer = Buffer.allocUnsafeSlow(portion);
    for (let size = portion; size > 0;) {
      size = (await file.read(buffer, 0, portion, null)).bytesRead;
      text.add(buffer.subarray(0, size));
    }
    return text.end();
  } finally {
    await file.close();
  }
}

/** A text that comes in portions of its bytes. */
export class PortionedText {
  private readonly decoder = new StringDecoder('utf8');
  private readonly parts: string[] = [];

  add(bytes: Buffer): void {
    this.parts.push(this.decoder.write(bytes));
  }

  end(): string {
    this.parts.push(this.decoder.end());
    return this.parts.join('');
  }
}

/** A failed write takes back what it wrote; a killed process may leave a part of the addition. */
export function addInPlace(real: string, bytes: Uint8Array): void {
  withRegularFile(real, openFlags('O_WRONLY', 'O_APPEND'), file => {
    const { size } = fstatSync(file);
    try {
      appendFileSync(file, bytes);
    } catch (error) {
      ftruncateSync(file, size);
      throw error;
    }
  });
}
