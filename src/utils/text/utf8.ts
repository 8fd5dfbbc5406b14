import { yieldToLoop } from '../../platform';
import { type SlicedLoop, someInTurn } from '../slicing/time-slicer';
import { portionsOf, startsOf } from './text-portions';

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

/** The same for bytes of any size: 20 MB beyond ASCII take a tenth of a second. @throws like `someInTurn` */
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

/** Whether bytes are UTF-8 without NUL. Only a portion of the text is in memory; gives the thread back after each. */
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
