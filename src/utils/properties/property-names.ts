/** Property names are one in any letter case, as in the app. */

/**
 * The names among `names` that mean the property `name`: the one that is written alike first, then the others from the
 * last to the first, since of a doubled property the last counts.
 */
export function propertySpellings(names: readonly string[], name: string): string[] {
  const folded = name.toLowerCase();
  const found = new Set(names.filter(known => isSame(known, name, folded)).reverse());
  return found.has(name) ? [name, ...[...found].filter(known => known !== name)] : [...found];
}

/** The name under which `properties` has the property; undefined where it has none of that name. */
export function propertyName(properties: object, name: string): string | undefined {
  if (Object.hasOwn(properties, name)) return name;
  const folded = name.toLowerCase();
  return Object.keys(properties).findLast(known => isSame(known, name, folded));
}

/** One text for all spellings of a name. */
export function propertyKey(name: string): string {
  return `${name.length} ${name.toLowerCase()}`;
}

/** Most names differ in length already. */
function isSame(known: string, name: string, folded: string): boolean {
  return known === name || (known.length === name.length && known.toLowerCase() === folded);
}
