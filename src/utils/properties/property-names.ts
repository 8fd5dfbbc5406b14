/** Property names ignore letter case, like in the app, and the Unicode form. */

import { beyondAscii } from '../text/fold-path';

/** Longer names match in any letter case, but in one Unicode form only: composing them all would take long. */
const maxComposed = 1_000;

/**
 * The names among `names` that refer to the property `name`: the exact one first, then the others from last
 * to first, since the last of duplicate properties counts.
 */
export function propertySpellings(names: readonly string[], name: string): string[] {
  const isSame = sameAs(name);
  const found = new Set(names.filter(isSame).reverse());
  return found.has(name) ? [name, ...[...found].filter(known => known !== name)] : [...found];
}

/** The name under which `properties` has the property; undefined if it has none. */
export function propertyName(properties: object, name: string): string | undefined {
  return Object.hasOwn(properties, name) ? name : nameAmong(Object.keys(properties), name);
}

/** The last of the names that refers to the property, in whatever letter case and Unicode form. */
export function nameAmong(names: readonly string[], name: string): string | undefined {
  return names.findLast(sameAs(name));
}

/** The same text for all spellings of a name. */
export function propertyKey(name: string): string {
  const composed = isComposable(name) ? name.normalize('NFC') : name;
  return `${composed.length} ${composed.toLowerCase()}`;
}

function sameAs(name: string): (known: string) => boolean {
  const lower = name.toLowerCase();
  const key = isComposable(name) ? propertyKey(name) : undefined;
  return known => {
    // Most names differ in length already.
    if (known === name || (known.length === name.length && known.toLowerCase() === lower)) return true;
    return key !== undefined && isComposable(known) && propertyKey(known) === key;
  };
}

function isComposable(name: string): boolean {
  return name.length <= maxComposed && beyondAscii.test(name);
}
