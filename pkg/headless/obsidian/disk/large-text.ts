/**
 * From bytes to text and back. Large ones in portions, with turns of the event loop between them, and in memory that
 * goes back to the system.
 */
import { setImmediate } from 'node:timers/promises';
import { portionsOf } from '../../../../src/utils/text/text-portions';
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
  for (const part of portionsOf(text, portion)) {
    size += Buffer.byteLength(part, 'utf8');
    await setImmediate();
  }
  const bytes = Buffer.from(pagedMemory(size));
  let at = 0;
  for (const part of portionsOf(text, portion)) {
    at += bytes.write(part, at, 'utf8');
    await setImmediate();
  }
  return bytes;
}
