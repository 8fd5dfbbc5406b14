/** Contents as bytes: UTF-8 and hashes, in portions where a file may be large. */

import { startSha256, yieldToLoop } from '../platform';
import { type SlicedLoop, someInTurn } from './slicing/time-slicer';

/** Bytes that are hashed without a pause. */
const hashedAtOnce = 256 * 1024;

/** Bytes, or a text that stands for its bytes in UTF-8. */
export type Content = Uint8Array | string;

/** What identifies a content. */
interface Fingerprint {
  /** SHA-256 in lower-case hex. */
  readonly hash: string;
  /** In bytes. */
  readonly size: number;
}

/** The fingerprint of bytes, or of a text in UTF-8; yields the thread after every `hashedAtOnce` bytes. */
export async function fingerprintOf(content: Content): Promise<Fingerprint> {
  const digest = startSha256();
  let size = 0;
  let pauseAt = hashedAtOnce;
  for (const bytes of typeof content === 'string' ? encodedPortions(content) : bytePortions(content)) {
    digest.add(bytes);
    size += bytes.length;
    if (size <= pauseAt) continue;
    await yieldToLoop();
    pauseAt = size + hashedAtOnce;
  }
  return { hash: digest.end(), size };
}

/** As `fingerprintOf`. */
export async function hashOf(bytes: Uint8Array): Promise<string> {
  return (await fingerprintOf(bytes)).hash;
}

function* bytePortions(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += hashedAtOnce) yield bytes.subarray(at, at + hashedAtOnce);
}

/** UTF-16 units that are encoded, or bytes that are decoded, without a pause. */
export const unitsAtOnce = 131_072;

/** A unit takes at most this many bytes in UTF-8. */
const maxBytesOfUnit = 3;

/** UTF-8, portion by portion. All portions share memory: each is good until the next one is asked for. */
export function* encodedPortions(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  // One unit more, since a portion must not split a surrogate pair.
  const memory = new Uint8Array((Math.min(text.length, unitsAtOnce) + 1) * maxBytesOfUnit);
  for (const portion of portionsOf(text, unitsAtOnce))
    yield memory.subarray(0, encoder.encodeInto(portion, memory).written);
}

/** The bytes of a text; a byte order mark in the text is written as one. Bytes are returned as they are. */
export function encoded(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** The text of bytes with its byte order mark; undefined if they are not UTF-8. */
export function decoded(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Like `decoded` for bytes of any size: 20 MB beyond ASCII take a tenth of a second. @throws like `someInTurn` */
export async function decodedInTurns(bytes: Uint8Array, loop: SlicedLoop): Promise<string | undefined> {
  if (bytes.length <= unitsAtOnce) return decoded(bytes);
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const parts: string[] = [];
  const isOther = await someInTurn(startsOf(bytes.length, unitsAtOnce), loop, at => {
    const end = at + unitsAtOnce;
    try {
      parts.push(decoder.decode(bytes.subarray(at, end), { stream: end < bytes.length }));
      return false;
    } catch {
      return true;
    }
  });
  return isOther ? undefined : parts.join('');
}

/** Whether bytes are UTF-8 without NUL. Only one portion of the text is in memory; yields the thread after each. */
export async function isPlainText(bytes: Uint8Array): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += unitsAtOnce) {
      if (at > 0) await yieldToLoop();
      const portion = bytes.subarray(at, at + unitsAtOnce);
      if (portion.includes(0)) return false;
      decoder.decode(portion, { stream: true });
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** Units that are processed without a pause: some tenths of a millisecond, even if each is a line. */
const portion = 16_384;

/** A text in parts that split neither a surrogate pair nor a CRLF. */
export function* portionsOf(text: string, length = portion): Generator<string> {
  if (text.length <= length) {
    yield text;
    return;
  }
  for (let at = 0; at < text.length;) {
    let end = at + length;
    if (isBeforeOther(text.charCodeAt(end - 1))) end += 1;
    yield text.slice(at, end);
    at = end;
  }
}

/** The offsets at which portions of this size begin. */
export function* startsOf(length: number, size: number): Generator<number> {
  for (let start = 0; start < length; start += size) yield start;
}

/** Whether it may belong together with the next unit. */
function isBeforeOther(unit: number): boolean {
  return unit === 13 || (unit >= 0xd800 && unit <= 0xdbff);
}

/** A buffer with exactly these bytes, as the app's binary writers require: their own, or a copy. */
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) return buffer;
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy.buffer;
}
