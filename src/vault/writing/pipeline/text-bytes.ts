import type { IntendedFile, LoadedFile } from '../../journal/recording';
import type { Steps } from '../../../utils/slicing/steps';
import { encodedPortions, unitsAtOnce } from '../../../utils/text/encoded-portions';

const byteOrderMark = '\uFEFF';

/** UTF-8; a byte order mark in the text is written as one. */
function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
}

/** The same as work that can pause. */
export function* encoding(content: string | Uint8Array): Steps<Uint8Array> {
  if (typeof content !== 'string') return content;
  if (content.length <= unitsAtOnce) return bytesOf(content);
  const bytes = new Uint8Array(yield* encodedLength(content));
  let at = 0;
  for (const part of encodedPortions(content)) {
    bytes.set(part, at);
    at += part.length;
    yield;
  }
  return bytes;
}

/** Files of a change with the bytes of their texts. */
export function* encodedFiles(files: readonly IntendedFile[]): Steps<LoadedFile[]> {
  const encoded: LoadedFile[] = [];
  for (const { before, after, isHashOnly: _isHashOnly, ...file } of files)
    encoded.push({
      ...file,
      before: before === undefined ? undefined : yield* encoding(before),
      after: after === undefined ? undefined : yield* encoding(after),
    });
  return encoded;
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

/** The text of bytes with its byte order mark; undefined if they are not UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Whether the text that the app passes to an edit is the planned one. The host keeps a byte order mark in it
 * (observed); for the app this is not documented, so a missing one does not count as a difference.
 */
export function isSameText(handed: string, planned: string): boolean {
  return handed === planned || (planned.startsWith(byteOrderMark) && handed === planned.slice(1));
}

/** A buffer of nothing but these bytes, as the app's binary writers require: their own, or a copy. */
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const { buffer } = bytes;
  if (buffer instanceof ArrayBuffer && buffer.byteLength === bytes.length) return buffer;
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy.buffer;
}
