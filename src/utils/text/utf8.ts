import type { Steps } from '../slicing/steps';
import { portionsOf } from './text-portions';

/** UTF-16 units that are encoded, or bytes that are decoded, without a pause. */
export const unitsAtOnce = 131_072;

/** A unit takes at most so many bytes in UTF-8. */
const maxBytesOfUnit = 3;

/**
 * The bytes of a text in UTF-8, portion by portion, so that they are never in memory as a whole. All portions share
 * memory: each is good until the next one is asked for.
 */
export function* encodedPortions(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  // One unit more, where a portion must not end between two halves of a character.
  const memory = new Uint8Array((Math.min(text.length, unitsAtOnce) + 1) * maxBytesOfUnit);
  for (const portion of portionsOf(text, unitsAtOnce))
    yield memory.subarray(0, encoder.encodeInto(portion, memory).written);
}

/** The bytes of a text, as work that can pause; a byte order mark in the text is written as one. Bytes are returned as they are. */
export function* encoding(content: string | Uint8Array): Steps<Uint8Array> {
  if (typeof content !== 'string') return content;
  if (content.length <= unitsAtOnce) return new TextEncoder().encode(content);
  const bytes = new Uint8Array(yield* encodedLength(content));
  let at = 0;
  for (const part of encodedPortions(content)) {
    bytes.set(part, at);
    at += part.length;
    yield;
  }
  return bytes;
}

/** The number of bytes that `encoding` would return. */
export function* encodedLength(text: string): Steps<number> {
  let length = 0;
  for (const part of encodedPortions(text)) {
    length += part.length;
    yield;
  }
  return length;
}

/** The text of bytes with its byte order mark; undefined if they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** `textOf` as work that can pause. */
export function* decoding(bytes: Uint8Array): Steps<string | undefined> {
  const parts = yield* decodingParts(bytes);
  return parts?.join('');
}

/**
 * `decoding` of bytes that nobody uses again: they are empty afterwards where their memory can be given back to the
 * system. A note of 20 MB would otherwise be in memory three times while its text is joined, and the bytes until the
 * next full collection.
 */
export function* decodingOnce(bytes: Uint8Array): Steps<string | undefined> {
  const parts = yield* decodingParts(bytes);
  if (bytes.buffer instanceof ArrayBuffer && bytes.buffer.resizable) {
    bytes.buffer.resize(0);
    yield;
  }
  return parts?.join('');
}

/** Undefined if the bytes are not UTF-8. */
function* decodingParts(bytes: Uint8Array): Steps<readonly string[] | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    if (bytes.length <= unitsAtOnce) return [decoder.decode(bytes)];
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += unitsAtOnce) {
      parts.push(decoder.decode(bytes.subarray(at, at + unitsAtOnce), { stream: true }));
      yield;
    }
    parts.push(decoder.decode());
    return parts;
  } catch {
    return undefined;
  }
}

/** Whether bytes are UTF-8 without NUL. Only a portion of the text is in memory. */
export function* isPlainText(bytes: Uint8Array): Steps<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += unitsAtOnce) {
      const portion = bytes.subarray(at, at + unitsAtOnce);
      if (portion.includes(0)) return false;
      decoder.decode(portion, { stream: true });
      yield;
    }
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}
