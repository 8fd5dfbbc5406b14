import { portionsOf } from './text-portions';

/** UTF-16 units that are encoded, or bytes that are decoded, without a pause. */
export const unitsAtOnce = 131_072;

/** A unit takes at most so many bytes in UTF-8. */
const mostBytesOfUnit = 3;

/**
 * The bytes of a text in UTF-8, portion by portion, so that they are never in memory as a whole. All portions share
 * memory: each is good until the next one is asked for.
 */
export function* encodedPortions(text: string): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  // One unit more, where a portion must not end between two halves of a character.
  const memory = new Uint8Array((Math.min(text.length, unitsAtOnce) + 1) * mostBytesOfUnit);
  for (const portion of portionsOf(text, unitsAtOnce))
    yield memory.subarray(0, encoder.encodeInto(portion, memory).written);
}
