/**
 * Bytes to text and back. Large ones in portions, with turns of the event loop between them, and in memory
 * that returns to the system.
 */
import { setImmediate } from 'node:timers/promises';
import { pagedMemory, portion, PortionedText, smallFile } from './regular-file';

/** Bytes that are no UTF-8 become U+FFFD. */
export async function textOf(bytes: Buffer): Promise<string> {
  if (bytes.length <= smallFile) return bytes.toString('utf8');
  const text = new PortionedText();
  for (let at = 0; at < bytes.length; at += portion) {
    text.add(bytes.subarray(at, at + portion));
    await setImmediate();
  }
  return text.end();
}

/** In UTF-8. */
export async function bytesOf(text: string): Promise<Buffer<ArrayBuffer>> {
  if (text.length <= smallFile) return Buffer.from(text, 'utf8');
  let size = 0;
  for (const part of portionsOf(text)) {
    size += Buffer.byteLength(part, 'utf8');
    await setImmediate();
  }
  const bytes = Buffer.from(pagedMemory(size));
  let at = 0;
  for (const part of portionsOf(text)) {
    at += bytes.write(part, at, 'utf8');
    await setImmediate();
  }
  return bytes;
}

/** Parts of a text that split no surrogate pair. */
function* portionsOf(text: string): Generator<string> {
  for (let at = 0; at < text.length;) {
    const end = at + portion;
    const isSplit = (text.codePointAt(end - 1) ?? 0) > 0xffff;
    yield text.slice(at, isSplit ? end + 1 : end);
    at = isSplit ? end + 1 : end;
  }
}
