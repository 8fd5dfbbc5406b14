/** Property names ignore letter case, like in the app, and the Unicode form. */

import { beyondAscii } from '../text/fold-path';

/**
 * The names among `names` that refer to the property `name`: the exact one first, then the others from last
 * to first, since the last of duplicate properties counts.
 */
export function propertySpellings(names: readonly string[], name: string): string[] {
  const key = propertyKey(name);
  const found = new Set(names.filter(known => isSame(known, name, key)).reverse());
  return found.has(name) ? [name, ...[...found].filter(known => known !== name)] : [...found];
}

/** The name under which `properties` has the property; undefined if it has none. */
export function propertyName(properties: object, name: string): string | undefined {
  return Object.hasOwn(properties, name) ? name : nameAmong(Object.keys(properties), name);
}

/** The last of the names that refers to the property, in whatever letter case and Unicode form. */
export function nameAmong(names: readonly string[], name: string): string | undefined {
  const key = propertyKey(name);
  return names.findLast(known => isSame(known, name, key));
}

/** The same text for all spellings of a name. */
export function propertyKey(name: string): string {
  const composed = beyondAscii.test(name) ? name.normalize('NFC') : name;
  return `${composed.length} ${composed.toLowerCase()}`;
}

/** Most names are ASCII and differ in length already. @param key that of `name` */
function isSame(known: string, name: string, key: string): boolean {
  if (known === name) return true;
  return (known.length === name.length || beyondAscii.test(known + name)) && propertyKey(known) === key;
}
