/**
 * Names ignoring letter case and Unicode form. One key for all systems: macOS, Windows and Linux disagree on
 * which names are one file, and a vault is synced between them.
 */

/** Anything but printable ASCII; only such text needs more than `toLowerCase`. */
export const beyondAscii = /[^ -~]/u;
/** Lower-case letters that share their capital with another letter. */
const secondLowerCase = /[µſςϐϑϕϖϰϱϵẛι]/gu;

/**
 * A key that is equal for paths that differ in letter case or Unicode form (NFC, NFD) only. Folding a key
 * again does not change it. `ß` and `ss` stay different: "Maße" and "Masse" are two names on every system;
 * a dotted `İ` equals `i` with a dot above, not `i`. A key may be longer than its path.
 */
export function foldPath(path: string): string {
  if (!beyondAscii.test(path)) return path.toLowerCase();
  // Lower-casing can make a letter and its mark composable, or separate them: hence composed again.
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(secondLowerCase, letter => letter.toUpperCase().toLowerCase())
    .normalize('NFC');
}

/** Order by code units, for precomputed keys. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
