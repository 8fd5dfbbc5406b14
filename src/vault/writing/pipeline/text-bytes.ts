import type { IntendedFile, LoadedFile } from '../../journal/recording';
import { encoded } from '../../../utils/bytes';

const byteOrderMark = '\uFEFF';

/** Files of a change with the bytes of their texts. */
export function encodedFiles(files: readonly IntendedFile[]): LoadedFile[] {
  return files.map(({ before, after, isHashOnly: _isHashOnly, ...file }) => ({
    ...file,
    before: before === undefined ? undefined : encoded(before),
    after: after === undefined ? undefined : encoded(after),
  }));
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
