import { strToU8, zipSync } from 'fflate';

/** The oldest date that a ZIP archive can hold: the same files give the same bytes. */
const mtime = new Date(1980, 0, 1);

/** A ZIP archive of texts, by their paths in it. */
export function zipOf(files: Readonly<Record<string, string>>): Uint8Array {
  const entries = Object.entries(files).map(([path, text]) => [path, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { mtime, level: 9 });
}
