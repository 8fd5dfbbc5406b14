import type { Steps } from '../../../utils/slicing/steps';
import { portionsOf } from '../../../utils/text/text-portions';

/** Units or bytes that are encoded or decoded without a pause. */
const unitsAtOnce = 131_072;

const byteOrderMark = '\uFEFF';

/** UTF-8; a byte order mark in the text is written as one. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** The same as work that can pause. */
export function* encoding(content: string | Uint8Array): Steps<Uint8Array> {
  if (typeof content !== 'string') return content;
  const encoder = new TextEncoder();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (const portion of portionsOf(content, unitsAtOnce)) {
    const part = encoder.encode(portion);
    if (part.length === content.length) return part;
    parts.push(part);
    length += part.length;
    yield;
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
    yield;
  }
  return bytes;
}

/** How many bytes `encoding` would make. */
export function* encodedLength(text: string): Steps<number> {
  const encoder = new TextEncoder();
  let length = 0;
  for (const portion of portionsOf(text, unitsAtOnce)) {
    length += encoder.encode(portion).length;
    yield;
  }
  return length;
}

/** `textOf` as work that can pause. */
export function* decoding(bytes: Uint8Array): Steps<string | undefined> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  try {
    if (bytes.length <= unitsAtOnce) return decoder.decode(bytes);
    const parts: string[] = [];
    for (let at = 0; at < bytes.length; at += unitsAtOnce) {
      parts.push(decoder.decode(bytes.subarray(at, at + unitsAtOnce), { stream: true }));
      yield;
    }
    parts.push(decoder.decode());
    return parts.join('');
  } catch {
    return undefined;
  }
}

/** The text of bytes with its byte order mark; undefined where they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Whether the text that the app hands to an edit is the one that was planned on. The host leaves a byte order
 * mark in it (seen there); that the app does is not documented, and one that it takes away is no difference.
 */
export function isSameText(handed: string, planned: string): boolean {
  return handed === planned || (planned.startsWith(byteOrderMark) && handed === planned.slice(1));
}

/** A buffer of its own, as the app's binary writers take it. */
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy.buffer;
}
