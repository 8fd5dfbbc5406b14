/** Property names ignore letter case, like in the app. */

/**
 * The names among `names` that refer to the property `name`: the exact one first, then the others from last
 * to first, since the last of duplicate properties counts.
 */
export function propertySpellings(names: readonly string[], name: string): string[] {
  const folded = name.toLowerCase();
  const found = new Set(names.filter(known => isSame(known, name, folded)).reverse());
  return found.has(name) ? [name, ...[...found].filter(known => known !== name)] : [...found];
}

/** The name under which `properties` has the property; undefined if it has none. */
export function propertyName(properties: object, name: string): string | undefined {
  return Object.hasOwn(properties, name) ? name : nameAmong(Object.keys(properties), name);
}

/** The last of the names that refers to the property, in whatever letter case. */
export function nameAmong(names: readonly string[], name: string): string | undefined {
  const folded = name.toLowerCase();
  return names.findLast(known => isSame(known, name, folded));
}

/** The same text for all spellings of a name. */
export function propertyKey(name: string): string {
  return `${name.length} ${name.toLowerCase()}`;
}

/** Most names differ in length already. */
function isSame(known: string, name: string, folded: string): boolean {
  return known === name || (known.length === name.length && known.toLowerCase() === folded);
}
