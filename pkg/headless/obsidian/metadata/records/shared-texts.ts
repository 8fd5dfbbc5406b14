/**
 * Texts that YAML aliases repeat. The engine's serializer writes an object once however often it occurs, but a text
 * each time: a note of 20 kB took 930 kB in its record, and as much again in the metadata that the scanning thread
 * posts (measured).
 */
import { isSet } from 'node:util/types';
import { isRecord } from '../../core/unknowns';

/** Shorter texts are not worth an object of their own. */
const longText = 64;

/** The values with each of their long texts in a set of its own, equal texts in the same one. They must have no cycles. */
export function withSharedTexts(values: readonly unknown[]): unknown[] {
  const texts = new Map<string, ReadonlySet<string>>();
  return mapped(values, one => {
    if (typeof one !== 'string' || one.length < longText) return one;
    const shared = texts.get(one) ?? new Set([one]);
    texts.set(one, shared);
    return shared;
  });
}

/** Undoes `withSharedTexts`. */
export function withPlainTexts(values: readonly unknown[]): unknown[] {
  return mapped(values, one => (isSet(one) ? [...one][0] : one));
}

/** Copies with other leaves; what occurs twice in the values does so in the copies. */
function mapped(values: readonly unknown[], leaf: (value: unknown) => unknown): unknown[] {
  const copies = new Map<unknown, unknown>();
  const copyOf = (one: unknown): unknown => {
    if (Array.isArray(one)) return one.map(copy);
    return Object.fromEntries(
      Object.entries(isRecord(one) ? one : {}).map(([key, item]) => [key, copy(item)]),
    );
  };
  const copy = (one: unknown): unknown => {
    if (isSet(one) || typeof one !== 'object' || one === null) return leaf(one);
    if (!copies.has(one)) copies.set(one, copyOf(one));
    return copies.get(one);
  };
  return values.map(copy);
}
