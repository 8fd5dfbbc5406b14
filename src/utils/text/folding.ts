/** Folding of names: one key for all spellings of a path, and the order of names. */

import { beyondAscii, compareKeys, foldPath } from './fold-path';

export { compareKeys, foldPath } from './fold-path';

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
