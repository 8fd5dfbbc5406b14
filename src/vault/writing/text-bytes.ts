const byteOrderMark = '\uFEFF';

/** UTF-8; a byte order mark in the text is written as one. */
export function bytesOf(content: string | Uint8Array): Uint8Array {
  return typeof content === 'string' ? new TextEncoder().encode(content) : content;
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

export function areSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  if (one.length !== other.length) return false;
  for (let at = 0; at < one.length; at += 1) if (one[at] !== other[at]) return false;
  return true;
}

/** A buffer of its own, as the app's binary writers take it. */
export function bufferOf(bytes: Uint8Array): ArrayBuffer {
  const copy = new Uint8Array(bytes.length);
  copy.set(bytes);
  return copy.buffer;
}
