/**
 * Names ignoring letter case and Unicode form, and their order. One key for all systems: macOS, Windows and Linux
 * disagree on which names are one file, and a vault is synced between them.
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
  // Composed again, since lower-casing can make a letter and its mark composable, or separate them.
  return path
    .normalize('NFC')
    .toLowerCase()
    .replace(secondLowerCase, letter => letter.toUpperCase().toLowerCase())
    .normalize('NFC');
}

const curlyQuotes = /[‘’‚‛′“”„‟″«»]/gu;
const singleQuotes = '‘’‚‛′';

export function withPlainQuotes(text: string): string {
  return text.replace(curlyQuotes, quote => (singleQuotes.includes(quote) ? "'" : '"'));
}

/** Order by code units, for precomputed keys. */
export function compareKeys(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

const combiningMarks = /\p{M}+/gu;

/** Text without diacritics. */
function withoutMarks(folded: string): string {
  return beyondAscii.test(folded)
    ? folded
        .normalize('NFD')
        .replace(combiningMarks, () => '')
        .normalize('NFC')
    : folded;
}

/**
 * A key whose order by code units (`<`) is the order of names: ignoring case and diacritics first, then with
 * diacritics, then exactly, so that no two names are equal. Independent of the locale.
 */
export function nameKey(name: string): string {
  const folded = foldPath(name);
  return `${withoutMarks(folded)}\0${folded}\0${name}`;
}

/** The order of `nameKey`. For many names compare precomputed keys. */
export function compareNames(a: string, b: string): number {
  return compareKeys(nameKey(a), nameKey(b));
}
